import { z } from 'zod';
import { Briefing, Reply } from '../../runtime/llm/tool-calling-client.ts';
import { Envelope } from '../../world/episode-event.ts';

/**
 * Everything a host and the cloud say to each other, all that hosts may import of the cloud.
 * Every request carries `Authorization: Bearer <key>`; a failure is problem+json with `code` from world/errors.ts.
 */

/** POST /v1/planner/decide — operation `record_planner_decision`: asks the model that the cloud holds the key of, and answers once the decision rows are stored. */
export const DecideRequest = z.object({ model: z.string().nullable(), briefing: Briefing });
export type DecideRequest = z.infer<typeof DecideRequest>;
export const DecideResponse = z.object({ provider: z.string(), model: z.string(), reply: Reply });
export type DecideResponse = z.infer<typeof DecideResponse>;

/** POST /v1/episodes/{episode_id}/events — stored once by (episode_id, seq), in order; answers with the highest seq stored without a gap. */
export const UploadRequest = z.object({ events: z.array(Envelope).max(500) });
export type UploadRequest = z.infer<typeof UploadRequest>;
export const UploadResponse = z.object({ stored_through: z.number().int().nonnegative() });
export type UploadResponse = z.infer<typeof UploadResponse>;

/** PUT /v1/artifacts/{sha256} takes the bytes (204, also when it is there already); GET answers with them. */

/** GET /v1/episodes */
export const EpisodeSummary = z.object({
  episode_id: z.uuid(),
  task_id: z.string(),
  goal: z.string(),
  device: z.string(),
  planner: z.string(),
  model: z.string().nullable(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  outcome: z.string().nullable(),
  end_reason: z.string().nullable(),
  verified_by: z.string().nullable(),
  steps: z.number().int(),
});
export type EpisodeSummary = z.infer<typeof EpisodeSummary>;
export const EpisodeList = z.object({ episodes: z.array(EpisodeSummary) });
export type EpisodeList = z.infer<typeof EpisodeList>;

/** A row of `planner_decision_view`: the decision, its verdict and its outcome, in the column names of the log. */
export const DecisionRow = z.object({
  decision_id: z.string(),
  tenant: z.string(),
  task_id: z.string(),
  episode_id: z.string(),
  seq: z.number().int(),
  step: z.number().int(),
  at: z.number(),
  page: z.string(),
  observation_hash: z.string().nullable(),
  model: z.string(),
  provider: z.string(),
  prompt_version: z.string(),
  request_sha256: z.string().nullable(),
  tools_hash: z.string().nullable(),
  rationale: z.string().nullable(),
  thinking: z.string().nullable(),
  thinking_omitted: z.boolean(),
  tool_name: z.string(),
  args: z.unknown(),
  purpose: z.string().nullable(),
  expected_outcome: z.string().nullable(),
  stop_reason: z.string(),
  usage: z.unknown(),
  cost_usd: z.number().nullable(),
  latency_ms: z.number(),
  provider_request_id: z.string().nullable(),
  shadow: z.boolean(),
  previous_hash: z.string().nullable(),
  hash: z.string(),
  verdict: z.string().nullable(),
  verdict_rule: z.string().nullable(),
  effect_class: z.string().nullable(),
  approver: z.string().nullable(),
  granted: z.boolean().nullable(),
  success: z.boolean().nullable(),
  effect: z.string().nullable(),
  note: z.string().nullable(),
  judged_by: z.string().nullable(),
});
export type DecisionRow = z.infer<typeof DecisionRow>;

/** GET /v1/episodes/{episode_id} */
export const EpisodeRecord = z.object({ episode: EpisodeSummary, events: z.array(Envelope), decisions: z.array(DecisionRow) });
export type EpisodeRecord = z.infer<typeof EpisodeRecord>;

/** POST /v1/episodes/{episode_id}/stop asks the episode to stop; GET answers the host, which looks before every action (rule S11). */
export const StopState = z.object({ stop: z.boolean(), requested_at: z.number().nullable() });
export type StopState = z.infer<typeof StopState>;

/** Any failure (RFC 9457). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  hint: z.string(),
});
export type Problem = z.infer<typeof Problem>;
