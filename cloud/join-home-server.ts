import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { AppError, type ErrorCode, errorCodes } from '../world/errors.ts';
import { databaseSettings, type Environment, modelSettings } from './config.ts';
import { logFile, noteStarted, openHome, proof, readInfo, readStarted } from './home-files.ts';
import { commandLineOf } from './process-alive.ts';
import { settingProof } from './setting-proof.ts';

export interface JoinOptions {
  readonly home: string;
  /** Of the program that joins: a home server that has to be started gets it. */
  readonly env: Environment;
  /** The program that serves the home (`serveHome`); left out: the one that knows the providers' own models only. */
  readonly main?: string;
  readonly signal: AbortSignal;
}

/** This client's place at the home server, which runs as long as it has clients. */
export interface HomeServer {
  /** Without a slash at the end. May change when the server was killed and another program had taken its port since. */
  readonly url: string;
  /** The home's own key, with all scopes. */
  readonly key: string;
  /**
   * Goes; the server stops a few seconds after its last client. With `andStop` the last client stops it at once, and the promise
   * resolves when server and database are gone (after 20 s at most).
   */
  leave(options?: { readonly andStop?: boolean }): Promise<void>;
}

/** What a home server says to the program that started it. */
export interface HomeServerMessage {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly message: string;
}

const providersOnly = fileURLToPath(new URL('./home-server-main.ts', import.meta.url));
const joinWithinMs = 90_000;
const differingWithinMs = 10_000;

/**
 * Joins the home server of this home; starts one when none runs. Any number of programs may do so at once and share one server. When the
 * server is killed while joined, another is started. Throws `home_unwritable`, `home_busy` (it runs with other settings),
 * `setting_invalid`, `database_failed`, `timed_out` or `cancelled`.
 */
export async function joinHomeServer({ home: wished, env, main = providersOnly, signal }: JoinOptions): Promise<HomeServer> {
  const { path: home, key } = openHome(wished);
  let place = await enter(home, key, env, main, signal);
  const gone = new AbortController();
  const keepPlace = (held: Place) => {
    void held.ended.then(async () => {
      if (gone.signal.aborted) return;
      try {
        place = await enter(home, key, env, main, AbortSignal.any([signal, gone.signal]));
        if (gone.signal.aborted) place.leave();
        else keepPlace(place);
      } catch {
        // Without a server requests fail, and whoever makes them waits or gives up.
      }
    });
  };
  keepPlace(place);
  return {
    get url() {
      return `http://127.0.0.1:${place.port}`;
    },
    key,
    leave: async ({ andStop = false } = {}) => {
      gone.abort();
      place.leave();
      if (andStop) await stopIfLast(place, key);
    },
  };
}

async function enter(home: string, key: string, env: Environment, main: string, signal: AbortSignal): Promise<Place> {
  const started = performance.now();
  let server: Starting | null = null;
  let differing: string | null = null;
  try {
    for (;;) {
      if (signal.aborted) {
        // Who has joined the one we started meanwhile starts another; nobody waits for a server that nobody joins.
        server?.abandon();
        throw new AppError('cancelled', 'stopped while joining the home server', { cause: signal.reason });
      }
      const waited = performance.now() - started;
      if (differing !== null && waited > differingWithinMs) {
        throw new AppError('home_busy', `the home server of ${home} runs for another program, with another ${differing}`);
      }
      if (waited > joinWithinMs)
        throw new AppError('timed_out', `the home server of ${home} did not answer within ${joinWithinMs / 1000} s; see ${logFile(home)}`);

      const info = readInfo(home);
      const place = info !== null && (await isOfHome(info.port, key)) ? await takePlace(info.port, info.pid, key) : null;
      if (place !== null) {
        differing = differingSetting(place.about, env, key);
        if (differing === null) return place;
        place.leave();
      } else if ((server === null || server.ended()) && !isUnderWay(home, main)) {
        server = start(home, env, main);
      }
      server?.throwIfFailed();
      await sleep(differing === null ? 40 : 500);
    }
  } finally {
    // Whoever has a place is seen by it; who has none leaves a server that nobody needs, and sees it end.
    server?.letGo();
    if (signal.aborted)
      for (const until = performance.now() + 10_000; server?.ended() === false && performance.now() < until; ) await sleep(20);
  }
}

