import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let copy: string;
let found: string;

const planted = [
  { file: 'world/planted-environment.ts', says: 'export const home = process.env.HOME;', rule: 'noProcessEnv' },
  { file: 'host-agent/planted-console.ts', says: `console.log('here');`, rule: 'noConsole' },
  { file: 'runtime/planted-any.ts', says: 'export const anything = (value: any): string => value;', rule: 'noExplicitAny' },
  { file: 'runtime/planted-bang.ts', says: 'export const first = (list: string[]): string => list[0]!;', rule: 'noNonNullAssertion' },
  { file: 'cloud/planted-default.ts', says: 'export default 1;', rule: 'noDefaultExport' },
  { file: 'cloud/plantedName.ts', says: 'export const one = 1;', rule: 'useFilenamingConvention' },
  { file: 'runtime/planted-floating.ts', says: 'const later = async (): Promise<void> => {};\nlater();', rule: 'no-floating-promises' },
  {
    file: 'runtime/planted-switch.ts',
    says: `export function name(kind: 'a' | 'b'): string {\n  switch (kind) {\n    case 'a':\n      return 'one';\n  }\n  return '';\n}`,
    rule: 'switch-exhaustiveness-check',
  },
] as const;
const allowed = [
  { file: 'runtime/llm/config.ts', says: 'export const home = process.env.HOME;' },
  { file: 'cli/planted-console.ts', says: `console.log('here');` },
] as const;

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'tapwright-lint-'));
  for (const file of ['biome.json', '.oxlintrc.json', 'tsconfig.json', 'package.json', '.gitignore'])
    cpSync(path.join(root, file), path.join(copy, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { file, says } of [...planted, ...allowed]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `${says}\n`);
  }
  const [biome, oxlint] = await Promise.all([
    output('@biomejs/biome/bin/biome', ['lint', '--vcs-enabled=false', '--max-diagnostics=100', '--colors=off']),
    output('oxlint/bin/oxlint', ['--type-aware', '--format=unix']),
  ]);
  found = `${biome}\n${oxlint}`;
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.for(planted)('$rule is caught in $file', ({ file, rule }) => {
  expect(found.split('\n').some((line) => line.includes(file) && line.includes(rule))).toBe(true);
});

test('settings may read the environment, and commands may write to the terminal', () => {
  for (const { file } of allowed) expect(found).not.toContain(file);
});

function output(tool: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(root, 'node_modules', tool), ...args], { cwd: copy, maxBuffer: 8e6 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
