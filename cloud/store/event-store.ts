import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import type { Envelope, EventOf } from '../../world/episode-event.ts';
import { AppError } from '../../world/errors.ts';
import { contentHash, saltedDigest } from './canonical.ts';
import type { Transaction } from './database.ts';
import { decisionRow, lockEpisode, recordConsequence, recordDecisions, stepRow, thinkingOf } from './decision-log.ts';
import { event as eventTable } from './schema.ts';
import { replaceThinking, restoreThinking, sameEvent } from './thinking.ts';
import { contextAfter, noContext, storedContext, type TurnContext } from './turn-context.ts';

/**
 * Stores what of an upload is new, in order and without a gap, with the decisions and their consequences; answers with the highest seq
 * stored. What is stored already must be the same: throws `conflict` when it is not, or when events are missing before the upload.
 */
export async function appendEvents(tx: Transaction, tenant: string, episodeId: string, upload: readonly Envelope[]): Promise<number> {
  checkOrder(episodeId, upload);
  await lockEpisode(tx, episodeId);
  const head = await headOf(tx, tenant, episodeId);
  const repeated = upload.filter(({ seq }) => seq <= head.seq);
  const fresh = upload.filter(({ seq }) => seq > head.seq);
  await checkRepeated(tx, tenant, episodeId, repeated);
  const first = fresh[0];
  if (first === undefined) return head.seq;
  if (first.seq !== head.seq + 1) {
    throw new AppError(
      'conflict',
      `events of ${episodeId} are stored through ${head.seq} and the upload begins at ${first.seq}; send from ${head.seq + 1}`,
    );
  }

  let context = head.seq === 0 ? noContext : await storedContext(tx, tenant, episodeId);
  let previousHash = head.hash;
  const rows: (typeof eventTable.$inferInsert)[] = [];
  for (const envelope of fresh) {
    const { seq, at, event } = envelope;
    context = contextAfter(context, event);
    const body = event.type === 'turn.planned' ? await storeTurn(tx, tenant, envelope, event, context) : event;
    const row = { tenant, episodeId, seq, at, type: event.type, body, previousHash };
    previousHash = eventHash(row);
    rows.push({ ...row, hash: previousHash });
    await recordConsequence(tx, tenant, envelope);
  }
  await tx.insert(eventTable).values(rows);
  return head.seq + fresh.length;
}

export function eventHash(row: Omit<typeof eventTable.$inferInsert, 'hash'>): string {
  const { tenant, episodeId, seq, at, type, body, previousHash } = row;
  return contentHash({ tenant, episodeId, seq, at, type, body, previousHash });
}

/** All events of an episode in order, as they were uploaded; `withThinking` false leaves every thinking out. */
export async function readEvents(tx: Transaction, tenant: string, episodeId: string, withThinking: boolean): Promise<Envelope[]> {
  const rows = await tx
    .select()
    .from(eventTable)
    .where(and(eq(eventTable.tenant, tenant), eq(eventTable.episodeId, episodeId)))
    .orderBy(asc(eventTable.seq));
  const homes = withThinking
    ? await thinkingOf(
        tx,
        tenant,
        rows.flatMap(({ body }) => decisionIdsOf(body)),
      )
    : new Map();
  return rows.map(({ seq, at, body }) => ({ episode_id: episodeId, seq, at, event: restoreThinking(body, homes) }));
}

function checkOrder(episodeId: string, upload: readonly Envelope[]): void {
  upload.forEach(({ episode_id, seq }, i) => {
    if (episode_id !== episodeId)
      throw new AppError('request_invalid', `event ${seq} belongs to episode ${episode_id}, not to ${episodeId}`);
    const before = upload[i - 1];
    if (before !== undefined && seq !== before.seq + 1) {
      throw new AppError('conflict', `event ${seq} follows event ${before.seq} in the upload; seq must go up by one`);
    }
  });
}

async function headOf(tx: Transaction, tenant: string, episodeId: string): Promise<{ seq: number; hash: string | null }> {
  const [head] = await tx
    .select({ seq: eventTable.seq, hash: eventTable.hash })
    .from(eventTable)
    .where(and(eq(eventTable.tenant, tenant), eq(eventTable.episodeId, episodeId)))
    .orderBy(desc(eventTable.seq))
    .limit(1);
  return head ?? { seq: 0, hash: null };
}

async function checkRepeated(tx: Transaction, tenant: string, episodeId: string, repeated: readonly Envelope[]): Promise<void> {
  const [first, last] = [repeated[0], repeated.at(-1)];
  if (first === undefined || last === undefined) return;
  const rows = await tx
    .select()
    .from(eventTable)
    .where(
      and(
        eq(eventTable.tenant, tenant),
        eq(eventTable.episodeId, episodeId),
        gte(eventTable.seq, first.seq),
        lte(eventTable.seq, last.seq),
      ),
    )
    .orderBy(asc(eventTable.seq));
  const homes = await thinkingOf(
    tx,
    tenant,
    rows.flatMap(({ body }) => decisionIdsOf(body)),
  );
  repeated.forEach((uploaded, i) => {
    const row = rows[i];
    const restored = row && { episode_id: episodeId, seq: row.seq, at: row.at, event: restoreThinking(row.body, homes) };
    if (row === undefined || restored === undefined || !sameEvent(row.body, restored, uploaded)) {
      throw new AppError('conflict', `event ${uploaded.seq} of ${episodeId} is stored already, with other content`);
    }
  });
}

function decisionIdsOf(body: unknown): string[] {
  const { type, steps, decisions } = body as EventOf<'turn.planned'>;
  return type === 'turn.planned' ? [...decisions, ...steps].map(({ decisionId }) => decisionId) : [];
}

/** Writes the turn's decisions and answers with the turn as it is stored: a digest for each thinking. */
async function storeTurn(
  tx: Transaction,
  tenant: string,
  { episode_id: episodeId, seq, at }: Envelope,
  turn: EventOf<'turn.planned'>,
  { taskId, step, page, observationHash, promptVersion, planner }: TurnContext,
): Promise<unknown> {
  const context = {
    taskId,
    episodeId,
    seq,
    step,
    at,
    page,
    observationHash,
    promptVersion,
    requestSha256: null,
    toolsHash: null,
    shadow: false,
  };
  const rationaleOf = new Map(turn.steps.map((each) => [each.decisionId, each.rationale]));
  const decided = new Set(turn.decisions.map(({ decisionId }) => decisionId));
  const rows = [
    ...turn.decisions.map((decision) => decisionRow(decision, rationaleOf.get(decision.decisionId) ?? null, context)),
    ...turn.steps.filter(({ decisionId }) => !decided.has(decisionId)).map((each) => stepRow(each, planner, context)),
  ];
  const homes = await recordDecisions(tx, tenant, episodeId, rows);
  return replaceThinking(turn, (decisionId, thinking) => {
    const home = homes.get(decisionId);
    // Another text than the home's is not kept; its digest says that there was one.
    return { thinking_digest: saltedDigest(home?.thinkingSalt ?? randomBytes(16).toString('hex'), thinking) };
  });
}
