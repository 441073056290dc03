import { type SecretSource, secretNames } from '../host-agent/device/secrets.ts';
import { AppError } from '../world/errors.ts';

const prefix = 'TAPWRIGHT_SECRET_';

/** Secrets from the environment: `{{secret:shop-password}}` is TAPWRIGHT_SECRET_SHOP_PASSWORD. */
export function environmentSecrets(env: NodeJS.ProcessEnv): SecretSource {
  return {
    resolve: (name) => env[variableOf(name)] ?? null,
    names: () => Object.keys(env).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length).toLowerCase()] : [])),
  };
}

/** Refuses a text with a secret that is not set, before anything starts. Throws `secret_unknown` naming it and its variable. */
export function requireSecrets(text: string, env: NodeJS.ProcessEnv): void {
  const missing = secretNames(text).find((name) => (env[variableOf(name)] ?? '') === '');
  if (missing !== undefined) {
    throw new AppError('secret_unknown', `there is no secret ${JSON.stringify(missing)}: ${variableOf(missing)} is not set`);
  }
}

function variableOf(name: string): string {
  return prefix + name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
