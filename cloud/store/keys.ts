import { and, eq } from 'drizzle-orm';
import { sha256 } from './canonical.ts';
import type { Transaction } from './database.ts';
import { apiKey } from './schema.ts';

/** What a key may be used for. */
export const scopes = [
  'presence',
  'planner:decide',
  'events:write',
  'artifacts:write',
  'artifacts:read',
  'episodes:read',
  'episodes:stop',
  'thinking:read',
] as const;
export type Scope = (typeof scopes)[number];

export interface KeyHolder {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Lets the holder of `key` in; a key that is known stays as it is. Only its hash is stored (rule C7): keys are 32 random bytes, so no salt is needed. */
export async function registerKey(tx: Transaction, tenant: string, key: string, holder: KeyHolder, at: number): Promise<void> {
  await tx
    .insert(apiKey)
    .values({ tenant, hash: sha256(key), name: holder.name, scopes: [...holder.scopes], createdAt: at })
    .onConflictDoNothing();
}

/** Who holds this key, or null when it is unknown, expired or revoked. */
export async function holderOf(tx: Transaction, tenant: string, key: string, now: number): Promise<KeyHolder | null> {
  const [found] = await tx
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.tenant, tenant), eq(apiKey.hash, sha256(key))));
  if (found === undefined || found.revokedAt !== null || (found.expiresAt !== null && found.expiresAt <= now)) return null;
  return { name: found.name, scopes: found.scopes };
}

export async function revokeKey(tx: Transaction, tenant: string, key: string, at: number): Promise<void> {
  await tx
    .update(apiKey)
    .set({ revokedAt: at })
    .where(and(eq(apiKey.tenant, tenant), eq(apiKey.hash, sha256(key))));
}
