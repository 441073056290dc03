import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { AppError } from '../../world/errors.ts';

/** One transaction of one tenant, as the role that may read and insert and no more. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Database {
  /**
   * Runs `work` in one transaction that sees this tenant alone (rule C6). Throws AppError `database_failed` when the database is away or
   * refuses; an AppError from `work` passes through. Nothing of `work` is kept unless it resolves.
   */
  inTenant<T>(tenant: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects as the service. The first use opens the first connection. */
export function openDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'tapwright',
  });
  // An idle connection that breaks is replaced at the next use; that use says so when it cannot be.
  pool.on('error', () => {});
  const db = drizzle(pool);
  return {
    async inTenant(tenant, work) {
      try {
        return await db.transaction(async (tx) => {
          await tx.execute(sql`select set_config('role', 'tapwright_app', true), set_config('tapwright.tenant', ${tenant}, true)`);
          return work(tx);
        });
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    close: () => pool.end(),
  };
}

/** What Postgres or the driver said, without the statement and its values. */
export function asDatabaseError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new AppError('database_failed', `the database refused or did not answer: ${messageOf(cause)}`, { cause });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
