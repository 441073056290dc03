import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinHomeServer } from '../cloud/join-home-server.ts';
import { type CloudClient, createCloudClient } from '../host-agent/cloud-client.ts';
import { driverPackage, prepareAppiumHome } from '../host-agent/device/appium-home.ts';
import { startAppium } from '../host-agent/device/appium-server.ts';
import type { Capabilities } from '../host-agent/device/capabilities.ts';
import { type FoundDevice, listDevices, simulatedDevice } from '../host-agent/device/discovery.ts';
import { launchPhone, stopPhone } from '../simulator/phone/launch.ts';
import type { DeviceInfo } from '../world/episode-event.ts';
import { AppError } from '../world/errors.ts';
import type { Settings } from './config.ts';
import type { Home } from './home.ts';
import { rehearsalWish } from './rehearsal.ts';
import { startAll, type Teardown } from './teardown.ts';
import type { SimulatedState } from './verifier.ts';

export interface JoinedCloud {
  readonly client: CloudClient;
  readonly url: string;
  readonly key: string;
  /** Whether it is this home's own, whose key may be shown to the person at this machine. */
  readonly own: boolean;
}

/** The cloud of the settings, or the home's own, started when nobody has. Left again at teardown. */
export async function joinCloud(
  settings: Settings,
  home: Home,
  teardown: Teardown,
  signal: AbortSignal,
  { rehearsal = false }: { readonly rehearsal?: boolean } = {},
): Promise<JoinedCloud> {
  if (settings.cloud !== null) return { client: createCloudClient(settings.cloud), ...settings.cloud, own: false };
  const main = fileURLToPath(new URL('home-server-main.ts', import.meta.url));
  const joined = await joinHomeServer({
    home: home.root,
    main,
    env: rehearsal ? { ...settings.env, [rehearsalWish]: 'ready' } : settings.env,
    signal,
  });
  teardown.add('the home server', () => joined.leave({ andStop: true }));
  return { client: createCloudClient({ url: joined.url, key: joined.key }), url: joined.url, key: joined.key, own: true };
}

/** Asks the cloud of this home one thing, for commands that only read. */
export async function withCloud<T>(
  settings: Settings,
  home: Home,
  ask: (cloud: CloudClient, joined: JoinedCloud) => Promise<T>,
): Promise<T> {
  const { Teardown } = await import('./teardown.ts');
  const teardown = new Teardown();
  try {
    const joined = await joinCloud(settings, home, teardown, AbortSignal.timeout(90_000));
    return await ask(joined.client, joined);
  } finally {
    await teardown.run(() => undefined);
  }
}

/** A device and what stands behind it, ready for sessions. */
export interface ReadyDevice {
  readonly info: DeviceInfo;
  readonly appiumUrl: string;
  readonly capabilities: Capabilities;
  readonly driver: string;
  /** The simulated phone's own state, for verification; null on a real device. */
  readonly behind: SimulatedState | null;
}

/** The device of this name, if it can be used now. Throws `device_unknown` with what there is. */
export async function findDevice(id: string, signal: AbortSignal): Promise<FoundDevice> {
  if (id === simulatedDevice.id) return simulatedDevice;
  const found = await listDevices({}, signal);
  const device = found.find((each) => each.id === id);
  if (device === undefined)
    throw new AppError('device_unknown', `there is no device ${JSON.stringify(id)}; there are: ${found.map((each) => each.id).join(', ')}`);
  if (device.state !== 'ready') throw new AppError('device_unknown', `the device ${id} is ${device.state}${remedyOf(device)}`);
  return device;
}

export interface DeviceOptions {
  readonly device: FoundDevice;
  readonly seed: number;
  /** The phone of an episode that goes on must be the one it was begun on. */
  readonly adoptOnly: boolean;
  readonly keepPhone: boolean;
}

