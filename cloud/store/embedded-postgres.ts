import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../world/errors.ts';
import { type Cluster, initialise, locateCluster, notePort, putStrangerAside, readRecord, removeCluster } from './cluster.ts';
import { postgresEnvironment } from './postgres-software.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** An existing folder; it belongs to this database as long as it exists. */
  readonly home: string;
  /** Without fsync: for tests, where a crash of the machine may lose everything. */
  readonly fast?: boolean;
  readonly signal: AbortSignal;
}

export interface EmbeddedPostgres {
  readonly port: number;
  readonly pid: number;
  /** It was running already, left behind by a killed process. */
  readonly adopted: boolean;
  /** The cluster's superuser. */
  adminUrl(database: string): string;
  /** A login without rights of its own, made by the first migration that names it. */
  readonly service: { readonly user: string; readonly password: string };
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends sessions and the server; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  destroy(): Promise<void>;
}

const startWithinMs = 60_000;
const superuser = 'postgres';

/**
 * The Postgres of one home, on a random loopback port: the one that runs already, or a new one. Two at once on one home end up with the
 * same server: Postgres itself locks its data folder. Throws `database_failed`, or `timed_out` after a minute.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { home, fast = false } = options;
  const cluster = locateCluster(realpathSync(home));
  putStrangerAside(cluster);
  const record = readRecord(cluster);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(startWithinMs)]);
  initialise(cluster, record.password, fast);

  const url = (port: number, database: string) => `postgres://${superuser}:${record.password}@127.0.0.1:${port}/${database}`;
  const answers = (port: number) => servesFrom(url(port, 'postgres'), cluster.dataDir);
  let child: ChildProcess | null = null;
  let preferred = record.port;
  for (;;) {
    if (signal.aborted) {
      await endChild(child);
      throw abortion(options.signal, cluster);
    }
    const running = readPostmaster(cluster.dataDir);
    if (running !== null && isPostmasterOf(running.pid, cluster.dataDir)) {
      if (await answers(running.port)) {
        notePort(cluster, record, running.port);
        return runningServer(cluster, running.pid, running.port, child?.pid !== running.pid, url, record.servicePassword);
      }
    } else if (child === null || child.exitCode !== null || child.signalCode !== null) {
      if (child !== null) preferred = judgeFailedStart(cluster);
      if (running !== null && readPostmaster(cluster.dataDir)?.pid === running.pid)
        rmSync(path.join(cluster.dataDir, 'postmaster.pid'), { force: true });
      child = launch(cluster, await freePort(preferred), fast);
    }
    await sleep(25);
  }
}

function runningServer(
  cluster: Cluster,
  pid: number,
  port: number,
  adopted: boolean,
  url: (port: number, database: string) => string,
  servicePassword: string,
): EmbeddedPostgres {
  const gone = () => !isPostmasterOf(pid, cluster.dataDir);
  const ended = (async () => {
    while (!gone()) await sleep(500, undefined, { ref: false });
  })();
  const stop = async () => {
    // Fast shutdown first; immediate shutdown when a session does not let go.
    for (const [name, withinMs] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      if (gone()) return;
      try {
        process.kill(pid, name);
      } catch {
        return;
      }
      for (const until = performance.now() + withinMs; performance.now() < until; ) {
        if (gone()) return;
        await sleep(10);
      }
    }
    throw new AppError('timed_out', `the embedded Postgres (process ${pid}) did not stop`);
  };
  return {
    port,
    pid,
    adopted,
    adminUrl: (database) => url(port, database),
    service: { user: 'tapwright_service', password: servicePassword },
    ended,
    stop,
    destroy: async () => {
      await stop();
      removeCluster(cluster);
    },
  };
}

/** In its own process group and with a file for its log, so that it outlives us in one piece when we are killed. */
function launch(cluster: Cluster, port: number, fast: boolean): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=32MB',
    'max_connections=80',
    ...(fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  const log = openSync(cluster.logFile, logIsLarge(cluster.logFile) ? 'w' : 'a', 0o600);
  const args = ['-D', cluster.dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(path.join(cluster.software, 'bin/postgres'), args, {
    ...cluster.runAs,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.on('error', () => {});
  child.unref();
  return child;
}

/** A start that lost a race, for the data folder or for the port, is tried again, on another port; any other failure is final. */
function judgeFailedStart(cluster: Cluster): number {
  const said = logTail(cluster);
  if (/lock file "postmaster.pid"|could not (bind|create any TCP)|Address already in use/.test(said)) return 0;
  throw new AppError('database_failed', `the embedded Postgres did not start: ${said}`);
}

function abortion(caller: AbortSignal, cluster: Cluster): AppError {
  if (caller.aborted) return new AppError('cancelled', 'stopped while the embedded Postgres was starting', { cause: caller.reason });
  return new AppError('timed_out', `the embedded Postgres did not answer within ${startWithinMs / 1000} s: ${logTail(cluster)}`);
}

/** A server of ours that never answered. */
async function endChild(child: ChildProcess | null): Promise<void> {
  const running = () => child !== null && child.exitCode === null && child.signalCode === null;
  for (const name of ['SIGINT', 'SIGKILL'] as const) {
    if (running()) child?.kill(name);
    for (const until = performance.now() + 5_000; running() && performance.now() < until; ) await sleep(20);
  }
}

/** Whether the server at this address takes our password and serves this very data folder. */
async function servesFrom(url: string, dataDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === dataDir;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** `preferred` when it is free, so that addresses stay valid over a restart; else any. */
async function freePort(preferred: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(null));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
      });
    });
  const port = (preferred > 0 ? await tryPort(preferred) : null) ?? (await tryPort(0));
  if (port === null) throw new AppError('port_taken', 'no free port on 127.0.0.1 for the embedded Postgres');
  return port;
}

function logIsLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000;
}

function logTail(cluster: Cluster): string {
  try {
    return readFileSync(cluster.logFile, 'utf8').trim().split('\n').slice(-3).join(' | ').slice(-600);
  } catch {
    return 'nothing was logged';
  }
}
