import { z } from 'zod';
import { Expect } from './expectation.ts';

/** Tokens as the provider counted them; thinking tokens are inside `output` (rule A13). */
export const Usage = z.object({
  input: z.number().int().nonnegative(),
  output: z.number().int().nonnegative(),
  cacheRead: z.number().int().nonnegative(),
  cacheWrite: z.number().int().nonnegative(),
  /** US dollars; null when no price is known for the model, never 0 for unknown. */
  costUsd: z.number().nonnegative().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** What the model asked for in one tool call, as it asked for it. */
export const ToolCallDecision = z.object({
  /** UUIDv7; shared by the decision-log row and the world event (rule P45). */
  decisionId: z.string(),
  /** The provider's id of the call, needed to answer it. */
  callId: z.string(),
  toolName: z.string(),
  /** Executable arguments; `purpose`, `expected_outcome`, `expect`, `reflection` are taken off (rule P40). Raw text when it was no JSON object. */
  args: z.union([z.record(z.string(), z.unknown()), z.string()]),
  purpose: z.string().nullable(),
  expectedOutcome: z.string().nullable(),
  expect: Expect.optional(),
  /** The text before the call. */
  textOutput: z.string().nullable(),
  /** The `reflection` argument, for models that return no text before a call (rule P41). */
  reflection: z.string().nullable(),
  thinking: z.string().nullable(),
  thinkingOmitted: z.boolean(),
  provider: z.string(),
  model: z.string(),
  /** Of the whole reply; on the first decision of a reply, null on its siblings, so that sums are right. */
  usage: Usage.nullable(),
  latencyMs: z.number().nonnegative(),
  stopReason: z.string(),
  requestId: z.string().nullable(),
});
export type ToolCallDecision = z.infer<typeof ToolCallDecision>;
