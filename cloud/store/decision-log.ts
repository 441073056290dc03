import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Envelope } from '../../world/episode-event.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';
import { contentHash, saltedDigest } from './canonical.ts';
import type { Transaction } from './database.ts';
import { decisionApproval, decisionLog, decisionOutcome, decisionVerdict } from './schema.ts';
import type { StoredThinking } from './thinking.ts';

/** The only module that writes decisions, verdicts, approvals and outcomes. */

/** What a decision was made from. */
export interface DecisionContext {
  readonly taskId: string;
  readonly episodeId: string;
  readonly seq: number;
  readonly step: number;
  readonly at: number;
  readonly page: string;
  readonly observationHash: string | null;
  readonly promptVersion: string;
  readonly requestSha256: string | null;
  readonly toolsHash: string | null;
  readonly shadow: boolean;
}

type Row = typeof decisionLog.$inferSelect;
type NewRow = typeof decisionLog.$inferInsert;
type Content = Omit<NewRow, 'tenant' | 'position' | 'thinkingSalt' | 'thinkingDigest' | 'previousHash' | 'hash'>;

/** A model's tool call as a row. `rationale` as the step has it, or by rule P41 from the decision itself. */
export function decisionRow(decision: ToolCallDecision, rationale: string | null, context: DecisionContext): Content {
  const { decisionId, toolName, args, purpose, expectedOutcome, thinking, thinkingOmitted, provider, model, usage, latencyMs, stopReason } =
    decision;
  return {
    ...context,
    decisionId,
    toolName,
    args,
    purpose,
    expectedOutcome,
    rationale,
    thinking,
    thinkingOmitted,
    provider,
    model,
    usage,
    costUsd: usage?.costUsd ?? null,
    latencyMs,
    stopReason,
    providerRequestId: decision.requestId,
  };
}

/** A step that no model decided (a skill's, a person's) as a row, so that every device action has one. */
export function stepRow(step: PlannedStep, planner: string, context: DecisionContext): Content {
  const { decisionId, rationale, thinking, kind, ...rest } = step;
  const { name, ...args } = step.kind === 'act' ? step.action : { name: kind, ...rest };
  return {
    ...context,
    decisionId,
    toolName: name,
    args,
    purpose: step.kind === 'act' ? step.purpose : null,
    expectedOutcome: step.kind === 'act' ? step.expectedOutcome : null,
    rationale,
    thinking,
    thinkingOmitted: false,
    provider: 'tapwright',
    model: planner,
    usage: null,
    costUsd: null,
    latencyMs: 0,
    stopReason: 'none',
    providerRequestId: null,
  };
}

/**
 * Adds those rows whose decision is not there yet (the first writer wins, which is the proxy) to the end of the episode's hash chain.
 * Answers with where the thinking of all of them is kept. The caller holds the episode's lock (`lockEpisode`).
 */
export async function recordDecisions(
  tx: Transaction,
  tenant: string,
  episodeId: string,
  rows: readonly Content[],
): Promise<Map<string, StoredThinking>> {
  const homes = await thinkingOf(
    tx,
    tenant,
    rows.map((row) => row.decisionId),
  );
  const absent = rows.filter(
    (row, i) => !homes.has(row.decisionId) && rows.findIndex((other) => other.decisionId === row.decisionId) === i,
  );
  if (absent.length === 0) return homes;

  const [head] = await tx
    .select({ position: decisionLog.position, hash: decisionLog.hash })
    .from(decisionLog)
    .where(and(eq(decisionLog.tenant, tenant), eq(decisionLog.episodeId, episodeId)))
    .orderBy(desc(decisionLog.position))
    .limit(1);
  let position = head?.position ?? 0;
  let previousHash = head?.hash ?? null;
  const chained: NewRow[] = [];
  for (const content of absent) {
    position += 1;
    const thinkingSalt = content.thinking == null ? null : randomBytes(16).toString('hex');
    const thinkingDigest = content.thinking == null || thinkingSalt === null ? null : saltedDigest(thinkingSalt, content.thinking);
    const row = { ...content, tenant, position, thinkingSalt, thinkingDigest, previousHash };
    const hash = decisionHash(row);
    chained.push({ ...row, hash });
    homes.set(content.decisionId, { thinking: content.thinking ?? null, thinkingSalt, thinkingDigest });
    previousHash = hash;
  }
  await tx.insert(decisionLog).values(chained);
  return homes;
}

/** Over every column but the thinking and its salt, for which the digest stands. */
export function decisionHash(row: Omit<Row | NewRow, 'hash'>): string {
  const { thinking: _thinking, thinkingSalt: _salt, hash: _hash, ...hashed } = row as NewRow;
  return contentHash(hashed);
}

export async function thinkingOf(tx: Transaction, tenant: string, decisionIds: readonly string[]): Promise<Map<string, StoredThinking>> {
  if (decisionIds.length === 0) return new Map();
  const { decisionId, thinking, thinkingSalt, thinkingDigest } = decisionLog;
  const rows = await tx
    .select({ decisionId, thinking, thinkingSalt, thinkingDigest })
    .from(decisionLog)
    .where(and(eq(decisionLog.tenant, tenant), inArray(decisionLog.decisionId, [...decisionIds])));
  return new Map(rows.map(({ decisionId: id, ...home }) => [id, home]));
}

/** The verdict, approval or outcome that an event tells of; the first one of a decision stays. */
export async function recordConsequence(tx: Transaction, tenant: string, { episode_id: episodeId, at, event }: Envelope): Promise<void> {
  switch (event.type) {
    case 'policy.judged': {
      const { decisionId, verdict, rule, effectClass } = event;
      await tx.insert(decisionVerdict).values({ tenant, decisionId, episodeId, at, verdict, rule, effectClass }).onConflictDoNothing();
      return;
    }
    case 'approval.given': {
      const { decisionId, granted, by: approver, note = null } = event;
      await tx.insert(decisionApproval).values({ tenant, decisionId, episodeId, at, granted, approver, note }).onConflictDoNothing();
      return;
    }
    case 'action.judged': {
      const { decisionId, success, effect, judgedBy, judge, observed, note = null } = event;
      await tx
        .insert(decisionOutcome)
        .values({ tenant, decisionId, episodeId, at, success, effect, judgedBy, judge, observed, note })
        .onConflictDoNothing();
      return;
    }
    default:
      return;
  }
}

/** Writers of one episode come one after another until the transaction ends. */
export async function lockEpisode(tx: Transaction, episodeId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${episodeId}, 0))`);
}
