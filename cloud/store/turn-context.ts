import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { EpisodeEvent } from '../../world/episode-event.ts';
import type { Transaction } from './database.ts';
import { unescapeText } from './lossless.ts';
import { event } from './schema.ts';

/** What a turn was decided from, as the events before it tell. */
export interface TurnContext {
  readonly taskId: string;
  readonly planner: string;
  readonly promptVersion: string;
  readonly page: string;
  readonly observationHash: string | null;
  /** The step under way, or the last one. */
  readonly step: number;
  /** The planner has been asked since the last look. */
  readonly asked: boolean;
}

export const noContext: TurnContext = {
  taskId: '',
  planner: 'unknown',
  promptVersion: '',
  page: '',
  observationHash: null,
  step: 0,
  asked: false,
};

export function contextAfter(context: TurnContext, told: EpisodeEvent): TurnContext {
  switch (told.type) {
    case 'episode.started':
      return { ...context, taskId: told.taskId, planner: told.planner, promptVersion: told.promptVersion };
    case 'page.observed':
      return { ...context, page: told.page.name, observationHash: told.observationHash, asked: false };
    case 'turn.planned':
    case 'turn.failed':
      return context.asked ? context : { ...context, step: context.step + 1, asked: true };
    default:
      return context;
  }
}

/** The same from what is stored, without reading whole pages. */
export async function storedContext(tx: Transaction, tenant: string, episodeId: string): Promise<TurnContext> {
  const ofEpisode = and(eq(event.tenant, tenant), eq(event.episodeId, episodeId));
  const field = (path: string) => sql<string>`${event.body}#>>${path}::text[]`.mapWith(unescapeText);
  const [started] = await tx
    .select({ taskId: field('{taskId}'), planner: field('{planner}'), promptVersion: field('{promptVersion}') })
    .from(event)
    .where(and(ofEpisode, eq(event.type, 'episode.started')))
    .limit(1);
  const [look] = await tx
    .select({ page: field('{page,name}'), observationHash: field('{observationHash}') })
    .from(event)
    .where(and(ofEpisode, eq(event.type, 'page.observed')))
    .orderBy(desc(event.seq))
    .limit(1);
  const beats = await tx
    .select({ type: event.type })
    .from(event)
    .where(and(ofEpisode, inArray(event.type, beatTypes)))
    .orderBy(asc(event.seq));
  const types = beats.map(({ type }) => type);
  return { ...noContext, ...started, ...look, step: countSteps(types), asked: types.length > 0 && types.at(-1) !== 'page.observed' };
}

/** The events that `countSteps` counts by. */
export const beatTypes = ['page.observed', 'turn.planned', 'turn.failed'];

/** A step begins with the first question to the planner after a look; what it is asked again before the next look belongs to it. */
export function countSteps(types: readonly string[]): number {
  return types.filter((type, i) => type !== 'page.observed' && (i === 0 || types[i - 1] === 'page.observed')).length;
}
