import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/tapwright.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunAs {
  readonly home: string;
  readonly env?: Record<string, string>;
  /** As another user, where this one may. */
  readonly uid?: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Resolves once the program has said this; rejects when it ends without. */
  says(what: RegExp): Promise<void>;
}

/** The program as a person runs it, in a home of its own. */
export function startTapwright(args: readonly string[], { home, env = {}, uid }: RunAs): Started {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, HOME: home, TAPWRIGHT_HOME: join(home, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  const heard = new EventTarget();
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
    heard.dispatchEvent(new Event('more'));
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  const says = (what: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (what.test(out)) resolve();
      };
      heard.addEventListener('more', look);
      look();
      void ended.then(() => reject(new Error(`it ended without saying ${what}: ${out}${err}`)));
    });
  return { child, ended, says };
}

/** The program, run to its end. */
export function tapwright(args: readonly string[], as: RunAs): Promise<Ran> {
  return startTapwright(args, as).ended;
}

export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tapwright-cli-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** The processes that were started for this home and still run, by what they say of themselves in /proc. */
export function leftRunning(home: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return Number(pid) !== process.pid && (command.includes(home) || environment.includes(home)) ? [command] : [];
      } catch {
        return [];
      }
    });
}