/** Starts what a device needs and adds to the teardown what must stop again. */
export async function readyDevice(
  options: DeviceOptions,
  settings: Settings,
  home: Home,
  teardown: Teardown,
  signal: AbortSignal,
): Promise<ReadyDevice> {
  return options.device.simulated
    ? await readySimulated(options, settings, home, teardown, signal)
    : await readyReal(options.device, settings, home, teardown, signal);
}

async function readySimulated(
  options: DeviceOptions,
  settings: Settings,
  home: Home,
  teardown: Teardown,
  signal: AbortSignal,
): Promise<ReadyDevice> {
  if (!options.adoptOnly) await stopPhone(home.phoneFile);
  const phoneStarting = launchPhone({ stateFile: home.phoneFile, seed: options.seed, logFile: join(home.logs, 'phone.log') });
  const driverDir = fileURLToPath(new URL('../simulator/appium-driver', import.meta.url));
  if (!options.keepPhone) teardown.add('the simulated phone', () => stopPhone(home.phoneFile));
  const [phone, appium] = await startAll(
    signal,
    () => phoneStarting,
    (within) => serveAppium('tapwrightsim', driverDir, settings, home, teardown, within),
  );
  if (options.adoptOnly && !phone.adopted)
    throw new AppError('device_lost', 'the simulated phone of this episode is gone, and with it the state the episode was in');
  const { id, name, platform, osVersion, simulated } = simulatedDevice;
  return {
    info: { id, name, platform, osVersion, simulated },
    appiumUrl: appium,
    driver: 'TapwrightSim (simulated)',
    capabilities: {
      platformName: 'Android',
      'appium:automationName': 'TapwrightSim',
      'appium:udid': 'sim',
      'appium:phoneUrl': phone.url,
      'appium:phoneToken': phone.token,
    },
    behind: { state: () => phone.client.state(), before: await phone.client.state() },
  };
}

async function readyReal(
  device: FoundDevice,
  settings: Settings,
  home: Home,
  teardown: Teardown,
  signal: AbortSignal,
): Promise<ReadyDevice> {
  const driver = device.platform === 'android' ? 'uiautomator2' : 'xcuitest';
  const packageName = `appium-${driver}-driver`;
  const dir = driverPackage(packageName);
  if (dir === null)
    throw new AppError(
      'driver_missing',
      `the Appium driver for ${device.platform} is not installed; get it with: npm install ${packageName}`,
    );
  const appiumUrl = await serveAppium(driver, dir, settings, home, teardown, signal);
  const { id, name, platform, osVersion, simulated } = device;
  return {
    info: { id, name, platform, osVersion, simulated },
    appiumUrl,
    driver: packageName,
    behind: null,
    capabilities:
      platform === 'android'
        ? { platformName: 'Android', 'appium:automationName': 'UiAutomator2', 'appium:udid': id, 'appium:noReset': true }
        : { platformName: 'iOS', 'appium:automationName': 'XCUITest', 'appium:udid': id, 'appium:noReset': true },
  };
}

function remedyOf({ state }: FoundDevice): string {
  if (state === 'unauthorized') return '; allow this computer in the dialog on its screen';
  return state === 'shutdown' ? '; start it first' : '; plug it in again or restart adb';
}

async function serveAppium(
  driver: string,
  driverDir: string,
  settings: Settings,
  home: Home,
  teardown: Teardown,
  signal: AbortSignal,
): Promise<string> {
  const appiumHome = join(home.appium, driver);
  mkdirSync(appiumHome, { recursive: true });
  await prepareAppiumHome(appiumHome, [driverDir]);
  const nodeImports = driver === 'tapwrightsim' ? [import.meta.resolve('tsx')] : [];
  const server = await startAppium(
    { appiumHome, drivers: [driver], nodeImports, logFile: join(home.logs, 'appium.log'), env: settings.env },
    signal,
  );
  teardown.add('Appium', () => server.stop());
  return server.url;
}
