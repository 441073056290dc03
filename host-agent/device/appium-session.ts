import type { Browser } from 'webdriverio';
import { AppError } from '../../world/errors.ts';
import { race } from '../deadline.ts';
import { type Capabilities, sessionCapabilities } from './capabilities.ts';
import { DriverError, readDriverError } from './errors.ts';

export interface CommandOptions {
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** The command moves the device: on cancel it is waited for a moment, so that its outcome is known (rule P36). */
  readonly acts?: boolean;
}

/** One WebDriver session on one device. */
export interface AppiumSession {
  readonly id: string;
  readonly capabilities: Capabilities;
  /** Runs one command with a deadline of its own. Throws only DriverError; `timed_out` and `cancelled` leave the command running. */
  run<T>(what: string, call: (browser: Browser) => Promise<T>, options: CommandOptions): Promise<T>;
  /** Ends the session; resolves within `closeWithinMs` even when the driver hangs. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly openWithinMs: number;
  readonly closeWithinMs: number;
}

const graceMs = 2_000;

/** Opens a session. Throws AppError `setting_invalid`, `appium_failed`, `device_lost`, `timed_out` or `cancelled`. */
export async function openSession(
  { url, capabilities, openWithinMs, closeWithinMs }: SessionOptions,
  signal: AbortSignal,
): Promise<AppiumSession> {
  const wanted = sessionCapabilities(capabilities);
  const { protocol, hostname, port, pathname, username, password } = new URL(url);
  const { remote } = await import('webdriverio');
  const opening = remote({
    protocol: protocol.replace(':', ''),
    hostname,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    path: pathname,
    ...(username === '' ? {} : { user: decodeURIComponent(username), key: decodeURIComponent(password) }),
    logLevel: 'silent',
    connectionRetryCount: 0,
    connectionRetryTimeout: Math.max(openWithinMs, 90_000),
    // Typed text must not stand in the server's log.
    headers: { 'x-appium-is-sensitive': 'true' },
    capabilities: wanted,
  });
  const result = await race(opening, { withinMs: openWithinMs, signal });
  if (result.kind === 'done') return sessionOver(result.value, closeWithinMs);
  // A session that opens after all is nobody's: end it.
  opening.then((browser) => browser.deleteSession()).catch(() => undefined);
  if (result.kind === 'late')
    throw new AppError('timed_out', `the device session was not open within ${Math.round(openWithinMs / 1000)} s`);
  if (result.kind === 'cancelled') throw new AppError('cancelled', 'stopped while the device session was opening');
  const error = readDriverError(result.error, 'opening the device session');
  throw new AppError(error.kind === 'device_lost' ? 'device_lost' : 'appium_failed', error.message);
}

function sessionOver(browser: Browser, closeWithinMs: number): AppiumSession {
  const id = browser.sessionId;
  return {
    id,
    capabilities: { ...browser.capabilities } as Capabilities,
    async run(what, call, { withinMs, signal, acts = false }) {
      if (signal.aborted) throw new DriverError('cancelled', `${what}: stopped before it was sent`);
      if (withinMs <= 0) throw new DriverError('timed_out', `${what}: no time was left to send it`);
      const result = await race(call(browser), { withinMs, signal, graceMs: acts ? graceMs : 0 });
      switch (result.kind) {
        case 'done':
          throwIfRefused(result.value, what);
          return result.value;
        case 'failed':
          throw readDriverError(result.error, what);
        case 'late':
          throw new DriverError('timed_out', `${what}: no answer within ${withinMs} ms`);
        case 'cancelled':
          throw new DriverError('cancelled', `${what}: stopped while it was under way`);
      }
    },
    async close() {
      await race(browser.deleteSession(), { withinMs: closeWithinMs, signal: new AbortController().signal });
    },
  };
}

/** WebdriverIO gives a `no such element` answer back as if it were a result, for every command: a click on nothing would count as done. */
function throwIfRefused(value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null || !('error' in value) || !('message' in value)) return;
  if (value.error === 'no such element') throw new DriverError('no_such_element', `${what}: there is no such element`);
}
