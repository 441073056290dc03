import type { Clock, Device } from '../../runtime/ports.ts';
import type { DeviceInfo } from '../../world/episode-event.ts';
import { AppError } from '../../world/errors.ts';
import type { Log } from '../log.ts';
import { type AppResolver, resolveApp } from './app-resolver.ts';
import { openSession } from './appium-session.ts';
import type { Capabilities } from './capabilities.ts';
import { DriverError } from './errors.ts';
import type { Screen } from './hand.ts';
import { type ArtifactSink, observe } from './observe.ts';
import { perform } from './perform.ts';
import { SecretKeeper, type SecretSource } from './secrets.ts';
import { type SettleTimes, settleTimes } from './settle.ts';
import { mainScroller } from './source-facts.ts';

/** Milliseconds. */
export interface DeviceLimits {
  readonly openMs: number;
  readonly closeMs: number;
  readonly commandMs: number;
  readonly actionMs: number;
  readonly lookMs: number;
  readonly settle: SettleTimes;
}

export const deviceLimits: DeviceLimits = {
  openMs: 120_000,
  closeMs: 10_000,
  commandMs: 15_000,
  actionMs: 55_000,
  lookMs: 45_000,
  settle: settleTimes,
};

export interface AppiumDeviceOptions {
  /** Of an Appium server (`startAppium`), or of a device farm. */
  readonly url: string;
  /** Only those of `capabilities.ts` are let through. */
  readonly capabilities: Capabilities;
  readonly info: DeviceInfo;
  readonly artifacts: ArtifactSink;
  readonly secrets: SecretSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<DeviceLimits>;
  readonly apps?: AppResolver;
}

export interface AppiumDevice extends Device {
  readonly sessionId: string;
  /** Ends the session, within `closeMs` whatever the driver does. */
  close(): Promise<void>;
}

/** Opens a session and gives the phone behind it. Throws as `openSession` does; what it throws holds no secret. */
export async function openAppiumDevice(options: AppiumDeviceOptions, signal: AbortSignal): Promise<AppiumDevice> {
  const { url, capabilities, info, artifacts, clock, log } = options;
  const limits = { ...deviceLimits, ...options.limits };
  const session = await openSession({ url, capabilities, openWithinMs: limits.openMs, closeWithinMs: limits.closeMs }, signal);
  const secrets = new SecretKeeper(options.secrets);
  const { platform } = info;
  const eye = {
    session,
    platform,
    artifacts,
    secrets,
    clock,
    log,
    times: limits.settle,
    commandMs: limits.commandMs,
    lookMs: limits.lookMs,
  };
  let screen: Screen | null = null;
  let scale = 1;
  /** The source before an action whose outcome has not been looked at. */
  let before: string | null = null;
  let last: string | null = null;

  return {
    info,
    sessionId: session.id,
    async observe(within) {
      try {
        const { seen, raw } = await observe(eye, before, scale, within);
        last = raw;
        before = null;
        if (seen.kind === 'observation') {
          scale = seen.scale;
          screen = { size: seen.size, keyboard: seen.keyboard, scroller: raw === null ? null : mainScroller(raw) };
        }
        return seen;
      } catch (error) {
        if (error instanceof DriverError) throw new AppError('cancelled', error.message);
        throw error;
      }
    },
    async perform(action, target, within) {
      const { commandMs, actionMs } = limits;
      const { report, touched } = await perform(
        { session, platform, screen, secrets, apps: options.apps ?? resolveApp, clock, commandMs, actionMs },
        action,
        target,
        within,
      );
      if (touched) before = last;
      if (report.failure !== null) log('action.failed', { action: action.name, code: report.failure.code, landed: report.landed });
      return report;
    },
    close: () => session.close(),
  };
}
