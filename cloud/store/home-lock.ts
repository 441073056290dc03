import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asDatabaseError } from './database.ts';

/** Held by one process; the database frees it the moment that process is gone. */
export interface HomeLock {
  /** Resolves when the connection that holds it broke. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** The lock of this name in this database, or null when somebody else still holds it as the signal aborts. Tries at least once. */
export async function takeHomeLock(url: string, name: string, signal: AbortSignal): Promise<HomeLock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'tapwright home server',
    keepAlive: true,
  });
  let lose: () => void = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  client.on('error', () => lose());
  const release = async () => {
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name]);
      if (rows[0]?.taken === true) return { lost, release };
      if (signal.aborted) {
        await release();
        return null;
      }
      await sleep(100);
    }
  } catch (error) {
    await release();
    throw asDatabaseError(error);
  }
}

export async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
