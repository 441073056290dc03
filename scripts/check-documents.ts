import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCodes } from '../world/errors.ts';
import { renderErrorTable } from './error-table.ts';
import { definedRules, namedRules } from './rules.ts';

const codeFolders = ['world', 'runtime', 'skills', 'host-agent', 'cloud', 'cli', 'simulator', 'migrations', 'test', 'bench', 'scripts'];
const longestFolderReadme = 25;
const longestAgentsFile = 80;

/** A repository's text files below the folders named, by path from its root; node_modules left out. */
export type Tree = ReadonlyMap<string, string>;

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === '.git' || entry.name === 'coverage') continue;
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) visit(file);
      else if (/\.(ts|js|mjs|md|sql|json)$/.test(file) && statSync(path.join(root, file)).size < 500_000)
        tree.set(file, readFileSync(path.join(root, file), 'utf8'));
    }
  };
  visit('.');
  return tree;
}

/** Where documents and code say different things, a line each. */
export function documentDrift(tree: Tree): string[] {
  return [
    ...errorTable(tree),
    ...folderReadmes(tree),
    ...agentsFile(tree),
    ...vocabulary(tree),
    ...ruleIds(tree),
    ...commands(tree),
    ...dependencies(tree),
  ];
}

function errorTable(tree: Tree): string[] {
  const document = tree.get('docs/errors.md');
  if (document === undefined) return ['docs/errors.md is missing; `npm run docs` writes it'];
  const listed = new Set([...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code ?? ''));
  const known = Object.keys(errorCodes);
  const missing = known.filter((code) => !listed.has(code)).map((code) => `docs/errors.md does not list ${code}; \`npm run docs\` does`);
  const unknown = [...listed]
    .filter((code) => !known.includes(code))
    .map((code) => `docs/errors.md lists ${code}, which world/errors.ts does not have`);
  if (missing.length + unknown.length === 0 && document !== renderErrorTable())
    return ['docs/errors.md differs from world/errors.ts in its hints; `npm run docs` mends it'];
  return [...missing, ...unknown];
}

function folderReadmes(tree: Tree): string[] {
  const files = [...tree.keys()];
  const missing = codeFolders
    .filter((folder) => files.some((file) => file.startsWith(`${folder}/`)) && !tree.has(`${folder}/README.md`))
    .map((folder) => `${folder}/README.md is missing: what the folder is, what it may import, where to go first`);
  const long = files
    .filter((file) => file.endsWith('/README.md') && lineCount(tree, file) > longestFolderReadme)
    .map((file) => `${file} has ${lineCount(tree, file)} lines; a folder's README has at most ${longestFolderReadme}`);
  return [...missing, ...long];
}

function agentsFile(tree: Tree): string[] {
  if (!tree.has('AGENTS.md')) return ['AGENTS.md is missing'];
  const lines = lineCount(tree, 'AGENTS.md');
  return lines > longestAgentsFile
    ? [`AGENTS.md has ${lines} lines, at most ${longestAgentsFile}: make a rule that can be a check a check`]
    : [];
}

/** Each word of CONTEXT.md stands there once and is used somewhere, if only to explain another: as itself, in camelCase, snake_case or kebab-case. */
function vocabulary(tree: Tree): string[] {
  const rows = [...(tree.get('CONTEXT.md') ?? '').matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)]
    .map(([, words = '', meaning = '']) => ({ words: words.toLowerCase().split(', '), meaning }))
    .filter(({ meaning }) => meaning !== 'meaning');
  if (rows.length === 0) return ['CONTEXT.md has no table of words'];
  const texts = [...tree]
    .filter(([file]) => file !== 'CONTEXT.md' && !/^(scripts|test\/architecture)\//.test(file))
    .map(([, text]) => text);
  const all = rows.flatMap(({ words }) => words);
  const twice = all.filter((word, index) => all.indexOf(word) !== index).map((word) => `CONTEXT.md defines "${word}" twice`);
  const unused = rows.flatMap((row) => {
    const elsewhere = [...texts, ...rows.filter((other) => other !== row).map(({ meaning }) => meaning)];
    return row.words
      .filter((word) => !elsewhere.some((text) => new RegExp(word.replaceAll(' ', '[-_ ]?'), 'i').test(text)))
      .map((word) => `CONTEXT.md defines "${word}", which nothing uses`);
  });
  return [...twice, ...unused];
}

function ruleIds(tree: Tree): string[] {
  const defined = definedRules(tree.get('docs/rules.md') ?? '');
  if (defined.size === 0) return ['docs/rules.md defines no rules'];
  return [...tree]
    .filter(([file]) => file.startsWith('test/') && file.endsWith('.test.ts') && !file.startsWith('test/architecture/'))
    .flatMap(([file, text]) =>
      [...new Set(namedRules(text))]
        .filter((id) => !defined.has(id))
        .map((id) => `${file} names rule ${id}, which docs/rules.md does not have`),
    );
}

/** Every `npm run`, `npx tapwright` and flag in a shell block of a document exists. */
function commands(tree: Tree): string[] {
  const { scripts = {} } = JSON.parse(tree.get('package.json') ?? '{}') as { scripts?: Record<string, string> };
  const cli = [...tree]
    .filter(([file]) => file.startsWith('cli/'))
    .map(([, text]) => text)
    .join('\n');
  const known = (pattern: RegExp) => new Set([...cli.matchAll(pattern)].map(([, name]) => name));
  const [subcommands, flags] = [known(/\.command\('([\w-]+)/g), known(/\.(?:required)?option\(\s*'(?:-\w, )?(--[\w-]+)/gi)];
  const documents = [...tree].filter(([file]) => file.endsWith('.md') && !file.startsWith('docs/adr/'));
  return documents.flatMap(([file, text]) =>
    shellLines(text).flatMap((line) => {
      const script = /\bnpm (?:run )?((?<=run )[\w:-]+|test\b|start\b)/.exec(line)?.[1];
      if (script !== undefined && !(script in scripts)) return [`${file} says \`${line}\`; package.json has no script ${script}`];
      const call =
        /(?:^|\s)(?:npx )?(?:node bin\/)?tapwright(?:\.js)? ([a-z][\w-]*)/.exec(line)?.[1] ?? (script === 'demo' ? 'demo' : undefined);
      if (call === undefined) return [];
      if (!subcommands.has(call)) return [`${file} says \`${line}\`; there is no command ${call}`];
      const given = [...line.matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([flag]) => flag);
      return given
        .filter((flag) => !flags.has(flag) && flag !== '--help')
        .map((flag) => `${file} says \`${line}\`; no command has ${flag}`);
    }),
  );
}

/** `docs/adr/0005-dependencies.md` has a reason for each dependency, and for nothing else. */
function dependencies(tree: Tree): string[] {
  const document = 'docs/adr/0005-dependencies.md';
  const manifest = JSON.parse(tree.get('package.json') ?? '{}') as Record<string, Record<string, string> | undefined>;
  const used = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  const cells = [...(tree.get(document) ?? '').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell ?? '').join();
  const given = [...cells.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  return [
    ...used.filter((name) => !given.includes(name)).map((name) => `${document} gives no reason for ${name}`),
    ...given
      .filter((name) => !used.includes(name))
      .map((name) => `${document} gives a reason for ${name}, which package.json does not have`),
  ];
}

function shellLines(markdown: string): string[] {
  return [...markdown.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => (block ?? '').replace(/\\\n\s*/g, ' ').split('\n'))
    .map((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/(^|\s)#.*$/, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

function lineCount(tree: Tree, file: string): number {
  return (tree.get(file) ?? '').trimEnd().split('\n').length;
}
