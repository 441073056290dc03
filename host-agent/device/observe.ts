import type { Clock } from '../../runtime/ports.ts';
import type { ArtifactRef } from '../../world/artifact.ts';
import type { Size } from '../../world/geometry.ts';
import type { Observation, Unreadable } from '../../world/observation.ts';
import { parsePageSource } from '../../world/page-source.ts';
import type { Log } from '../log.ts';
import type { AppiumSession } from './appium-session.ts';
import { DeviceGone, DriverError, isGone } from './errors.ts';
import type { SecretKeeper } from './secrets.ts';
import { type Settled, type SettleTimes, settle } from './settle.ts';
import { appsIn, hasSecretField } from './source-facts.ts';

/** Where pictures and page sources are kept; resolves once the bytes are on disk. */
export interface ArtifactSink {
  put(bytes: Uint8Array, mediaType: ArtifactRef['mediaType']): Promise<ArtifactRef>;
}

export interface Eye {
  readonly session: AppiumSession;
  readonly platform: 'android' | 'ios';
  readonly artifacts: ArtifactSink;
  readonly secrets: SecretKeeper;
  readonly clock: Clock;
  readonly log: Log;
  readonly times: SettleTimes;
  /** For one command, in milliseconds. */
  readonly commandMs: number;
  /** For one look with all its retries, in milliseconds. */
  readonly lookMs: number;
}

/** One look, and the source as the device wrote it, which never leaves the device layer. */
export interface Look {
  readonly seen: Observation | Unreadable;
  readonly raw: string | null;
}

interface Glance {
  readonly size: Size | null;
  readonly focusedApp: string | null;
  readonly keyboard: Observation['keyboard'];
  readonly picture: Buffer | null;
}

const attempts = 4;
/** A page of another app than the one in front: read again so often (rule W7); something may simply lie over it for good. */
const rereads = 2;

type Trouble = Pick<Unreadable, 'code' | 'message'>;

/**
 * Looks until there is one readable page of one moment, a bounded number of times and no longer than `lookMs`; what could not
 * be read is said with its code, never as an empty page (rule W1). `unlike` is the raw source before the last action.
 * Throws DeviceGone when the session or the device is lost, and DriverError `cancelled` when the signal aborts.
 */
export async function observe(eye: Eye, unlike: string | null, lastScale: number, signal: AbortSignal): Promise<Look> {
  const until = eye.clock.now() + eye.lookMs;
  let trouble: Trouble = { code: 'source_failed', message: 'the page source was not read' };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      const settled = await settledPage(eye, attempt === 1 ? unlike : null, until, signal);
      const clean = eye.secrets.scrubSource(settled.source);
      const parsed = parsePageSource(clean.source);
      if (!parsed.ok) trouble = { code: parsed.code, message: parsed.message };
      else if (attempt > rereads || isOfAppInFront(settled))
        return await keep(eye, parsed, settled.source, clean.source, settled.glance, lastScale);
    } catch (error) {
      trouble = troubleOf(error, eye, signal);
    }
    if (attempt === attempts || eye.clock.now() >= until) break;
    eye.log('look.retried', { attempt, code: trouble.code });
    await pause(eye, 250 * attempt, signal);
  }
  return { seen: { kind: 'unreadable', ...trouble, screenshot: null }, raw: null };
}

async function settledPage(eye: Eye, unlike: string | null, until: number, signal: AbortSignal): Promise<Settled<Glance>> {
  return await settle<Glance>({
    clock: eye.clock,
    read: () => {
      const withinMs = Math.min(eye.commandMs * 2, until - eye.clock.now());
      return eye.session.run('page source', (browser) => browser.getPageSource(), { withinMs, signal });
    },
    glance: (source) => glanceAt(eye, source, signal),
    unlike,
    times: eye.times,
    signal,
  });
}

function isOfAppInFront({ source, glance: { focusedApp } }: Settled<Glance>): boolean {
  const apps = appsIn(source);
  return focusedApp === null || apps.size === 0 || apps.has(focusedApp);
}

