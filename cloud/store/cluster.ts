import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../world/errors.ts';
import { makeFolder } from '../make-folder.ts';
import { replaceFile, writeOnce } from '../write-once.ts';
import { sha256 } from './canonical.ts';
import { postgresEnvironment, postgresSoftware, type RunAs } from './postgres-software.ts';
import { dismissPostmaster } from './postmaster.ts';
import { isTemporary, noteHome, sweepClusters } from './sweep-clusters.ts';

/** Kept in the home, mode 0600. The port is where the server was seen last. */
const ClusterRecord = z.object({ port: z.number().int(), password: z.string(), servicePassword: z.string() });
export type ClusterRecord = z.infer<typeof ClusterRecord>;

/** Where the database of one home lives, and as whom it runs. */
export interface Cluster {
  readonly home: string;
  readonly recordFile: string;
  readonly logFile: string;
  /** Holds the data folder and nothing else of worth; removed as a whole by `removeCluster`. */
  readonly place: string;
  readonly dataDir: string;
  readonly runAs: RunAs;
  readonly software: string;
}

/** Postgres refuses to run as root, and its tools cannot work below a folder closed to the user they run as (a 0700 home). */
const placesForRoot = '/var/lib/tapwright';

/** `home` is a real path. */
export function locateCluster(home: string): Cluster {
  const folder = path.join(home, 'postgres');
  makeFolder(folder, 0o700);
  const recordFile = path.join(folder, 'server.json');
  const logFile = path.join(folder, 'postgres.log');
  if (process.getuid?.() !== 0) {
    return {
      home,
      recordFile,
      logFile,
      place: folder,
      dataDir: path.join(folder, 'data'),
      runAs: null,
      software: postgresSoftware(null, folder),
    };
  }
  makeFolder(placesForRoot, 0o755);
  if (statSync(placesForRoot).uid !== 0)
    throw new AppError('database_failed', `${placesForRoot} belongs to another user; it must belong to root`);
  sweepClusters(placesForRoot);
  const place = path.join(placesForRoot, sha256(home).slice(0, 16));
  const dataDir = path.join(place, 'data');
  const runAs = existsSync(dataDir) ? ownerOf(dataDir) : unprivilegedUser();
  return { home, recordFile, logFile, place, dataDir, runAs, software: postgresSoftware(runAs, placesForRoot) };
}

/**
 * A cluster without its record belonged to an earlier home of this name; its password is gone. A temporary home's is removed, any other
 * is put aside.
 */
export function putStrangerAside(cluster: Cluster): void {
  const stranger = cluster.runAs === null ? cluster.dataDir : cluster.place;
  if (!existsSync(stranger) || existsSync(cluster.recordFile)) return;
  dismissPostmaster(cluster.dataDir, 'SIGQUIT');
  const aside = `${stranger}.left-${randomBytes(4).toString('hex')}`;
  renameSync(stranger, aside);
  if (isTemporary(cluster.home)) rmSync(aside, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

export function readRecord(cluster: Cluster): ClusterRecord {
  const password = () => randomBytes(24).toString('base64url');
  const fresh: ClusterRecord = { port: 0, password: password(), servicePassword: password() };
  return ClusterRecord.parse(JSON.parse(writeOnce(cluster.recordFile, JSON.stringify(fresh))));
}

export function notePort(cluster: Cluster, record: ClusterRecord, port: number): void {
  if (record.port !== port) replaceFile(cluster.recordFile, JSON.stringify({ ...record, port }));
}

/** Makes the data folder when it is not there: complete or not at all, so that two starters at once end with one. */
export function initialise(cluster: Cluster, password: string, fast: boolean): void {
  const { place, dataDir, runAs, software } = cluster;
  if (existsSync(path.join(dataDir, 'PG_VERSION'))) return;
  makeFolder(place, 0o700);
  if (runAs !== null) {
    chownSync(place, runAs.uid, runAs.gid);
    noteHome(place, cluster.home);
  }
  const mark = randomBytes(4).toString('hex');
  const aside = path.join(place, `data.new-${mark}`);
  const passwordFile = path.join(place, `password-${mark}`);
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (runAs !== null) chownSync(passwordFile, runAs.uid, runAs.gid);
    const flags = [
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ];
    const made = spawnSync(
      path.join(software, 'bin/initdb'),
      ['-D', aside, ...flags, '--no-instructions', ...(fast ? ['--no-sync'] : [])],
      {
        ...runAs,
        cwd: '/',
        env: postgresEnvironment,
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    if (made.status !== 0) throw new AppError('database_failed', `initdb failed: ${(made.error?.message ?? made.stderr).trim()}`);
    try {
      renameSync(aside, dataDir);
    } catch (error) {
      if (!existsSync(path.join(dataDir, 'PG_VERSION'))) throw error;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(aside, { recursive: true, force: true });
  }
}

export function removeCluster(cluster: Cluster): void {
  rmSync(cluster.runAs === null ? cluster.dataDir : cluster.place, { recursive: true, force: true });
  rmSync(cluster.recordFile, { force: true });
}

function ownerOf(folder: string): RunAs {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

function unprivilegedUser(): RunAs {
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8', timeout: 5_000 }).stdout?.trim();
    const [uid, gid] = [Number(id('-u') || Number.NaN), Number(id('-g') || Number.NaN)];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new AppError(
    'database_failed',
    'running as root, and there is neither a user `postgres` nor `nobody` to run the embedded Postgres as; set DATABASE_URL',
  );
}
