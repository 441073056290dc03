import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../world/errors.ts';

/** The folders of one home. Two homes never meet: nothing here is shared with any other place. */
export interface Home {
  readonly root: string;
  readonly journals: string;
  readonly artifacts: string;
  readonly logs: string;
  readonly appium: string;
  readonly locks: string;
  readonly phoneFile: string;
}

/** Makes the home usable by its owner alone. Throws `home_unwritable` naming the folder. */
export function openHome(root: string): Home {
  const home: Home = {
    root,
    journals: join(root, 'episodes'),
    artifacts: join(root, 'artifacts'),
    logs: join(root, 'logs'),
    appium: join(root, 'appium'),
    locks: join(root, 'locks'),
    phoneFile: join(root, 'phone.json'),
  };
  try {
    const fresh = !existsSync(root);
    for (const folder of [root, home.journals, home.artifacts, home.logs, home.appium, home.locks]) mkdirSync(folder, { recursive: true });
    if (fresh) chmodSync(root, 0o700);
    accessSync(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('home_unwritable', `the folder ${root} cannot be used (${reason})`, { cause: error });
  }
  return home;
}

const Holder = z.object({ pid: z.number().int(), started: z.string().nullable(), episode: z.string().nullable() });

export interface DeviceLock {
  release(): void;
}

/**
 * One episode per device of a home. The lock dies with its process: a holder that is gone, or whose number another process
 * has now, is passed over. Throws `home_busy` naming the holder.
 */
export function lockDevice(home: Home, deviceId: string, episode: string | null): DeviceLock {
  const file = join(home.locks, `${deviceId.replace(/[^\w.-]/g, '_')}.json`);
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), episode });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => release(file, mine) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = readHolder(file);
      if (holder !== null && isAlive(holder)) {
        throw new AppError('home_busy', `the device ${deviceId} of ${home.root} is in use by process ${holder.pid}${holder.episode === null ? '' : ` (episode ${holder.episode})`}`);
      }
      rmSync(file, { force: true });
    }
  }
  throw new AppError('home_busy', `the device ${deviceId} of ${home.root} is being taken by another process`);
}

/** Who holds a device now; null when nobody does. */
export function deviceHolder(home: Home, deviceId: string): { readonly pid: number; readonly episode: string | null } | null {
  const holder = readHolder(join(home.locks, `${deviceId}.json`));
  return holder !== null && isAlive(holder) ? holder : null;
}

function release(file: string, mine: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true });
}

function readHolder(file: string): z.infer<typeof Holder> | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: z.infer<typeof Holder>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return started === null || startOf(pid) === null || startOf(pid) === started;
}

/** When the process with this number was started, as Linux tells it; null elsewhere. Tells a process from a later one with its number. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
