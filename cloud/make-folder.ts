import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder and those above it. Unlike `mkdir` with `recursive`, which never returns below /proc on some versions of Node, it fails where none can be made. */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
