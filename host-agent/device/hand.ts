import type { Browser } from 'webdriverio';
import type { Clock } from '../../runtime/ports.ts';
import type { ActionFailure } from '../../world/episode-event.ts';
import type { ErrorCode } from '../../world/errors.ts';
import type { Bounds, Point, Size } from '../../world/geometry.ts';
import type { AppResolver } from './app-resolver.ts';
import type { AppiumSession } from './appium-session.ts';
import { DriverError, nothingDone } from './errors.ts';
import type { SecretKeeper } from './secrets.ts';

/** What the hand knows of the screen, from the last look. */
export interface Screen {
  readonly size: Size;
  readonly keyboard: 'shown' | 'hidden' | 'unknown';
  readonly scroller: Bounds | null;
}

export interface HandOptions {
  readonly session: AppiumSession;
  readonly platform: 'android' | 'ios';
  readonly screen: Screen | null;
  readonly secrets: SecretKeeper;
  readonly apps: AppResolver;
  readonly clock: Clock;
  readonly commandMs: number;
  /** For the whole action, in milliseconds. */
  readonly actionMs: number;
}

/** The screen or the page refuses the action; nothing more is tried. */
export class Refusal extends Error {
  readonly failure: ActionFailure;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.failure = { code, message };
  }
}

/** One action's hold on the device: what may read, what may act, the time left, and whether anything reached the device. */
export class Hand {
  readonly platform: 'android' | 'ios';
  readonly screen: Screen | null;
  readonly secrets: SecretKeeper;
  readonly apps: AppResolver;
  readonly #session: AppiumSession;
  readonly #clock: Clock;
  readonly #commandMs: number;
  readonly #until: number;
  readonly #signal: AbortSignal;
  #landed: boolean | null = false;

  constructor(options: HandOptions, signal: AbortSignal) {
    this.platform = options.platform;
    this.screen = options.screen;
    this.secrets = options.secrets;
    this.apps = options.apps;
    this.#session = options.session;
    this.#clock = options.clock;
    this.#commandMs = options.commandMs;
    this.#until = options.clock.now() + options.actionMs;
    this.#signal = signal;
  }

  /** False: nothing was sent. True: something was done. Null: not known. */
  get landed(): boolean | null {
    return this.#landed;
  }

  /** Milliseconds left for this action. */
  get left(): number {
    return this.#until - this.#clock.now();
  }

  /** A command that changes nothing; it may be sent again. */
  read<T>(what: string, call: (browser: Browser) => Promise<T>, withinMs = this.#commandMs): Promise<T> {
    return this.#session.run(what, call, { withinMs: Math.min(withinMs, this.#commandMs, this.left), signal: this.#signal });
  }

  /** A command that moves the device. Sent once; what became of it is remembered. */
  async act<T>(what: string, call: (browser: Browser) => Promise<T>): Promise<T> {
    const before = this.#landed;
    // Nothing starts after a stop (rule P36); this is asked before the fate of the action becomes unknown.
    if (this.#signal.aborted) throw new DriverError('cancelled', `${what}: stopped before it was sent`);
    if (this.left <= 0) throw new DriverError('timed_out', `${what}: no time was left to send it`);
    this.#landed = null;
    try {
      const result = await this.#session.run(what, call, {
        withinMs: Math.min(this.#commandMs, this.left),
        signal: this.#signal,
        acts: true,
      });
      this.#landed = true;
      return result;
    } catch (error) {
      if (error instanceof DriverError && nothingDone.has(error.kind)) this.#landed = before;
      throw error;
    }
  }

  async sleep(ms: number): Promise<void> {
    try {
      await this.#clock.sleep(Math.max(0, Math.min(ms, this.left)), this.#signal);
    } catch {
      throw new DriverError('cancelled', 'stopped while waiting');
    }
  }

  /** The size of the screen: from the last look, else asked for. A tap by coordinate needs no page source (rule D1). */
  async size(): Promise<Size> {
    if (this.screen !== null) return this.screen.size;
    const { width, height } = await this.read('window size', (browser) => browser.getWindowRect());
    return { width, height };
  }
}

/** The point, if it is a finite one on the screen; nothing else is ever sent to a device (rule W4, report 21). */
export function onScreen(point: Point, size: Size): Point {
  const { x, y } = point;
  const fine =
    typeof x === 'number' &&
    typeof y === 'number' &&
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    x >= 0 &&
    y >= 0 &&
    x < size.width &&
    y < size.height;
  if (!fine)
    throw new Refusal(
      'action_refused',
      `the point (${String(x)}, ${String(y)}) is not on the screen, which is ${size.width} × ${size.height}`,
    );
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
}

/** The middle of what can be seen of these bounds. */
export function middle([left, top, right, bottom]: Bounds, size: Size): Point {
  const [l, t, r, b] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, size.width), Math.min(bottom, size.height)];
  if (!(r > l && b > t))
    throw new Refusal(
      'action_refused',
      `the element at [${left}, ${top}, ${right}, ${bottom}] is outside the screen, which is ${size.width} × ${size.height}; scroll to it`,
    );
  return onScreen({ x: Math.floor((l + r) / 2), y: Math.floor((t + b) / 2) }, size);
}
