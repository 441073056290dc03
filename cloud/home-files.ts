import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../world/errors.ts';
import { makeFolder } from './make-folder.ts';
import { replaceFile, writeOnce } from './write-once.ts';

export interface Home {
  /** Its real path. */
  readonly path: string;
  /** The home's own key, which has all scopes. */
  readonly key: string;
}

/** Makes the home (mode 0700) and its key (mode 0600) when they are not there. Throws `home_unwritable`. */
export function openHome(home: string): Home {
  try {
    makeFolder(path.join(home, 'cloud'), 0o700);
    const real = realpathSync(home);
    return { path: real, key: writeOnce(path.join(real, 'cloud', 'key'), `tw_${randomBytes(32).toString('base64url')}`) };
  } catch (error) {
    throw new AppError('home_unwritable', `the home ${home} cannot be written: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** Where the home server listens, or listened when it was killed. */
const HomeServerInfo = z.object({ pid: z.number().int().positive(), port: z.number().int().positive() });
export type HomeServerInfo = z.infer<typeof HomeServerInfo>;

const infoFile = (home: string) => path.join(home, 'cloud', 'home-server.json');

export function readInfo(home: string): HomeServerInfo | null {
  try {
    return HomeServerInfo.parse(JSON.parse(readFileSync(infoFile(home), 'utf8')));
  } catch {
    return null;
  }
}

export function writeInfo(home: string, info: HomeServerInfo): void {
  replaceFile(infoFile(home), JSON.stringify(info));
}

export function removeInfo(home: string): void {
  rmSync(infoFile(home), { force: true });
}

const startedFile = (home: string) => path.join(home, 'cloud', 'started.pid');

/** The process that was started last to serve this home, so that a second program waits for it and does not start another. */
export function noteStarted(home: string, pid: number): void {
  replaceFile(startedFile(home), String(pid));
}

export function readStarted(home: string): number | null {
  try {
    return z.coerce
      .number()
      .int()
      .positive()
      .parse(readFileSync(startedFile(home), 'utf8'));
  } catch {
    return null;
  }
}

export function logFile(home: string): string {
  return path.join(home, 'cloud', 'home-server.log');
}

/** Shows that somebody holds the key without showing the key. */
export function proof(key: string, challenge: string): string {
  return createHmac('sha256', key).update(challenge).digest('hex');
}
