import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactRef } from '../../world/artifact.ts';
import { AppError } from '../../world/errors.ts';

/** Pictures and page sources, kept once by the hash of their bytes. */
export interface ArtifactStore {
  /** Resolves once the bytes are on disk; the same bytes twice are one file. Throws AppError `home_unwritable`. */
  put(bytes: Uint8Array, mediaType: ArtifactRef['mediaType']): Promise<ArtifactRef>;
  /** Null when there is none, or when the file does not have its hash. */
  get(sha256: string): Promise<Buffer | null>;
}

export function openArtifacts(dir: string): ArtifactStore {
  const pathOf = (sha256: string): string => join(dir, sha256.slice(0, 2), sha256);
  return {
    async put(bytes, mediaType) {
      const sha256 = hash(bytes);
      const ref: ArtifactRef = { sha256, mediaType, bytes: bytes.length };
      const path = pathOf(sha256);
      try {
        if (!(await isThere(path, bytes.length))) await write(path, join(dir, sha256.slice(0, 2)), bytes);
      } catch (error) {
        throw new AppError('home_unwritable', `an artifact cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      return ref;
    },
    async get(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
      const bytes = await readFile(pathOf(sha256)).catch(() => null);
      return bytes !== null && hash(bytes) === sha256 ? bytes : null;
    },
  };
}

async function isThere(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.size === bytes;
}

async function write(path: string, folder: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${randomUUID()}`);
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
