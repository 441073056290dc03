import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '../../world/errors.ts';
import { systemClock } from '../clock.ts';
import { race } from '../deadline.ts';
import { appiumPackage, forgetDrivers, moduleUrl, requireDrivers } from './appium-home.ts';

export interface AppiumOptions {
  /** Holds the drivers (`prepareAppiumHome`). */
  readonly appiumHome: string;
  /** Names as Appium knows them, such as `uiautomator2`. No other driver is loaded. */
  readonly drivers: readonly string[];
  /** Modules of this package preloaded into the server's Node, such as `tsx` for a driver written in TypeScript. */
  readonly nodeImports?: readonly string[];
  /** Left out: a free one is chosen. */
  readonly port?: number;
  readonly logFile: string;
  /** The child's whole environment besides APPIUM_HOME. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Applied to every line before it is logged or quoted. */
  readonly scrub?: (line: string) => string;
  /** How long it may take to get ready; 60 s. */
  readonly readyWithinMs?: number;
}

export interface AppiumServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves once the server has stopped, however it did. */
  readonly stopped: Promise<void>;
  /** Ends the server; resolves when its process is gone, after at most 8 s. */
  stop(): Promise<void>;
}

/**
 * Starts Appium on a loopback port and resolves once it answers. It dies with this process, even after kill -9.
 * Throws AppError `port_taken`, `driver_missing`, `appium_failed` (with the log's last lines) or `cancelled`.
 */
export async function startAppium(options: AppiumOptions, signal: AbortSignal): Promise<AppiumServer> {
  requireDrivers(options.appiumHome, options.drivers);
  await forgetDrivers(options.appiumHome);
  await mkdir(dirname(options.logFile), { recursive: true });
  if (options.port !== undefined) await requireFree(options.port);
  const port = options.port ?? (await freePort());
  // A path of its own: an answer under it can come from no other server that happens to take the port.
  const basePath = `/${randomBytes(9).toString('base64url')}`;
  const { child, tail } = launch(options, port, basePath);
  const stopped = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const server: AppiumServer = {
    url: `http://127.0.0.1:${port}${basePath}`,
    pid: child.pid ?? -1,
    stopped,
    stop: () => stop(child, stopped),
  };
  try {
    await ready(server, child, options.readyWithinMs ?? 60_000, signal);
    return server;
  } catch (error) {
    await server.stop();
    if (error instanceof AppError && error.code === 'appium_failed') {
      const last = tail().join('\n');
      if (/EADDRINUSE/.test(last)) throw new AppError('port_taken', `port ${port} is taken by another program`);
      throw new AppError(
        'appium_failed',
        `${error.message}; the log is ${options.logFile}${last === '' ? '' : `, its last lines:\n${last}`}`,
      );
    }
    throw error;
  }
}

function launch(options: AppiumOptions, port: number, basePath: string): { child: ChildProcess; tail: () => string[] } {
  const leash = pathToFileURL(fileURLToPath(new URL('leash.mjs', import.meta.url))).href;
  const imports = [leash, ...(options.nodeImports ?? []).map(moduleUrl)].flatMap((module) => ['--import', module]);
  const args = [
    ...imports,
    join(appiumPackage().dir, 'index.js'),
    'server',
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--base-path',
    basePath,
    '--use-drivers',
    options.drivers.join(','),
    '--log-level',
    'error',
    '--log-no-colors',
    '--log-timestamp',
  ];
  const child = spawn(process.execPath, args, {
    cwd: options.appiumHome,
    env: { ...options.env, APPIUM_HOME: options.appiumHome },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  const log = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 });
  log.on('error', () => undefined);
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) keepLines(stream, log, options.scrub ?? ((line) => line), last);
  child.once('close', () => log.end());
  return { child, tail: () => [...last] };
}

function keepLines(stream: NodeJS.ReadableStream, log: WriteStream, scrub: (line: string) => string, last: string[]): void {
  let rest = '';
  const keep = (line: string): void => {
    const clean = scrub(line);
    log.write(`${clean}\n`);
    last.push(clean);
    if (last.length > 12) last.shift();
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) keep(line);
  });
  stream.on('end', () => {
    if (rest !== '') keep(rest);
  });
}

async function ready(server: AppiumServer, child: ChildProcess, withinMs: number, signal: AbortSignal): Promise<void> {
  const until = systemClock.now() + withinMs;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 400)) {
    if (signal.aborted) throw new AppError('cancelled', 'stopped while Appium was starting');
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new AppError(
        'appium_failed',
        `Appium ended with ${child.signalCode ?? `code ${child.exitCode ?? 'unknown'}`} before it was ready`,
      );
    }
    if (await answers(`${server.url}/status`)) return;
    if (systemClock.now() >= until) throw new AppError('appium_failed', `Appium was not ready within ${Math.round(withinMs / 1000)} s`);
    await race(server.stopped, { withinMs: pause, signal });
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

/** Appium ends its sessions on SIGTERM; a driver that hangs in that gets 5 s. */
async function stop(child: ChildProcess, stopped: Promise<void>): Promise<void> {
  const never = new AbortController().signal;
  child.kill('SIGTERM');
  if ((await race(stopped, { withinMs: 5_000, signal: never })).kind === 'done') return;
  child.kill('SIGKILL');
  await race(stopped, { withinMs: 3_000, signal: never });
}

/** A free loopback port, as the system chose it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function requireFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new AppError('port_taken', `port ${port} is taken by another program`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
