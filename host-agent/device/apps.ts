import type { Browser } from 'webdriverio';
import { type InstalledApp, plainName } from './app-resolver.ts';
import { DriverError } from './errors.ts';
import { type Hand, Refusal } from './hand.ts';

export async function openApp(hand: Hand, app: string): Promise<void> {
  const id = await idOf(hand, app);
  try {
    await hand.act('opening the app', (browser) => appCommand(hand, browser, 'activateApp', id));
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'refused' || error.kind === 'invalid_argument'))
      throw new Refusal('app_unknown', `${JSON.stringify(app)} could not be opened: ${error.message}`);
    throw error;
  }
}

export async function closeApp(hand: Hand, app: string): Promise<void> {
  const id = await idOf(hand, app);
  await hand.act('closing the app', (browser) => appCommand(hand, browser, 'terminateApp', id));
}

function appCommand(hand: Hand, browser: Browser, command: 'activateApp' | 'terminateApp', id: string): Promise<unknown> {
  return browser.execute(`mobile: ${command}`, hand.platform === 'android' ? { appId: id } : { bundleId: id });
}

const looksLikeId = /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/;

async function idOf(hand: Hand, app: string): Promise<string> {
  const installed = await installedApps(hand);
  const found = hand.apps(app, installed ?? []);
  if (found !== null) return found;
  if (installed === null && looksLikeId.test(app.trim())) return app.trim();
  const wanted = plainName(app);
  const near = (installed ?? [])
    .filter(({ id, name }) => plainName(name ?? id).includes(wanted))
    .map(({ id, name }) => (name === null ? id : `${name} (${id})`));
  const hint = near.length > 0 ? `; there are: ${near.slice(0, 5).join(', ')}` : '; open it by its icon, or name its id';
  throw new Refusal('app_unknown', `no app is called ${JSON.stringify(app)} on this device${hint}`);
}

/** Null when the driver cannot list apps. */
async function installedApps(hand: Hand): Promise<readonly InstalledApp[] | null> {
  try {
    const listed: unknown = await hand.read('listing apps', (browser) => browser.execute('mobile: listApps'));
    if (typeof listed !== 'object' || listed === null) return null;
    return Object.entries(listed).map(([id, about]) => ({ id, name: nameIn(about) }));
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'unknown_command' || error.kind === 'refused' || error.kind === 'timed_out'))
      return null;
    throw error;
  }
}

function nameIn(about: unknown): string | null {
  if (typeof about !== 'object' || about === null) return null;
  for (const key of ['label', 'name', 'CFBundleDisplayName', 'CFBundleName']) {
    const value: unknown = Reflect.get(about, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
