import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../world/errors.ts';
import type { ClientFor } from './api/services.ts';
import { type CloudSettings, databaseSettings, modelSettings } from './config.ts';
import { openHome, proof, readInfo, removeInfo, writeInfo } from './home-files.ts';
import { settingProof } from './setting-proof.ts';
import { type Cloud, type CloudOptions, startCloud } from './start-cloud.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './store/embedded-postgres.ts';
import { createDatabase, type HomeLock, takeHomeLock } from './store/home-lock.ts';

export interface HomeServerOptions {
  readonly home: string;
  readonly settings: CloudSettings;
  readonly clientFor: ClientFor;
  readonly signal: AbortSignal;
  /** Aborts when whoever started this has got its place, or has gone. A server without clients is then not needed. */
  readonly starterGone: AbortSignal;
  readonly report: (line: string) => void;
  /** How long it stays after the last client has gone. */
  readonly lingerMs?: number;
}

const startWithinMs = 60_000;
const firstClientWithinMs = 30_000;

/**
 * The one background process of a home: supervises its Postgres (unless DATABASE_URL is set) and serves the cloud on loopback, until the
 * last client has gone or the signal aborts; then both are stopped. Resolves at once when another one serves this home already.
 */
export async function runHomeServer(options: HomeServerOptions): Promise<void> {
  const { path: home, key } = openHome(options.home);
  const base = await takeBase(home, key, options);
  if (base === null) return;
  const { postgres, lock, addresses } = base;
  let cloud: Cloud | null = null;
  try {
    const { lingerMs = 3_000, clientFor, settings, signal, starterGone, report } = options;
    const served: CloudOptions = {
      ...addresses,
      port: readInfo(home)?.port ?? 0,
      orAnyPort: true,
      homeKey: key,
      clientFor,
      secrets: settings.secrets,
      presence: { firstWithinMs: firstClientWithinMs, lingerMs, starterGone, about: aboutSettings(settings, key) },
      report: (error) => report(`${error.code}: ${error.message}`),
      signal: new AbortController().signal,
    };
    if (signal.aborted || starterGone.aborted) return;
    cloud = await startCloud(served);
    writeInfo(home, { pid: process.pid, port: cloud.port });
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const lost = lock.lost.then(() => {
      throw new AppError('database_failed', 'the connection to the database was lost');
    });
    await Promise.race([aborted, lost, cloud.presence?.lonely ?? aborted]);
    removeInfo(home);
  } finally {
    await cloud?.close();
    await lock.release();
    await postgres?.stop();
  }
}

interface Base {
  readonly postgres: EmbeddedPostgres | null;
  readonly lock: HomeLock;
  readonly addresses: Pick<CloudOptions, 'databaseUrl' | 'adminUrl' | 'createService'>;
}

/**
 * A database, and the lock in it that makes us the only server of the home; the database lets go of it when we are killed. Null when
 * nobody needs us any more and another server holds the lock. A Postgres that another server is just stopping goes away under us: then
 * we start again.
 */
async function takeBase(home: string, key: string, { settings, signal, starterGone }: HomeServerOptions): Promise<Base | null> {
  const deadline = AbortSignal.any([signal, starterGone, AbortSignal.timeout(startWithinMs)]);
  const lockName = proof(key, 'the home server');
  const given = settings.database;
  if (given !== null) {
    const lock = await takeHomeLock(given.adminUrl, lockName, deadline);
    return lock === null ? null : { postgres: null, lock, addresses: { databaseUrl: given.url, adminUrl: given.adminUrl } };
  }
  for (;;) {
    const postgres = await startEmbeddedPostgres({ home, signal: deadline });
    let lock: HomeLock | null = null;
    try {
      lock = await takeHomeLock(postgres.adminUrl('postgres'), lockName, deadline);
      if (lock === null) return null;
      await createDatabase(postgres.adminUrl('postgres'), database);
      return { postgres, lock, addresses: embeddedAddresses(postgres) };
    } catch (error) {
      await lock?.release();
      if (deadline.aborted) throw error;
      await sleep(100);
    }
  }
}

const database = 'tapwright';

function embeddedAddresses(postgres: EmbeddedPostgres): Base['addresses'] {
  const adminUrl = postgres.adminUrl(database);
  const url = new URL(adminUrl);
  url.username = postgres.service.user;
  url.password = postgres.service.password;
  return { databaseUrl: url.href, adminUrl, createService: { password: postgres.service.password } };
}

/** For clients to compare with their own settings, without a value being told. */
export function aboutSettings(settings: CloudSettings, key: string): Record<string, string | null> {
  return Object.fromEntries([...databaseSettings, ...modelSettings].map((name) => [name, settingProof(settings.env[name], name, key)]));
}
