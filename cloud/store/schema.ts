import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { losslessJson, losslessText } from './lossless.ts';

/**
 * Every table carries the tenant and is separated by forced row-level security; what is history may only be inserted
 * (migrations/0001_guards.sql). Moments are milliseconds since the epoch.
 */
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const tenant = text('tenant').notNull();

/** The journal as uploaded, stored once by (episode_id, seq). Thinking stands in `body` as its digest only. */
export const event = pgTable(
  'event',
  {
    tenant,
    episodeId: uuid('episode_id').notNull(),
    seq: integer('seq').notNull(),
    at: doublePrecision('at').notNull(),
    type: text('type').notNull(),
    body: losslessJson('body').notNull(),
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.episodeId, table.seq] }),
    index('event_episode_type').on(table.tenant, table.episodeId, table.type),
    index('event_started').on(table.tenant, table.at.desc()).where(sql`type = 'episode.started'`),
  ],
);

/** What the planner decided, written before the action. `thinking` is its one home in the cloud; hashes hold `thinking_digest`. */
export const decisionLog = pgTable(
  'planner_decision_log',
  {
    tenant,
    decisionId: losslessText('decision_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    /** Place in the episode's hash chain, from 1. */
    position: integer('position').notNull(),
    taskId: losslessText('task_id').notNull(),
    seq: integer('seq').notNull(),
    step: integer('step').notNull(),
    at: doublePrecision('at').notNull(),
    page: losslessText('page').notNull(),
    observationHash: text('observation_hash'),
    model: losslessText('model').notNull(),
    provider: losslessText('provider').notNull(),
    promptVersion: losslessText('prompt_version').notNull(),
    requestSha256: text('request_sha256'),
    toolsHash: text('tools_hash'),
    rationale: losslessText('rationale'),
    thinking: losslessText('thinking'),
    thinkingSalt: text('thinking_salt'),
    thinkingDigest: text('thinking_digest'),
    thinkingOmitted: boolean('thinking_omitted').notNull(),
    toolName: losslessText('tool_name').notNull(),
    args: losslessJson('args').notNull(),
    purpose: losslessText('purpose'),
    expectedOutcome: losslessText('expected_outcome'),
    stopReason: losslessText('stop_reason').notNull(),
    usage: losslessJson('usage'),
    costUsd: doublePrecision('cost_usd'),
    latencyMs: doublePrecision('latency_ms').notNull(),
    providerRequestId: losslessText('provider_request_id'),
    shadow: boolean('shadow').notNull(),
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.decisionId] }),
    uniqueIndex('planner_decision_log_chain').on(table.tenant, table.episodeId, table.position),
  ],
);

/** What the policy said of a decision, before the touch. */
export const decisionVerdict = pgTable(
  'planner_decision_verdict',
  {
    tenant,
    decisionId: losslessText('decision_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    at: doublePrecision('at').notNull(),
    verdict: text('verdict').notNull(),
    rule: losslessText('rule').notNull(),
    effectClass: text('effect_class').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.decisionId] })],
);

/** What a person answered where the verdict was `ask`. */
export const decisionApproval = pgTable(
  'planner_decision_approval',
  {
    tenant,
    decisionId: losslessText('decision_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    at: doublePrecision('at').notNull(),
    granted: boolean('granted').notNull(),
    approver: losslessText('approver').notNull(),
    note: losslessText('note'),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.decisionId] })],
);

/** What came of a decision, judged from the page. */
export const decisionOutcome = pgTable(
  'planner_decision_outcome',
  {
    tenant,
    decisionId: losslessText('decision_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    at: doublePrecision('at').notNull(),
    success: boolean('success').notNull(),
    effect: text('effect').notNull(),
    note: losslessText('note'),
    observed: losslessText('observed').notNull(),
    judgedBy: text('judged_by').notNull(),
    judge: losslessText('judge').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.decisionId] })],
);

/** Decision, verdict, approval and outcome in one row; defined in migrations/0001_guards.sql with the reader's own rights. */
export const decisionView = pgView('planner_decision_view', {
  tenant,
  decisionId: losslessText('decision_id').notNull(),
  episodeId: uuid('episode_id').notNull(),
  position: integer('position').notNull(),
  taskId: losslessText('task_id').notNull(),
  seq: integer('seq').notNull(),
  step: integer('step').notNull(),
  at: doublePrecision('at').notNull(),
  page: losslessText('page').notNull(),
  observationHash: text('observation_hash'),
  model: losslessText('model').notNull(),
  provider: losslessText('provider').notNull(),
  promptVersion: losslessText('prompt_version').notNull(),
  requestSha256: text('request_sha256'),
  toolsHash: text('tools_hash'),
  rationale: losslessText('rationale'),
  thinking: losslessText('thinking'),
  thinkingOmitted: boolean('thinking_omitted').notNull(),
  toolName: losslessText('tool_name').notNull(),
  args: losslessJson('args').notNull(),
  purpose: losslessText('purpose'),
  expectedOutcome: losslessText('expected_outcome'),
  stopReason: losslessText('stop_reason').notNull(),
  usage: losslessJson('usage'),
  costUsd: doublePrecision('cost_usd'),
  latencyMs: doublePrecision('latency_ms').notNull(),
  providerRequestId: losslessText('provider_request_id'),
  shadow: boolean('shadow').notNull(),
  previousHash: text('previous_hash'),
  hash: text('hash').notNull(),
  verdict: text('verdict'),
  verdictRule: losslessText('verdict_rule'),
  effectClass: text('effect_class'),
  approver: losslessText('approver'),
  granted: boolean('granted'),
  success: boolean('success'),
  effect: text('effect'),
  note: losslessText('note'),
  judgedBy: text('judged_by'),
}).existing();

/** Screenshots, page sources and requests, by the hash of their content. */
export const artifact = pgTable(
  'artifact',
  {
    tenant,
    sha256: text('sha256').notNull(),
    mediaType: text('media_type').notNull(),
    content: bytes('content').notNull(),
    at: doublePrecision('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.sha256] })],
);

/** A person asked this episode to stop; the host looks here before every action. */
export const episodeStop = pgTable(
  'episode_stop',
  {
    tenant,
    episodeId: uuid('episode_id').notNull(),
    at: doublePrecision('at').notNull(),
    requestedBy: losslessText('requested_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.episodeId] })],
);

/** Keys by their hash; the key itself is known to its holder alone (rule C7). */
export const apiKey = pgTable(
  'api_key',
  {
    tenant,
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: doublePrecision('created_at').notNull(),
    expiresAt: doublePrecision('expires_at'),
    revokedAt: doublePrecision('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.hash] })],
);
