import { z } from 'zod';
import { DeviceAction } from './device-action.ts';
import { Expect } from './expectation.ts';
import { WriteTodos } from './plan.ts';

const thought = {
  decisionId: z.string(),
  /** The model's sentence before the call; one line, at most 280 characters (rule P41). */
  rationale: z.string().nullable(),
  /** Never enters the history or a later prompt (rule P42). */
  thinking: z.string().nullable(),
};

/** The planner's next move. A turn is a list of them, usually one. */
export const PlannedStep = z.discriminatedUnion('kind', [
  z.object({
    ...thought,
    kind: z.literal('act'),
    action: DeviceAction,
    purpose: z.string(),
    expectedOutcome: z.string(),
    expect: Expect.optional(),
  }),
  z.object({ ...thought, kind: z.literal('revise_plan'), plan: WriteTodos }),
  z.object({ ...thought, kind: z.literal('ask'), question: z.string() }),
  z.object({ ...thought, kind: z.literal('finish'), outcome: z.enum(['achieved', 'failed']), result: z.string().optional() }),
  /** Not executable: told to the model, nothing is done. */
  z.object({ ...thought, kind: z.literal('malformed'), code: z.string(), because: z.string() }),
]);
export type PlannedStep = z.infer<typeof PlannedStep>;
export type PlannedAct = Extract<PlannedStep, { kind: 'act' }>;
