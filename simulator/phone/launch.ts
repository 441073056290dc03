import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../world/errors.ts';
import { PhoneClient } from './client.ts';

const PhoneRecord = z.object({ url: z.url(), token: z.string().min(1), pid: z.number().int().positive() });
export type PhoneRecord = z.infer<typeof PhoneRecord>;

export interface LaunchOptions {
  /** Where the running phone is written down (file mode 0600), and looked for. */
  readonly stateFile: string;
  readonly seed?: number;
  readonly labels?: number;
  readonly locale?: string;
  /** After so long without a request the phone ends by itself; half an hour when left out. */
  readonly idleExitMs?: number;
  /** Takes what the process says on its error output; nowhere when left out. */
  readonly logFile?: string;
}

export interface LaunchedPhone extends PhoneRecord {
  /** True when a phone that was already running is used as it is, whatever the other options say. */
  readonly adopted: boolean;
  readonly client: PhoneClient;
}

const startMs = 20_000;

async function recordedPhone(stateFile: string): Promise<PhoneRecord | null> {
  let text: string;
  try {
    text = await readFile(stateFile, 'utf8');
  } catch {
    return null;
  }
  const parsed = PhoneRecord.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function answers(record: PhoneRecord): Promise<boolean> {
  try {
    await new PhoneClient(record, { deadlineMs: 3_000 }).state();
    return true;
  } catch {
    return false;
  }
}

/** The phone written down in the state file, when it is alive; otherwise a new one, which outlives this process. */
export async function launchPhone(options: LaunchOptions): Promise<LaunchedPhone> {
  const known = await recordedPhone(options.stateFile);
  if (known !== null && (await answers(known))) return { ...known, adopted: true, client: new PhoneClient(known) };
  const record = await startPhone(options);
  await mkdir(dirname(options.stateFile), { recursive: true });
  const fresh = `${options.stateFile}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  await rename(fresh, options.stateFile);
  return { ...record, adopted: false, client: new PhoneClient(record) };
}

/** Ends the phone written down in the state file, if it is alive, and waits until it has gone. */
export async function stopPhone(stateFile: string): Promise<void> {
  const known = await recordedPhone(stateFile);
  if (known !== null && (await answers(known))) {
    await new PhoneClient(known, { deadlineMs: 3_000 }).stop().catch(() => undefined);
    for (let i = 0; i < 60 && isAlive(known.pid); i++) await sleep(50);
  }
  await rm(stateFile, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startPhone({ seed, labels, locale, idleExitMs, logFile }: LaunchOptions): Promise<PhoneRecord> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const args = Object.entries({ seed, labels, locale, 'idle-exit-ms': idleExitMs }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  if (logFile !== undefined) await mkdir(dirname(logFile), { recursive: true });
  const log = logFile === undefined ? null : openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, ['--import', tsx, main, ...args], { detached: true, stdio: ['ignore', 'pipe', log ?? 'ignore'] });
  if (log !== null) closeSync(log);
  const { stdout } = child;
  if (stdout === null) throw new AppError('internal', 'the simulated phone has no output to read from');
  try {
    return await new Promise<PhoneRecord>((resolve, reject) => {
      const fail = (what: string): void => reject(new AppError('device_lost', `the simulated phone did not start: ${what}`));
      const late = setTimeout(() => fail(`it said nothing within ${startMs} ms`), startMs);
      let said = '';
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code) => fail(`it ended with code ${code}`));
      stdout.setEncoding('utf8');
      stdout.on('data', (chunk: string) => {
        said += chunk;
        const line = said.split('\n')[0];
        if (!said.includes('\n') || line === undefined) return;
        clearTimeout(late);
        const parsed = PhoneRecord.safeParse(parseJson(line));
        if (parsed.success) resolve(parsed.data);
        else fail(`it said ${JSON.stringify(line.slice(0, 200))}`);
      });
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    child.removeAllListeners();
    stdout.destroy();
    child.unref();
  }
}
