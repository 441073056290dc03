import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commandLineOf } from '../process-alive.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** What the server left in its data folder; it may be long dead. Null when there is none, or it is just being written. */
export function readPostmaster(dataDir: string): Postmaster | null {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return Number.isInteger(pid) && pid > 1 && port > 0 ? { pid, port } : null;
  } catch {
    return null;
  }
}

/** Whether that process is alive and is a Postgres on this data folder, and not another that got the same number. */
export function isPostmasterOf(pid: number, dataDir: string): boolean {
  return commandLineOf(pid).includes(dataDir);
}

/** Asks the server on this data folder to end, if there is one; does not wait for it. */
export function dismissPostmaster(dataDir: string, signal: 'SIGINT' | 'SIGQUIT'): void {
  const postmaster = readPostmaster(dataDir);
  if (postmaster !== null && isPostmasterOf(postmaster.pid, dataDir)) process.kill(postmaster.pid, signal);
}
