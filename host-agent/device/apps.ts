import type { Browser } from 'webdriverio';
import { DriverError } from './errors.ts';
import { type Hand, Refusal } from './hand.ts';

export interface InstalledApp {
  readonly id: string;
  /** What stands under its icon, where the device says. */
  readonly name: string | null;
}

/** Finds the id of an app that a person named; null when there is no such app, or not exactly one. */
export type AppResolver = (wanted: string, installed: readonly InstalledApp[]) => string | null;

/** By id, by the visible name, and where the device gives no names, by the last word of the id (`com.android.settings`). */
export const resolveApp: AppResolver = (wanted, installed) => {
  const name = plain(wanted);
  const ways: readonly ((app: InstalledApp) => boolean)[] = [
    (app) => app.id === wanted.trim(),
    (app) => app.name !== null && plain(app.name) === name,
    (app) => app.name === null && app.id.split('.').some((word, i, words) => i === words.length - 1 && plain(word) === name),
    (app) =>
      app.name === null &&
      app.id
        .split('.')
        .slice(1)
        .some((word) => plain(word) === name),
  ];
  for (const way of ways) {
    const [first, second] = installed.filter(way);
    if (first !== undefined) return second === undefined ? first.id : null;
  }
  return null;
};

export async function openApp(hand: Hand, app: string): Promise<void> {
  const id = await idOf(hand, app);
  try {
    await hand.act('opening the app', (browser) => appCommand(hand, browser, 'activateApp', id));
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'refused')
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
  const wanted = plain(app);
  const near = (installed ?? [])
    .filter(({ id, name }) => plain(name ?? id).includes(wanted))
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

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase('und')
    .replace(/[\s_-]+/g, '');
}
