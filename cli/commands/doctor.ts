import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { appiumPackage, driverPackage } from '../../host-agent/device/appium-home.ts';
import { listDevices } from '../../host-agent/device/discovery.ts';
import { asAppError } from '../../world/errors.ts';
import type { Settings } from '../config.ts';
import { openHome } from '../home.ts';
import type { Output } from '../output.ts';

interface Finding {
  readonly name: string;
  /** `missing` is no trouble for the demo; `bad` stops everything. */
  readonly state: 'ok' | 'missing' | 'bad';
  readonly found: string;
  readonly remedy: string | null;
}

/** Checks what this program needs, one line each with its remedy. Exit code 2 when something stops everything. */
export async function doctor(settings: Settings, output: Output): Promise<number> {
  const findings = await Promise.all([
    node(),
    homeFolder(settings),
    appium(),
    driver('Android', 'appium-uiautomator2-driver'),
    driver('iOS', 'appium-xcuitest-driver'),
    adb(),
    database(settings),
    keys(settings),
    phones(),
  ]);
  const sign = { ok: '✓', missing: '–', bad: '✗' } as const;
  const text = findings.map(
    ({ name, state, found, remedy }) =>
      `${sign[state]} ${name.padEnd(16)} ${found}${remedy === null ? '' : `\n  ${' '.repeat(16)} → ${remedy}`}`,
  );
  output.result({ findings }, text.join('\n'));
  return findings.some((finding) => finding.state === 'bad') ? 2 : 0;
}

async function node(): Promise<Finding> {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && (minor > 20 || (minor === 20 && patch >= 2)));
  return { name: 'Node', state: ok ? 'ok' : 'bad', found: process.version, remedy: ok ? null : 'install Node 20.20.2 or newer' };
}

async function homeFolder(settings: Settings): Promise<Finding> {
  try {
    openHome(settings.home);
    return { name: 'home', state: 'ok', found: settings.home, remedy: null };
  } catch (error) {
    const { message, hint } = asAppError(error);
    return { name: 'home', state: 'bad', found: message, remedy: hint };
  }
}

async function appium(): Promise<Finding> {
  try {
    return { name: 'Appium', state: 'ok', found: appiumPackage().version, remedy: null };
  } catch {
    return {
      name: 'Appium',
      state: 'bad',
      found: 'not installed',
      remedy: 'run npm ci (or npm install) again in the folder of this program',
    };
  }
}

async function driver(platform: string, name: string): Promise<Finding> {
  const dir = driverPackage(name);
  return {
    name: `${platform} driver`,
    state: dir === null ? 'missing' : 'ok',
    found: dir === null ? `${name} is not installed` : name,
    remedy: dir === null ? `npm install ${name}` : null,
  };
}

async function adb(): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)('adb', ['version'], { timeout: 5_000 });
    return { name: 'adb', state: 'ok', found: stdout.split('\n')[0] ?? 'there', remedy: null };
  } catch {
    return {
      name: 'adb',
      state: 'missing',
      found: 'not on the PATH',
      remedy: 'for Android phones: install the Android platform tools, and set ANDROID_HOME',
    };
  }
}

async function database(settings: Settings): Promise<Finding> {
  if (settings.databaseUrl === null) return { name: 'Postgres', state: 'ok', found: 'the embedded one, kept for this home', remedy: null };
  const complete = settings.databaseAdminUrl !== null;
  const host = new URL(settings.databaseUrl).host;
  return complete
    ? { name: 'Postgres', state: 'ok', found: `${host}, by DATABASE_URL`, remedy: null }
    : {
        name: 'Postgres',
        state: 'missing',
        found: `${host}, by DATABASE_URL alone`,
        remedy: 'set DATABASE_ADMIN_URL (the owner of the database) as well, for migrations',
      };
}

async function keys(settings: Settings): Promise<Finding> {
  const set = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'].filter((name) => (settings.env[name] ?? '') !== '');
  return set.length > 0
    ? { name: 'model keys', state: 'ok', found: `${set.join(', ')} set`, remedy: null }
    : {
        name: 'model keys',
        state: 'missing',
        found: 'none',
        remedy: 'set ANTHROPIC_API_KEY to ask a real model; the demo uses a rehearsal model',
      };
}

async function phones(): Promise<Finding> {
  const real = (await listDevices({}, AbortSignal.timeout(10_000))).filter((device) => !device.simulated);
  return real.length > 0
    ? { name: 'devices', state: 'ok', found: real.map((device) => `${device.id} (${device.state})`).join(', '), remedy: null }
    : {
        name: 'devices',
        state: 'missing',
        found: 'only the simulated phone',
        remedy: 'plug in a phone with USB debugging allowed, or start an emulator',
      };
}
