import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../../world/errors.ts';

const require = createRequire(import.meta.url);

/** The folder of the installed Appium package. */
export function appiumPackage(): { readonly dir: string; readonly version: string } {
  const file = require.resolve('appium/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return { dir: dirname(file), version };
}

/** Where a module that this package depends on is, for a process that runs in another folder. */
export function moduleUrl(name: string): string {
  return name.startsWith('file:') ? name : pathToFileURL(require.resolve(name)).href;
}

/** The folder of an installed driver package, or null when it is not installed. */
export function driverPackage(packageName: string): string | null {
  try {
    return dirname(require.resolve(`${packageName}/package.json`));
  } catch {
    return null;
  }
}

/**
 * Makes `home` a folder in which Appium finds exactly these drivers: a package.json that depends on Appium, and a link for
 * each driver folder. Nothing is copied or installed; safe to call again.
 */
export async function prepareAppiumHome(home: string, driverDirs: readonly string[]): Promise<void> {
  const modules = join(home, 'node_modules');
  await mkdir(modules, { recursive: true });
  const { version } = appiumPackage();
  await writeFile(
    join(home, 'package.json'),
    `${JSON.stringify({ name: 'tapwright-appium-home', private: true, dependencies: { appium: version } })}\n`,
  );
  for (const dir of driverDirs) {
    const target = await realpath(dir);
    const { name } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as { name: string };
    const link = join(modules, ...name.split('/'));
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { recursive: true, force: true });
    await symlink(target, link, 'dir');
  }
}

/** What Appium remembers of the drivers it found; it does not notice every change by itself, so it is made to look again. */
export async function forgetDrivers(home: string): Promise<void> {
  await rm(join(home, 'node_modules', '.cache', 'appium'), { recursive: true, force: true });
}

const installs: Readonly<Record<string, string>> = {
  uiautomator2: 'npm install appium-uiautomator2-driver',
  xcuitest: 'npm install appium-xcuitest-driver',
};

/** Throws `driver_missing` when a driver is not in the folder, saying how to get it. */
export function requireDrivers(home: string, drivers: readonly string[]): void {
  const there = new Set(driversIn(home));
  const missing = drivers.find((driver) => !there.has(driver));
  if (missing === undefined) return;
  const how = installs[missing] ?? `link its folder into ${join(home, 'node_modules')}`;
  throw new AppError(
    'driver_missing',
    `the Appium driver ${JSON.stringify(missing)} is not in ${home} (there: ${[...there].join(', ') || 'none'}); get it with: ${how}`,
  );
}

function driversIn(home: string): string[] {
  const modules = join(home, 'node_modules');
  const folders = [home];
  for (const entry of existsSync(modules) ? readdirSync(modules) : []) {
    if (entry.startsWith('@')) folders.push(...readdirSync(join(modules, entry)).map((name) => join(modules, entry, name)));
    else if (!entry.startsWith('.')) folders.push(join(modules, entry));
  }
  return folders.flatMap((folder) => driverName(join(folder, 'package.json')));
}

function driverName(file: string): string[] {
  try {
    const pkg = JSON.parse(readFileSync(file, 'utf8')) as { appium?: { driverName?: unknown } };
    return typeof pkg.appium?.driverName === 'string' ? [pkg.appium.driverName] : [];
  } catch {
    return [];
  }
}
