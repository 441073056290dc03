import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../world/errors.ts';

const present = z.string().trim().min(1).optional().catch(undefined);
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'an address that begins with postgres://')
  .optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }).optional();

const Environment = z.object({
  TAPWRIGHT_HOME: present,
  DATABASE_URL: postgresUrl,
  DATABASE_ADMIN_URL: postgresUrl,
  TAPWRIGHT_CLOUD_URL: webUrl,
  TAPWRIGHT_CLOUD_KEY: present,
});

export interface Settings {
  /** Everything this program keeps, absolute. */
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly databaseAdminUrl: string | null;
  /** A cloud on another machine; null means the home's own. */
  readonly cloud: { readonly url: string; readonly key: string } | null;
  /** Handed on to child processes and to the files that read their own settings. */
  readonly env: NodeJS.ProcessEnv;
}

/** Reads the settings from the environment. Throws `setting_invalid` naming the setting, what was found and what is wanted. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const blank = Object.entries(env).filter(([, value]) => value !== '');
  const parsed = Environment.safeParse(Object.fromEntries(blank));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'a setting');
    const found = name.endsWith('_URL') ? withoutPassword(env[name] ?? '') : (env[name] ?? '');
    throw new AppError(
      'setting_invalid',
      `${name} is ${JSON.stringify(found)}; give ${issue?.message ?? 'a valid value'}, or leave it out`,
    );
  }
  const { TAPWRIGHT_HOME, DATABASE_URL, DATABASE_ADMIN_URL, TAPWRIGHT_CLOUD_URL, TAPWRIGHT_CLOUD_KEY } = parsed.data;
  if (TAPWRIGHT_CLOUD_URL !== undefined && TAPWRIGHT_CLOUD_KEY === undefined) {
    throw new AppError('setting_invalid', 'TAPWRIGHT_CLOUD_URL is set and TAPWRIGHT_CLOUD_KEY is not; set the key of that cloud as well');
  }
  return {
    home: resolve(TAPWRIGHT_HOME ?? join(homedir(), '.tapwright')),
    databaseUrl: DATABASE_URL ?? null,
    databaseAdminUrl: DATABASE_ADMIN_URL ?? null,
    cloud:
      TAPWRIGHT_CLOUD_URL !== undefined && TAPWRIGHT_CLOUD_KEY !== undefined
        ? { url: TAPWRIGHT_CLOUD_URL, key: TAPWRIGHT_CLOUD_KEY }
        : null,
    env,
  };
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]*:)[^@/]*@/, '$1…@');
}
