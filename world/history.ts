import { z } from 'zod';
import { AppError } from './errors.ts';
import { bounded, oneLine } from './text-line.ts';
import { type HistoryEntry, WorldEvent } from './world-event.ts';

/** Longest parts of an entry, in characters: an entry stays within about 250 tokens whatever happened. */
const limits = { page: 120, rationale: 280, action: 260, note: 200 } as const;

/** What the prompt remembers of a world event (rule P43): exact, bounded, the same for the same event. */
export function historyEntry(event: WorldEvent): HistoryEntry {
  return {
    page: line(event.page, limits.page),
    rationale: event.rationale === null ? null : line(event.rationale, limits.rationale),
    action: line(event.action, limits.action),
    success: event.success,
    ...(event.success || event.note === undefined ? {} : { note: line(event.note, limits.note) }),
  };
}

const line = (text: string, limit: number): string => bounded(oneLine(text), limit);

/** The entry as one line of JSON, keys in the order of docs/prompt-format.md. */
export const historyLine = (entry: HistoryEntry): string =>
  JSON.stringify({
    page: entry.page,
    rationale: entry.rationale,
    action: entry.action,
    success: entry.success,
    ...(entry.note === undefined ? {} : { note: entry.note }),
  });

/** The first form of the record (seed 003): the scene told in words, and no effect yet. */
const OldWorldEvent = z.looseObject({ scene_summary: z.string() });

/**
 * Reads a stored world event. Old records carry `scene_summary` and snake_case names, and may lack what came later;
 * what they do not say is null, empty or unknown. Throws AppError `journal_broken` for anything else.
 */
export function readWorldEvent(value: unknown): WorldEvent & { readonly sceneSummary?: string } {
  const now = WorldEvent.safeParse(value);
  if (now.success) {
    const { success: isOld, data: old } = OldWorldEvent.safeParse(value);
    return isOld ? { ...now.data, sceneSummary: old.scene_summary } : now.data;
  }
  const old = OldWorldEvent.safeParse(value);
  if (!old.success) throw new AppError('journal_broken', `a world event cannot be read: ${z.prettifyError(now.error)}`);
  return fromOld(old.data);
}

function fromOld(old: z.infer<typeof OldWorldEvent>): WorldEvent & { sceneSummary: string } {
  const text = (...keys: string[]): string | null => {
    for (const key of keys) if (typeof old[key] === 'string') return old[key];
    return null;
  };
  const success = old.success === true;
  const args = WorldEvent.shape.args.safeParse(old.args ?? old.action);
  const action = text('action', 'tool_name', 'toolName') ?? (args.success ? args.data.name : 'unknown action');
  const effect = WorldEvent.shape.effect.safeParse(old.effect);
  const note = text('note', 'error');
  return {
    decisionId: text('decision_id', 'decisionId') ?? '',
    at: typeof old.at === 'number' ? old.at : typeof old.timestamp === 'number' ? old.timestamp : 0,
    page: text('page', 'current_page', 'currentPage') ?? bounded(oneLine(old.scene_summary), limits.page),
    action,
    // An old record that does not say its arguments can be remembered, not done again.
    args: args.success ? args.data : { name: 'wait', seconds: 0.1 },
    locator: null,
    purpose: text('purpose') ?? '',
    expectedOutcome: text('expected_outcome', 'expectedOutcome') ?? '',
    rationale: text('rationale', 'reflection', 'reasoning'),
    thinking: text('thinking'),
    success,
    effect: effect.success ? effect.data : 'unknown',
    ...(note === null ? {} : { note }),
    sceneSummary: old.scene_summary,
  };
}