/** Whether somebody, perhaps another program, has started a server that has not ended; it may not listen yet, or no longer. */
function isUnderWay(home: string, main: string): boolean {
  const pid = readStarted(home);
  return pid !== null && commandLineOf(pid).includes(path.basename(main));
}

interface Starting {
  ended(): boolean;
  abandon(): void;
  throwIfFailed(): void;
  /** From now on the server stays for its clients alone. */
  letGo(): void;
}

/** Starts the server on its own: it stays when we are gone. */
function start(home: string, env: Environment, main: string): Starting {
  const log = openSync(logFile(home), 'a', 0o600);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child: ChildProcess = spawn(process.execPath, ['--import', loader, main], {
    cwd: home,
    env: { ...env, TAPWRIGHT_HOME: home },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) noteStarted(home, child.pid);
  let failure: AppError | null = null;
  child.on('error', (error) => {
    failure = new AppError('internal', `the home server could not be started: ${error.message}`, { cause: error });
  });
  child.on('message', (sent) => {
    const message = sent as HomeServerMessage;
    if (message.kind === 'failed') failure = new AppError(message.code in errorCodes ? message.code : 'internal', message.message);
  });
  return {
    abandon: () => child.kill('SIGTERM'),
    ended: () => child.exitCode !== null || child.signalCode !== null,
    throwIfFailed: () => {
      if (failure !== null) throw failure;
    },
    letGo: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** A held connection to the server: the server knows that we are here by it alone. */
interface Place {
  readonly port: number;
  readonly pid: number;
  readonly about: Readonly<Record<string, unknown>>;
  readonly ended: Promise<void>;
  leave(): void;
}

const answerWithinMs = 5_000;

/** Null when nobody answers there, or the server is about to stop. */
function takePlace(port: number, pid: number, key: string): Promise<Place | null> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/v1/presence', agent: false, headers: { authorization: `Bearer ${key}` } });
    const giveUp = setTimeout(() => asked.destroy(), answerWithinMs);
    asked.on('error', () => {
      clearTimeout(giveUp);
      resolve(null);
    });
    asked.on('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        clearTimeout(giveUp);
        response.resume();
        return resolve(null);
      }
      const ended = new Promise<void>((end) => {
        response.once('close', () => end());
      });
      response.on('error', () => {});
      response.once('data', (line: Buffer) => {
        clearTimeout(giveUp);
        asked.socket?.unref();
        const about = z.record(z.string(), z.unknown()).parse(JSON.parse(line.toString()));
        resolve({ port, pid, about, ended, leave: () => asked.destroy() });
      });
    });
    asked.end();
  });
}

/** Whether the server at that port has the home's key too, asked before the key is shown to it. */
async function isOfHome(port: number, key: string): Promise<boolean> {
  const challenge = randomBytes(16).toString('hex');
  const answer = z.object({ proof: z.string() }).safeParse(await ask(port, 'GET', `/v1/home?challenge=${challenge}`, null));
  return answer.success && answer.data.proof === proof(key, challenge);
}

async function stopIfLast({ port, pid }: Place, key: string): Promise<void> {
  // The server sees our place end a moment after we left it.
  for (const until = performance.now() + 20_000; performance.now() < until; await sleep(50)) {
    if (commandLineOf(pid) === '') return;
    const answer = z.object({ stopping: z.boolean() }).safeParse(await ask(port, 'POST', '/v1/presence/last', key));
    if (answer.success && !answer.data.stopping && performance.now() > until - 19_500) return;
  }
}

/** The parsed answer, or null when there is none. */
async function ask(port: number, method: string, path: string, key: string | null): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    return await response.json();
  } catch {
    return null;
  }
}

/** The name of a setting that the running server has otherwise: the database must be the same, and a model setting of ours must be known. */
function differingSetting(about: Readonly<Record<string, unknown>>, env: Environment, key: string): string | null {
  const differs = (name: string) => (about[name] ?? null) !== settingProof(env[name], name, key);
  return (
    databaseSettings.find(differs) ?? modelSettings.find((name) => env[name] !== undefined && env[name] !== '' && differs(name)) ?? null
  );
}
