import { spawn } from 'node:child_process';
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

/** The program as a person runs it, in a home of its own that goes away with the test. */
export function tapwright(
  args: readonly string[],
  { home, env = {} }: { readonly home: string; readonly env?: Record<string, string> },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], {
      env: { PATH: process.env.PATH, HOME: home, TAPWRIGHT_HOME: join(home, 'home'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
    });
    child.once('close', (code) => resolve({ code, out, err }));
  });
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
