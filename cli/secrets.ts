import type { SecretSource } from '../host-agent/device/secrets.ts';

const prefix = 'TAPWRIGHT_SECRET_';

/** Secrets from the environment: `{{secret:shop-password}}` is TAPWRIGHT_SECRET_SHOP_PASSWORD. */
export function environmentSecrets(env: NodeJS.ProcessEnv): SecretSource {
  const variableOf = (name: string): string => prefix + name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
  return {
    resolve: (name) => env[variableOf(name)] ?? null,
    names: () => Object.keys(env).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length).toLowerCase()] : [])),
  };
}
