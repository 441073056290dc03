import { and, eq } from 'drizzle-orm';
import { AppError } from '../../world/errors.ts';
import { sha256 as hashOf } from './canonical.ts';
import type { Transaction } from './database.ts';
import { artifact } from './schema.ts';

export interface StoredArtifact {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Keeps the content under its hash; the same content again changes nothing. Answers with the hash. */
export async function putArtifact(tx: Transaction, tenant: string, mediaType: string, content: Buffer, at: number): Promise<string> {
  const sha256 = hashOf(content);
  await tx.insert(artifact).values({ tenant, sha256, mediaType, content, at }).onConflictDoNothing();
  return sha256;
}

export async function getArtifact(tx: Transaction, tenant: string, sha256: string): Promise<StoredArtifact> {
  const { mediaType, content } = artifact;
  const [found] = await tx
    .select({ mediaType, content })
    .from(artifact)
    .where(and(eq(artifact.tenant, tenant), eq(artifact.sha256, sha256)));
  if (found === undefined) throw new AppError('not_found', `there is no artifact ${sha256}`);
  return found;
}
