import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { driverPackage, prepareAppiumHome } from '../../../host-agent/device/appium-home.ts';
import { freePort, startAppium } from '../../../host-agent/device/appium-server.ts';
import { sessionCapabilities } from '../../../host-agent/device/capabilities.ts';
import { tempFolder } from '../temp-folder.ts';
import { driverFolder } from './simulated-phone.ts';

const signal = new AbortController().signal;
const env = { PATH: process.env.PATH };

test('a missing driver is told before anything is started, with the way to get it', async () => {
  const dir = await tempFolder();
  await prepareAppiumHome(dir, [driverFolder]);
  const started = startAppium({ appiumHome: dir, drivers: ['uiautomator2'], logFile: join(dir, 'log') }, signal);
  await expect(started).rejects.toMatchObject({
    code: 'driver_missing',
    message: expect.stringMatching(/there: tapwrightsim.*npm install appium-uiautomator2-driver/),
  });
});

test('a folder can be prepared again and again, and holds what it is told', async () => {
  const dir = await tempFolder();
  for (let i = 0; i < 3; i++) await prepareAppiumHome(dir, [driverFolder]);
  expect(driverPackage('appium-no-such-driver')).toBeNull();
});

test('a port that is taken is named', async () => {
  const dir = await tempFolder();
  await prepareAppiumHome(dir, [driverFolder]);
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => {
    other.close();
  });
  await expect(startAppium({ appiumHome: dir, drivers: ['tapwrightsim'], port, logFile: join(dir, 'log') }, signal)).rejects.toMatchObject({
    code: 'port_taken',
    message: expect.stringContaining(String(port)),
  });
});

test('a server that does not come up is told with the last lines of its log', { timeout: 60_000 }, async () => {
  const dir = await tempFolder();
  await prepareAppiumHome(dir, [driverFolder]);
  await writeFile(join(dir, 'broken.mjs'), 'throw new Error("this preload is broken");');
  const started = startAppium(
    {
      appiumHome: dir,
      drivers: ['tapwrightsim'],
      nodeImports: [`file://${join(dir, 'broken.mjs')}`],
      logFile: join(dir, 'logs', 'appium.log'),
      env,
    },
    signal,
  );
  await expect(started).rejects.toMatchObject({ code: 'appium_failed', message: expect.stringContaining('this preload is broken') });
});

test('D1 a start that hangs ends at its deadline or on a stop, and leaves no process', { timeout: 60_000 }, async () => {
  const dir = await tempFolder();
  await prepareAppiumHome(dir, [driverFolder]);
  await mkdir(join(dir, 'logs'));
  await writeFile(
    join(dir, 'hang.mjs'),
    'import { writeFileSync } from "node:fs"; writeFileSync(process.env.PID_FILE, String(process.pid)); await new Promise(() => setInterval(() => {}, 1000));',
  );
  const options = {
    appiumHome: dir,
    drivers: ['tapwrightsim'],
    nodeImports: [`file://${join(dir, 'hang.mjs')}`],
    logFile: join(dir, 'logs', 'a.log'),
    env: { ...env, PID_FILE: join(dir, 'pid') },
  };
  await expect(startAppium({ ...options, readyWithinMs: 1_500 }, signal)).rejects.toMatchObject({
    code: 'appium_failed',
    message: expect.stringContaining('not ready within'),
  });
  await expect(startAppium(options, AbortSignal.timeout(1_000))).rejects.toMatchObject({ code: 'cancelled' });
  const pid = Number(await readFile(join(dir, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow();
});

test('only capabilities on the list are let through, and the ones that run files are not', () => {
  expect(sessionCapabilities({ platformName: 'Android', 'appium:udid': 'x', noReset: true })).toEqual({
    platformName: 'Android',
    'appium:udid': 'x',
    'appium:noReset': true,
    'appium:newCommandTimeout': 3600,
    'wdio:enforceWebDriverClassic': true,
  });
  for (const name of [
    'appium:chromedriverExecutableDir',
    'executableDir',
    'appium:chromedriverExecutable',
    'appium:avdArgs',
    'appium:customSSLCert',
    'goog:chromeOptions',
    'appium:settings[x]',
  ]) {
    expect(() => sessionCapabilities({ [name]: '/tmp' })).toThrow(
      expect.objectContaining({ code: 'setting_invalid', message: expect.stringContaining(name) }),
    );
  }
});
