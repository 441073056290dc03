// A host in small: starts Appium, says where it is, and waits to be killed.
import { join } from 'node:path';
import { prepareAppiumHome } from '../../../host-agent/device/appium-home.ts';
import { startAppium } from '../../../host-agent/device/appium-server.ts';
import { driverFolder } from './simulated-phone.ts';

const dir = process.argv[2] ?? '';
const appiumHome = join(dir, 'other-appium');
await prepareAppiumHome(appiumHome, [driverFolder]);
const { pid, url } = await startAppium(
  {
    appiumHome,
    drivers: ['tapwrightsim'],
    nodeImports: ['tsx'],
    logFile: join(dir, 'other.log'),
    env: { PATH: process.env.PATH, HOME: dir },
  },
  new AbortController().signal,
);
process.stdout.write(`${JSON.stringify({ pid, url })}\n`);
setInterval(() => undefined, 1_000);
