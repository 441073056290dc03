import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.env.TAPWRIGHT_PAGES ?? '../shared/pages';

/** Real page sources are beside the project, not in it; without them the tests that need them are skipped and say so. */
export const havePages = existsSync(root);
if (!havePages) process.stderr.write(`no page sources under ${root}: set TAPWRIGHT_PAGES to run the tests that read them\n`);

export const pageSource = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Paths of the XML sources of one folder, in order. */
export const pageFiles = (folder: string): string[] =>
  havePages
    ? readdirSync(join(root, folder))
        .filter((name) => /\.(xml|uix)$/.test(name))
        .sort()
        .map((name) => `${folder}/${name}`)
    : [];

export const folderFiles = (folder: string): string[] =>
  havePages
    ? readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}`)
    : [];
