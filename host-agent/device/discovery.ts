import { execFile } from 'node:child_process';
import type { DeviceInfo } from '../../world/episode-event.ts';

/** A device that can be named with `--device`. */
export interface FoundDevice extends DeviceInfo {
  /** Whether it can be used now; else why not. */
  readonly state: 'ready' | 'unauthorized' | 'offline' | 'shutdown';
}

export interface DiscoveryOptions {
  /** The `adb` program; left out: the one on the PATH. */
  readonly adb?: string;
  readonly xcrun?: string;
  readonly withinMs?: number;
}

/** The embedded phone: always there, and said to be simulated wherever it is named. */
export const simulatedDevice: FoundDevice = {
  id: 'sim',
  name: 'Simulated phone',
  platform: 'android',
  osVersion: '11',
  simulated: true,
  state: 'ready',
};

/** All devices that can be seen from here; a missing tool finds none, and none is waited for longer than its deadline. Never throws. */
export async function listDevices(options: DiscoveryOptions, signal: AbortSignal): Promise<FoundDevice[]> {
  const withinMs = options.withinMs ?? 5_000;
  const [android, ios] = await Promise.all([
    output(options.adb ?? 'adb', ['devices', '-l'], withinMs, signal).then(parseAdbDevices),
    process.platform === 'darwin' || options.xcrun !== undefined
      ? output(options.xcrun ?? 'xcrun', ['simctl', 'list', 'devices', 'available', '--json'], withinMs, signal).then(parseSimctl)
      : [],
  ]);
  return [simulatedDevice, ...android, ...ios];
}

/** Reads `adb devices -l`. */
export function parseAdbDevices(text: string): FoundDevice[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const match = /^(\S+)\s+(device|offline|unauthorized|recovery|no permissions)\b(.*)$/.exec(line);
    if (match === null || line.startsWith('List of')) return [];
    const [, id = '', status = '', rest = ''] = match;
    const model = /\bmodel:(\S+)/.exec(rest)?.[1]?.replaceAll('_', ' ');
    const state = status === 'device' ? 'ready' : status === 'unauthorized' || status === 'no permissions' ? 'unauthorized' : 'offline';
    return [{ id, name: model ?? id, platform: 'android' as const, osVersion: null, simulated: false, state }];
  });
}

/** Reads `xcrun simctl list devices --json`: Apple's own simulators, which are real systems and not this program's stand-in. */
export function parseSimctl(text: string): FoundDevice[] {
  let listed: { devices?: Record<string, { udid?: string; name?: string; state?: string }[]> };
  try {
    listed = JSON.parse(text) as typeof listed;
  } catch {
    return [];
  }
  return Object.entries(listed.devices ?? {}).flatMap(([runtime, devices]) => {
    const osVersion = /iOS-([\d-]+)$/.exec(runtime)?.[1]?.replaceAll('-', '.');
    if (osVersion === undefined) return [];
    return devices.flatMap(({ udid, name, state }) =>
      udid === undefined
        ? []
        : [
            {
              id: udid,
              name: name ?? udid,
              platform: 'ios' as const,
              osVersion,
              simulated: false,
              state: state === 'Booted' ? ('ready' as const) : ('shutdown' as const),
            },
          ],
    );
  });
}

/** What the program printed; nothing when it is not there, fails or is late. */
function output(program: string, args: string[], withinMs: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: withinMs, killSignal: 'SIGKILL', signal, maxBuffer: 8_000_000 }, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    );
  });
}
