import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../cloud/store/database.ts';

export interface TestDatabase {
  /** As the service: no owner of anything. */
  readonly url: string;
  /** As the superuser. */
  readonly adminUrl: string;
  readonly database: Database;
  /** One statement as the superuser, who is stopped by triggers but not by row-level security. */
  asAdmin(statement: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** A copy of the migrated template; `close` drops it. */
export async function createTestDatabase(template = 'template'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const postgres = inject('postgresUrl');
  await once(postgres, `create database ${name} template ${template} strategy file_copy`);
  const at = (user: string | null, password: string | null) => {
    const url = new URL(postgres);
    url.pathname = `/${name}`;
    if (user !== null && password !== null) [url.username, url.password] = [user, password];
    return url.href;
  };
  const { user, password } = inject('postgresService');
  const url = at(user, password);
  const adminUrl = at(null, null);
  const database = openDatabase(url);
  return {
    url,
    adminUrl,
    database,
    asAdmin: (statement, values) => once(adminUrl, statement, values),
    close: async () => {
      await database.close();
      await once(postgres, `drop database ${name} with (force)`);
    },
  };
}

/** For one test: closed when the test ends. */
export async function useTestDatabase(template?: string): Promise<TestDatabase> {
  const created = await createTestDatabase(template);
  onTestFinished(() => created.close());
  return created;
}

export async function once(url: string, statement: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
