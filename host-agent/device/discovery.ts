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
  const withinMs = options.withinMs ?? 8_000;
  const ask = (program: string, args: string[]): Promise<Said> => run(program, args, withinMs, signal);
  const xcrun = options.xcrun ?? (process.platform === 'darwin' ? 'xcrun' : null);
  const found = await Promise.all([
    adbDevices(options.adb ?? 'adb', ask),
    xcrun === null ? [] : ask(xcrun, ['xctrace', 'list', 'devices']).then(({ out }) => parseXctrace(out)),
    xcrun === null ? [] : ask(xcrun, ['simctl', 'list', 'devices', 'available', '--json']).then(({ out }) => parseSimctl(out)),
  ]);
  return [simulatedDevice, ...found.flat()];
}

/** What adb knows. A server that the question started and that knows no device is stopped again: nothing is left running for nothing. */
async function adbDevices(adb: string, ask: (program: string, args: string[]) => Promise<Said>): Promise<FoundDevice[]> {
  const { out, remarks } = await ask(adb, ['devices', '-l']);
  const found = parseAdbDevices(out);
  if (found.length === 0 && /daemon started/.test(out + remarks)) await ask(adb, ['kill-server']);
  return found;
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

/** Reads `xcrun xctrace list devices`: the iPhones and iPads on a cable or on the network; the Mac itself has no version and is left out. */
export function parseXctrace(text: string): FoundDevice[] {
  const found: FoundDevice[] = [];
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^== (.+) ==$/.exec(line)?.[1] ?? section;
    const match = /^(.+) \(([\d.]+)\) \(([0-9A-Fa-f-]{20,})\)$/.exec(line);
    if (match === null || section === 'Simulators') continue;
    const [, name = '', osVersion = '', id = ''] = match;
    found.push({ id, name, platform: 'ios', osVersion, simulated: false, state: section === 'Devices' ? 'ready' : 'offline' });
  }
  return found;
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

interface Said {
  readonly out: string;
  readonly remarks: string;
}

/** What the program printed; nothing when it is not there, fails or is late. */
function run(program: string, args: string[], withinMs: number, signal: AbortSignal): Promise<Said> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: withinMs, killSignal: 'SIGKILL', signal, maxBuffer: 8_000_000 }, (error, out, remarks) =>
      resolve(error === null ? { out, remarks } : { out: '', remarks: '' }),
    );
  });
}
