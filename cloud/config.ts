import { AppError } from '../world/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a home server is started with; who joins one that runs must have the same database, and no other model settings. */
export const databaseSettings = ['DATABASE_URL', 'DATABASE_ADMIN_URL'] as const;
export const modelSettings = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'TAPWRIGHT_MODEL',
  'MAX_TOKENS',
  'THINKING_BUDGET_TOKENS',
  'TAPWRIGHT_THINKING',
  'TAPWRIGHT_EFFORT',
  'TAPWRIGHT_MODEL_DEADLINE_S',
  'TAPWRIGHT_PRICES',
] as const;

export interface CloudSettings {
  /** Null: the embedded Postgres of the home. */
  readonly database: { readonly url: string; readonly adminUrl: string } | null;
  readonly env: Environment;
  /** Values that never reach a record. */
  readonly secrets: readonly string[];
}

/** Throws `setting_invalid`, naming the setting. */
export function readCloudSettings(env: Environment): CloudSettings {
  const [url, adminUrl] = databaseSettings.map((name) => checkedUrl(name, env[name]));
  if (url === null && adminUrl !== null)
    throw new AppError('setting_invalid', 'DATABASE_ADMIN_URL is set and DATABASE_URL is not; set both, or DATABASE_URL alone');
  const secrets = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'].flatMap((name) => env[name] ?? []);
  return { database: url == null ? null : { url, adminUrl: adminUrl ?? url }, env, secrets };
}

function checkedUrl(name: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new AppError(
      'setting_invalid',
      `${name} is not an address of Postgres; give one like postgres://USER:PASSWORD@HOST:5432/DATABASE`,
    );
  }
  return value;
}

/** The environment of this process, for the programs that are started apart. */
export function processEnvironment(): Environment {
  return process.env;
}
