import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../cloud/store/embedded-postgres.ts';
import { migrateDatabase } from '../cloud/store/migrate.ts';

/** One Postgres for the whole run, without fsync, with a migrated database `template` that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), 'tapwright-test-postgres-'));
  const postgres = await startEmbeddedPostgres({ home, fast: true, signal: AbortSignal.timeout(60_000) });
  const admin = new pg.Client({ connectionString: postgres.adminUrl('postgres') });
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  await migrateDatabase({
    adminUrl: postgres.adminUrl('template'),
    service: { user: postgres.service.user, create: { password: postgres.service.password } },
  });
  project.provide('postgresUrl', postgres.adminUrl('postgres'));
  project.provide('postgresService', postgres.service);
  return async () => {
    await postgres.destroy();
    rmSync(home, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's address of the run's Postgres. */
    postgresUrl: string;
    postgresService: { readonly user: string; readonly password: string };
  }
}
