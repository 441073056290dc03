import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../world/errors.ts';
import type { Mode } from './mode.ts';

export interface RunningModel {
  /** The base address that an SDK is given, without `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Resolves once the process has ended. */
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly latencyMs?: number;
  readonly mode?: Mode;
  /** How long it may take to answer; 30 seconds unless said. */
  readonly withinMs?: number;
}

/**
 * Starts the rehearsal model in a process of its own that ends with this one.
 * Throws AppError `timed_out`, `cancelled`, or `internal` with what the process said.
 */
export async function launchModel({ key, signal, latencyMs, mode, withinMs = 30_000 }: LaunchOptions = {}): Promise<RunningModel> {
  const given = [
    ['--key', key],
    ['--latency-ms', latencyMs?.toString()],
    ['--mode', mode],
  ].flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [name, value]));
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./main.ts', import.meta.url)), ...given],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  // It ends when this process does, so it must not keep this process from ending.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): Promise<void> => {
    child.ref();
    child.stdin.end();
    child.kill('SIGTERM');
    return ended;
  };
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-2000);
  });
  try {
    const line = await firstLine(child, withinMs, signal, () => complaint);
    const { url, key: used, pid } = JSON.parse(line) as { url: string; key: string; pid: number };
    return { url, key: used, pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Child = ReturnType<typeof spawn>;

function firstLine(child: Child, withinMs: number, signal: AbortSignal | undefined, complaint: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: AppError): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      reject(error);
    };
    const abort = (): void => fail(new AppError('cancelled', 'The start of the rehearsal model was cancelled.'));
    const timer = setTimeout(() => fail(new AppError('timed_out', `The rehearsal model did not answer within ${withinMs} ms.`)), withinMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    child.once('error', (error) => fail(new AppError('internal', `The rehearsal model did not start: ${error.message}`)));
    child.once('exit', (code) => fail(new AppError('internal', `The rehearsal model ended with code ${code}: ${complaint().trim()}`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(line);
    });
  });
}
