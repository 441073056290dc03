import type { Journal } from '../../runtime/ports.ts';
import { type Episode, evolve, unstarted } from '../../world/episode.ts';
import type { Envelope, EpisodeEvent, EventOf } from '../../world/episode-event.ts';
import { defaultLimits } from '../../world/limits.ts';

/** A journal in memory, with a clock that ticks a millisecond per event. */
export class MemoryJournal implements Journal {
  readonly episodeId = '01890000-0000-7000-8000-000000000001';
  readonly envelopes: Envelope[];
  episode: Episode;
  /** Throws after so many events, as a host that is killed at that point. */
  dieAfter = Number.POSITIVE_INFINITY;

  constructor(envelopes: readonly Envelope[] = []) {
    this.envelopes = [...envelopes];
    this.episode = this.envelopes.reduce(evolve, unstarted);
  }

  async append(event: EpisodeEvent): Promise<void> {
    if (this.envelopes.length >= this.dieAfter) throw new Error('killed');
    const envelope = { episode_id: this.episodeId, seq: this.envelopes.length + 1, at: this.envelopes.length, event };
    this.envelopes.push(envelope);
    this.episode = evolve(this.episode, envelope);
  }

  get types(): string[] {
    return this.envelopes.map(({ event }) => event.type);
  }

  of<T extends EpisodeEvent['type']>(type: T): EventOf<T>[] {
    return this.envelopes.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  }
}

export async function startedJournal(overrides: Partial<EventOf<'episode.started'>> = {}): Promise<MemoryJournal> {
  const journal = new MemoryJournal();
  await journal.append({
    type: 'episode.started',
    taskId: 'task',
    goal: 'Turn on Wi-Fi',
    check: null,
    planner: 'scripted',
    model: null,
    limits: defaultLimits,
    promptVersion: 'test',
    agentPlanner: true,
    device: { id: 'fake', name: 'fake phone', platform: 'android', osVersion: null, simulated: true },
    ...overrides,
  });
  return journal;
}