/** What a failed read is told as; what ends the look is thrown on. */
function troubleOf(error: unknown, eye: Eye, signal: AbortSignal): Trouble {
  if (signal.aborted) throw new DriverError('cancelled', 'looking: stopped');
  if (!(error instanceof DriverError)) throw error;
  if (isGone(error.kind)) throw new DeviceGone(error.kind, eye.secrets.scrub(error.message), false);
  return { code: 'source_failed', message: eye.secrets.scrub(error.message) };
}

async function pause(eye: Eye, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await eye.clock.sleep(ms, signal);
  } catch {
    throw new DriverError('cancelled', 'looking: stopped');
  }
}

/** All that belongs to a page and does not stand in its source. What cannot be read is unknown, not a failure (report 19). */
async function glanceAt(eye: Eye, source: string, signal: AbortSignal): Promise<Glance> {
  const withheld = hasSecretField(source) || eye.secrets.scrubSource(source).found;
  const probe = async <T>(what: string, call: Parameters<AppiumSession['run']>[1], withinMs: number): Promise<T | null> => {
    try {
      return (await eye.session.run(what, call, { withinMs, signal })) as T;
    } catch (error) {
      if (error instanceof DriverError && (isGone(error.kind) || error.kind === 'cancelled')) throw error;
      return null;
    }
  };
  const app =
    eye.platform === 'android'
      ? probe<string>('app in front', (browser) => browser.getCurrentPackage(), eye.commandMs)
      : probe<{ bundleId?: string }>('app in front', (browser) => browser.execute('mobile: activeAppInfo'), eye.commandMs).then(
          (info) => info?.bundleId ?? null,
        );
  const [rect, focusedApp, keyboard, png] = await Promise.all([
    probe<{ width: number; height: number }>('window size', (browser) => browser.getWindowRect(), eye.commandMs),
    app,
    probe<boolean>('keyboard probe', (browser) => browser.isKeyboardShown(), Math.min(eye.commandMs, 3_000)),
    withheld ? null : probe<string>('screenshot', (browser) => browser.takeScreenshot(), eye.commandMs),
  ]);
  return {
    size: rect !== null && rect.width > 0 && rect.height > 0 ? { width: rect.width, height: rect.height } : null,
    focusedApp: focusedApp === '' ? null : focusedApp,
    keyboard: keyboard === null ? 'unknown' : keyboard ? 'shown' : 'hidden',
    picture: png === null ? null : Buffer.from(png, 'base64'),
  };
}

type Parsed = Extract<ReturnType<typeof parsePageSource>, { ok: true }>;

async function keep(eye: Eye, parsed: Parsed, raw: string, clean: string, glance: Glance, lastScale: number): Promise<Look> {
  const size = glance.size ?? parsed.tree.size;
  if (size === null) {
    return {
      seen: { kind: 'unreadable', code: 'source_failed', message: 'the size of the screen could not be read', screenshot: null },
      raw,
    };
  }
  const [source, screenshot] = await Promise.all([
    eye.artifacts.put(Buffer.from(clean, 'utf8'), 'application/xml'),
    glance.picture === null ? null : eye.artifacts.put(glance.picture, 'image/png'),
  ]);
  const shot = glance.picture === null ? null : pngSize(glance.picture);
  const seen: Observation = {
    kind: 'observation',
    platform: eye.platform,
    tree: parsed.tree,
    size,
    // Android's source says how the display is turned; iOS tells only by its shape.
    rotation: parsed.tree.rotation ?? (size.width > size.height ? 90 : 0),
    scale: shot === null ? lastScale : scaleOf(shot, size),
    focusedApp: glance.focusedApp,
    keyboard: glance.keyboard,
    source,
    screenshot,
  };
  return { seen, raw };
}

/** Pixels per unit; a picture that lies the other way than the window is turned first (report 24). */
export function scaleOf(shot: Size, window: Size): number {
  const turned = shot.width > shot.height !== window.width > window.height && shot.width !== shot.height && window.width !== window.height;
  return (turned ? shot.height : shot.width) / window.width;
}

/** Width and height from a PNG's first chunk; null when it is no PNG. */
export function pngSize(png: Buffer): Size | null {
  if (png.length < 24 || png.readUInt32BE(0) !== 0x89504e47) return null;
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  return size.width > 0 && size.height > 0 ? size : null;
}
