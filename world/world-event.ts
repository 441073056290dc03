import { z } from 'zod';
import { DeviceAction } from './device-action.ts';
import { Effect } from './effect.ts';
import { Locator } from './locator.ts';

/** One remembered action: where, why, what, and whether it worked (seed 003). */
export const WorldEvent = z.object({
  decisionId: z.string(),
  /** Milliseconds since the epoch, from the event's envelope. */
  at: z.number(),
  /** The page's name before the action. */
  page: z.string(),
  /** In words, as the history shows it: `tap "Wi-Fi" switch`. */
  action: z.string(),
  args: DeviceAction,
  locator: Locator.nullable(),
  purpose: z.string(),
  expectedOutcome: z.string(),
  rationale: z.string().nullable(),
  thinking: z.string().nullable(),
  success: z.boolean(),
  effect: Effect,
  note: z.string().optional(),
});
export type WorldEvent = z.infer<typeof WorldEvent>;

/** What the prompt remembers of a world event (rule P43). */
export const HistoryEntry = z.object({
  page: z.string(),
  rationale: z.string().nullable(),
  action: z.string(),
  success: z.boolean(),
  note: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
