import { and, asc, eq } from 'drizzle-orm';
import { saltedDigest } from './canonical.ts';
import type { Transaction } from './database.ts';
import { decisionHash } from './decision-log.ts';
import { eventHash } from './event-store.ts';
import { decisionLog, event } from './schema.ts';

/** The first row that is not what was written, or that all is as it was. */
export type Verification =
  | { readonly intact: true; readonly events: number; readonly decisions: number }
  | { readonly intact: false; readonly table: 'event' | 'planner_decision_log'; readonly row: string; readonly because: string };

/** Recomputes both hash chains of an episode, and the digest of every thinking that is still there (rule C5). */
export async function verifyEpisode(tx: Transaction, tenant: string, episodeId: string): Promise<Verification> {
  const events = await tx
    .select()
    .from(event)
    .where(and(eq(event.tenant, tenant), eq(event.episodeId, episodeId)))
    .orderBy(asc(event.seq));
  let previous: string | null = null;
  for (const [i, row] of events.entries()) {
    const broken = (because: string): Verification => ({ intact: false, table: 'event', row: `seq ${row.seq}`, because });
    if (row.seq !== i + 1) return broken(`event ${i + 1} is missing before it`);
    if (row.previousHash !== previous) return broken('it does not follow the row before it');
    if (row.hash !== eventHash(row)) return broken('its content is not what was hashed');
    previous = row.hash;
  }

  const decisions = await tx
    .select()
    .from(decisionLog)
    .where(and(eq(decisionLog.tenant, tenant), eq(decisionLog.episodeId, episodeId)))
    .orderBy(asc(decisionLog.position));
  previous = null;
  for (const [i, row] of decisions.entries()) {
    const broken = (because: string): Verification => ({
      intact: false,
      table: 'planner_decision_log',
      row: `decision ${row.decisionId}`,
      because,
    });
    if (row.position !== i + 1) return broken(`decision number ${i + 1} is missing before it`);
    if (row.previousHash !== previous) return broken('it does not follow the row before it');
    if (row.hash !== decisionHash(row)) return broken('its content is not what was hashed');
    if (row.thinking !== null && (row.thinkingSalt === null || saltedDigest(row.thinkingSalt, row.thinking) !== row.thinkingDigest)) {
      return broken('its thinking is not what was hashed');
    }
    previous = row.hash;
  }
  return { intact: true, events: events.length, decisions: decisions.length };
}
