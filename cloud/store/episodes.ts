import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { EventOf } from '../../world/episode-event.ts';
import { AppError } from '../../world/errors.ts';
import type { EpisodeSummary } from '../contract/wire.ts';
import { DecisionRow, type EpisodeRecord } from '../contract/wire.ts';
import type { Transaction } from './database.ts';
import { readEvents } from './event-store.ts';
import { decisionView, episodeStop, event } from './schema.ts';
import { beatTypes, countSteps } from './turn-context.ts';

/** The newest first. */
export async function listEpisodes(tx: Transaction, tenant: string, limit: number): Promise<EpisodeSummary[]> {
  const started = await tx
    .select({ episodeId: event.episodeId })
    .from(event)
    .where(and(eq(event.tenant, tenant), eq(event.type, 'episode.started')))
    .orderBy(desc(event.at))
    .limit(limit);
  const ids = started.map(({ episodeId }) => episodeId);
  const summaries = await summarise(tx, tenant, ids);
  return ids.flatMap((id) => summaries.get(id) ?? []);
}

/** Throws `episode_unknown`. Without `withThinking` every thinking is null (rule P42). */
export async function readEpisode(tx: Transaction, tenant: string, episodeId: string, withThinking: boolean): Promise<EpisodeRecord> {
  const episode = (await summarise(tx, tenant, [episodeId])).get(episodeId);
  if (episode === undefined) throw new AppError('episode_unknown', `there is no episode ${episodeId} here`);
  const events = await readEvents(tx, tenant, episodeId, withThinking);
  const rows = await tx
    .select()
    .from(decisionView)
    .where(and(eq(decisionView.tenant, tenant), eq(decisionView.episodeId, episodeId)))
    .orderBy(asc(decisionView.position));
  return { episode, events, decisions: rows.map((row) => onTheWire(row, withThinking)) };
}

type ViewRow = typeof decisionView.$inferSelect;

function onTheWire({ position: _position, ...row }: ViewRow, withThinking: boolean): DecisionRow {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
  return DecisionRow.parse({ ...named, thinking: withThinking ? row.thinking : null });
}

const telling = ['episode.started', 'episode.ended', 'episode.verified'] as const;
type Telling = EventOf<(typeof telling)[number]>;

async function summarise(tx: Transaction, tenant: string, ids: readonly string[]): Promise<Map<string, EpisodeSummary>> {
  if (ids.length === 0) return new Map();
  const among = and(eq(event.tenant, tenant), inArray(event.episodeId, [...ids]));
  const rows = await tx
    .select({ episodeId: event.episodeId, at: event.at, body: event.body })
    .from(event)
    .where(and(among, inArray(event.type, [...telling])))
    .orderBy(asc(event.seq));
  const beats = await tx
    .select({ episodeId: event.episodeId, types: sql<string[]>`array_agg(${event.type} order by ${event.seq})` })
    .from(event)
    .where(and(among, inArray(event.type, beatTypes)))
    .groupBy(event.episodeId);
  const summaries = new Map<string, EpisodeSummary>();
  for (const { episodeId, at, body } of rows) {
    const told = body as Telling;
    if (told.type === 'episode.started') {
      const { taskId, goal, device, planner, model } = told;
      const steps = countSteps(beats.find((each) => each.episodeId === episodeId)?.types ?? []);
      const open = { ended_at: null, outcome: null, end_reason: null, verified_by: null };
      const name = device.simulated ? `${device.name} (simulated)` : device.name;
      summaries.set(episodeId, {
        episode_id: episodeId,
        task_id: taskId,
        goal,
        device: name,
        planner,
        model,
        started_at: at,
        ...open,
        steps,
      });
      continue;
    }
    const known = summaries.get(episodeId);
    if (known === undefined) continue;
    if (told.type === 'episode.verified') summaries.set(episodeId, { ...known, verified_by: told.verifiedBy });
    else summaries.set(episodeId, { ...known, ended_at: at, outcome: told.outcome, end_reason: told.reason });
  }
  return summaries;
}

/** When a person asked this episode to stop, or null. */
export async function stopRequestedAt(tx: Transaction, tenant: string, episodeId: string): Promise<number | null> {
  const [row] = await tx
    .select({ at: episodeStop.at })
    .from(episodeStop)
    .where(and(eq(episodeStop.tenant, tenant), eq(episodeStop.episodeId, episodeId)));
  return row?.at ?? null;
}

/** Asking again changes nothing: the first request stays. */
export async function requestStop(tx: Transaction, tenant: string, episodeId: string, at: number, requestedBy: string): Promise<void> {
  await tx.insert(episodeStop).values({ tenant, episodeId, at, requestedBy }).onConflictDoNothing();
}
