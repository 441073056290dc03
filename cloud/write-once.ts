import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The content of a file that is written once, whoever comes first: writes `content` (mode 0600) when the file is not there, and answers
 * with what it holds then. Nobody ever sees it half written.
 */
export function writeOnce(file: string, content: string): string {
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, content, { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** Replaces a file (mode 0600) as a whole: a reader sees the old content or the new. */
export function replaceFile(file: string, content: string): void {
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, content, { mode: 0o600 });
  renameSync(aside, file);
}
