import pg from 'pg';
import { asDatabaseError } from './database.ts';

/**
 * Empties the thinking of decisions made before `before` (milliseconds since the epoch), for good; answers with how many. Needs a login
 * that may become `tapwright_retention`, which the service's may not. Hash chains stay whole: they hold a digest (rules P42, C5).
 */
export async function eraseThinking(adminUrl: string, tenant: string, before: number): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, statement_timeout: 60_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin');
    await client.query(`select set_config('role', 'tapwright_retention', true), set_config('tapwright.tenant', $1, true)`, [tenant]);
    const { rowCount } = await client.query(
      'update planner_decision_log set thinking = null, thinking_salt = null where tenant = $1 and at < $2 and thinking is not null',
      [tenant, before],
    );
    await client.query('commit');
    return rowCount ?? 0;
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
