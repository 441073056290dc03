import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../host-agent/clock.ts';
import { type AppiumDevice, openAppiumDevice } from '../../../host-agent/device/appium-device.ts';
import { prepareAppiumHome } from '../../../host-agent/device/appium-home.ts';
import { type AppiumServer, startAppium } from '../../../host-agent/device/appium-server.ts';
import { type ArtifactStore, openArtifacts } from '../../../host-agent/journal/artifacts.ts';
import { type LaunchedPhone, launchPhone, stopPhone } from '../../../simulator/phone/launch.ts';

export const driverFolder = fileURLToPath(new URL('../../../simulator/appium-driver', import.meta.url));

/** A phone, an Appium server and the way to open sessions: the real parts, for a whole test file. */
export interface Bench {
  readonly dir: string;
  readonly phone: LaunchedPhone;
  readonly appium: AppiumServer;
  readonly artifacts: ArtifactStore;
  open(secrets?: Record<string, string>, more?: { url?: string; capabilities?: Record<string, unknown> }): Promise<AppiumDevice>;
  log(): Promise<string>;
  close(): Promise<void>;
}

export async function startBench(): Promise<Bench> {
  const dir = await mkdtemp(join(tmpdir(), 'tapwright-test-'));
  const stateFile = join(dir, 'phone.json');
  const home = join(dir, 'appium');
  const logFile = join(dir, 'appium.log');
  const signal = new AbortController().signal;
  await prepareAppiumHome(home, [driverFolder]);
  const started = await Promise.all([
    launchPhone({ stateFile, seed: 7, idleExitMs: 300_000 }),
    startAppium(
      { appiumHome: home, drivers: ['tapwrightsim'], nodeImports: ['tsx'], logFile, env: { PATH: process.env.PATH, HOME: dir } },
      signal,
    ),
  ]).catch(async (error: unknown) => {
    await stopPhone(stateFile);
    throw error;
  });
  const [phone, appium] = started;
  const artifacts = openArtifacts(join(dir, 'artifacts'));
  return {
    dir,
    phone,
    appium,
    artifacts,
    open: (secrets = {}, { url = appium.url, capabilities = {} } = {}) =>
      openAppiumDevice(
        {
          url,
          capabilities: {
            platformName: 'Android',
            automationName: 'TapwrightSim',
            udid: 'sim',
            phoneUrl: phone.url,
            phoneToken: phone.token,
            ...capabilities,
          },
          info: { id: 'sim', name: 'Simulated phone', platform: 'android', osVersion: '11', simulated: true },
          artifacts,
          secrets: { resolve: (name) => secrets[name] ?? null, names: () => Object.keys(secrets) },
          clock: systemClock,
          log: () => undefined,
        },
        signal,
      ),
    log: () => readFile(logFile, 'utf8'),
    async close() {
      await appium.stop();
      await stopPhone(stateFile);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
