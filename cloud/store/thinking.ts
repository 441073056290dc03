import type { Envelope, EpisodeEvent } from '../../world/episode-event.ts';
import { canonicalJson } from './canonical.ts';

/**
 * Thinking has one home in the cloud, its decision's row. An event is stored with a digest in its place, so that retention can empty the
 * home without touching the event or its hash (rules P42, C5).
 */
export interface ThinkingDigest {
  readonly thinking_digest: string;
}

/** A decision's thinking as it is stored; all null once retention has been there, except the digest. */
export interface StoredThinking {
  readonly thinking: string | null;
  readonly thinkingSalt: string | null;
  readonly thinkingDigest: string | null;
}

type Thought = { readonly decisionId: string; readonly thinking: string | null };

/** The event with each thinking replaced by what `replace` says. */
export function replaceThinking(
  event: EpisodeEvent,
  replace: (decisionId: string, thinking: string) => ThinkingDigest | string | null,
): unknown {
  if (event.type !== 'turn.planned') return event;
  const replaced = <T extends Thought>(thought: T) =>
    thought.thinking === null ? thought : { ...thought, thinking: replace(thought.decisionId, thought.thinking) };
  return { ...event, decisions: event.decisions.map(replaced), steps: event.steps.map(replaced) };
}

/** A stored event as it was uploaded, or with `thinking: null` where its text is no longer kept. */
export function restoreThinking(body: unknown, homes: ReadonlyMap<string, StoredThinking>): EpisodeEvent {
  const event = body as EpisodeEvent;
  return replaceThinking(event, (decisionId, stored) => {
    const { thinking_digest } = stored as unknown as ThinkingDigest;
    const home = homes.get(decisionId);
    return home?.thinkingDigest === thinking_digest ? home.thinking : null;
  }) as EpisodeEvent;
}

/** Whether an upload repeats what is stored. Where the stored thinking is gone, that there was one is all that can be compared. */
export function sameEvent(stored: unknown, restored: Envelope, uploaded: Envelope): boolean {
  const gone = new Set<string>();
  if (restored.event.type === 'turn.planned') {
    const before = stored as { decisions: Thought[]; steps: Thought[] };
    const after = restored.event;
    before.decisions.forEach((thought, i) => {
      if (thought.thinking !== null && after.decisions[i]?.thinking === null) gone.add(thought.decisionId);
    });
    before.steps.forEach((thought, i) => {
      if (thought.thinking !== null && after.steps[i]?.thinking === null) gone.add(thought.decisionId);
    });
  }
  const comparable = gone.size === 0 ? uploaded.event : replaceThinking(uploaded.event, (id, thinking) => (gone.has(id) ? null : thinking));
  return restored.at === uploaded.at && canonicalJson(restored.event) === canonicalJson(comparable);
}
