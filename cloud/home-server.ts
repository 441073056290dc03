import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../world/errors.ts';
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
  readonly onReady: () => void;
  readonly report: (line: string) => void;
  /** How long it stays after the last client has gone. */
  readonly lingerMs?: number;
}

const startWithinMs = 60_000;
const firstClientWithinMs = 30_000;

/**
 * The one background process of a home: supervises its Postgres (unless DATABASE_URL is set) and serves the cloud on loopback, until the
 * last client has gone or the signal aborts; then both are stopped. Resolves with `other` when another one serves this home already.
 */
export async function runHomeServer(options: HomeServerOptions): Promise<'stopped' | 'other'> {
  const { path: home, key } = openHome(options.home);
  const base = await takeBase(home, key, options);
  if (base === 'other') return 'other';
  const { postgres, lock, addresses } = base;
  let cloud: Cloud | null = null;
  try {
    const { lingerMs = 3_000, clientFor, settings, signal, report } = options;
    const served: CloudOptions = {
      ...addresses,
      port: readInfo(home)?.port ?? 0,
      orAnyPort: true,
      homeKey: key,
      clientFor,
      secrets: settings.secrets,
      presence: { firstWithinMs: firstClientWithinMs, lingerMs, about: aboutSettings(settings, key) },
      report: (error) => report(`${error.code}: ${error.message}`),
      signal: new AbortController().signal,
    };
    cloud = await startCloud(served);
    writeInfo(home, { pid: process.pid, port: cloud.port });
    options.onReady();
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const lost = lock.lost.then(() => {
      throw new AppError('database_failed', 'the connection to the database was lost');
    });
    await Promise.race([aborted, lost, cloud.presence?.lonely ?? aborted]);
    removeInfo(home);
    return 'stopped';
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
 * A database, and the lock in it that makes us the only server of the home; the database lets go of it when we are killed. A Postgres
 * that another server is just stopping goes away under us: then we start again.
 */
async function takeBase(home: string, key: string, { settings, signal }: HomeServerOptions): Promise<Base | 'other'> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(startWithinMs)]);
  for (;;) {
    const given = settings.database;
    const postgres = given === null ? await startEmbeddedPostgres({ home, signal: deadline }) : null;
    try {
      const lock = await takeHomeLock(postgres?.adminUrl('postgres') ?? given?.adminUrl ?? '', proof(key, 'the home server'), 5_000);
      if (lock === null) return 'other';
      if (given !== null) return { postgres, lock, addresses: { databaseUrl: given.url, adminUrl: given.adminUrl } };
      if (postgres !== null) {
        await createDatabase(postgres.adminUrl('postgres'), database);
        return { postgres, lock, addresses: embeddedAddresses(postgres) };
      }
    } catch (error) {
      if (given !== null || deadline.aborted) throw asAppError(error);
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
