import { z } from 'zod';
import { ToolCallDecision, Usage } from '../../world/tool-call-decision.ts';

/** A tool as it is offered to a model; `parameters` is a JSON Schema object. */
export const ToolOffer = z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) });
export type ToolOffer = z.infer<typeof ToolOffer>;

/**
 * The model's earlier replies within this step and our answers to them. `assistant` is the provider's content,
 * opaque here, and goes back byte for byte (rule A6); `results` answers every call in it exactly once (rule A7).
 */
export const Exchange = z.object({
  assistant: z.unknown(),
  results: z.array(z.object({ callId: z.string(), content: z.string(), isError: z.boolean() })),
  /** Said by us when the reply held no call. */
  reminder: z.string().optional(),
});
export type Exchange = z.infer<typeof Exchange>;

/** A request for one decision, free of any provider. system + tools + goal + history are the stable prefix. */
export const Briefing = z.object({
  system: z.string(),
  tools: z.array(ToolOffer),
  /** The goal block (docs/prompt-format.md). */
  goal: z.string(),
  /** History blocks, append-only: a block never changes once written, except at a fold. */
  history: z.array(z.string()),
  /** Plan, nudges, skills on offer and the page: changes with every request. */
  tail: z.string(),
  image: z.object({ mediaType: z.literal('image/png'), base64: z.string() }).nullable(),
  exchanges: z.array(Exchange),
  /** What the decision log keeps beside the request. */
  about: z.object({
    taskId: z.string(),
    episodeId: z.uuid(),
    seq: z.number().int(),
    step: z.number().int(),
    page: z.string(),
    observationHash: z.string().nullable(),
    promptVersion: z.string(),
    shadow: z.boolean(),
  }),
});
export type Briefing = z.infer<typeof Briefing>;

/** One whole reply. `decisions` is empty when the model called no tool. */
export const Reply = z.object({
  decisions: z.array(ToolCallDecision),
  text: z.string().nullable(),
  stopReason: z.string(),
  /** Set when nothing of the reply may run (rule A10): cut off, refused, unknown stop reason. */
  unusable: z
    .object({
      code: z.enum(['cut_off', 'refused', 'unknown_stop']),
      message: z.string(),
      /** The provider's own word for why it refused. */
      category: z.string().optional(),
    })
    .nullable(),
  usage: Usage,
  /** The provider's content, to go back byte for byte within the step. */
  assistant: z.unknown(),
});
export type Reply = z.infer<typeof Reply>;

export interface DecideOptions {
  readonly signal: AbortSignal;
  /** Called while the reply streams in. Must not throw. */
  readonly onProgress?: (progress: { readonly kind: 'thinking' | 'text' | 'tool'; readonly delta: string }) => void;
}

/**
 * One model, asked for one decision.
 * Retries what may be retried (rule M1) within its own deadline; throws AppError `planner_unavailable`, `planner_rejected`,
 * `planner_key_invalid`, `model_unknown` or `cancelled`. Messages name the provider and what to do, never a key.
 */
export interface ToolCallingClient {
  readonly provider: string;
  readonly model: string;
  decide(briefing: Briefing, options: DecideOptions): Promise<Reply>;
}
