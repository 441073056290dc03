import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documentDrift, readTree, type Tree } from '../../scripts/check-documents.ts';

const real = readTree(fileURLToPath(new URL('../..', import.meta.url)));

const before = documentDrift(real);

/** What the change of one file adds to the drift. `null` takes the file away. */
function drift(file: string, change: (text: string) => string | null): string[] {
  const changed = new Map(real);
  const text = change(real.get(file) ?? '');
  if (text === null) changed.delete(file);
  else changed.set(file, text);
  return documentDrift(changed as Tree).filter((line) => !before.includes(line));
}

test('an error that the document lacks, has too many, or explains otherwise is found', () => {
  expect(drift('docs/errors.md', (text) => text.replace(/^\| `stale_ref`.*\n/m, ''))).toEqual([
    expect.stringContaining('does not list stale_ref'),
  ]);
  expect(drift('docs/errors.md', (text) => `${text}| \`made_up\` | nothing |\n`)).toEqual([expect.stringContaining('lists made_up')]);
  expect(drift('docs/errors.md', (text) => text.replace('look again', 'look away'))).toEqual([expect.stringContaining('differs')]);
  expect(drift('docs/errors.md', () => null)).toEqual([expect.stringContaining('missing')]);
});

test('a folder without a README, or with a long one, is found', () => {
  expect(drift('host-agent/README.md', () => null)).toEqual([expect.stringContaining('host-agent/README.md is missing')]);
  expect(drift('host-agent/README.md', (text) => `${text}${'\nline'.repeat(30)}\n`)).toEqual([expect.stringContaining('at most 25')]);
});

test('an AGENTS.md above 80 lines is found', () => {
  expect(drift('AGENTS.md', (text) => `${text}${'\nline'.repeat(80)}`)).toEqual([expect.stringContaining('at most 80')]);
});

test('a word that stands twice in CONTEXT.md, or that nothing uses, is found', () => {
  expect(drift('CONTEXT.md', (text) => `${text}\n| Episode | again |\n`)).toEqual([expect.stringContaining('"episode" twice')]);
  expect(drift('CONTEXT.md', (text) => `${text}\n| Quince jelly | for breakfast |\n`)).toEqual([
    expect.stringContaining('"quince jelly", which nothing uses'),
  ]);
});

test('a rule that a test names and docs/rules.md does not have is found', () => {
  expect(drift('test/planted.test.ts', () => `test('P99 nobody wrote this rule', () => {});`)).toEqual([
    expect.stringContaining('names rule P99'),
  ]);
  expect(drift('test/planted.test.ts', () => `test('P36 and A6 are rules', () => {});`)).toEqual([]);
});

test.for([
  ['npm run nowhere', 'no script nowhere'],
  ['npx tapwright dance', 'no command dance'],
  ['npx tapwright run "a goal" --sideways', 'no command has --sideways'],
  ['npm run demo -- "a goal" --sideways', 'no command has --sideways'],
])('the line %j of a document is found', ([line, problem]) => {
  expect(drift('README.md', (text) => `${text}\n\`\`\`sh\n${line}\n\`\`\`\n`)).toEqual([expect.stringContaining(problem ?? '')]);
});

test('lines that work are left alone', () => {
  const lines = [
    'npm ci && npm run demo',
    'npm run demo -- "Turn on airplane mode" --json',
    'npx tapwright run "a goal" --device sim',
    '$ tapwright show EPISODE --json',
  ];
  expect(drift('README.md', (text) => `${text}\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`)).toEqual([]);
});

test('a dependency without a reason, or a reason without a dependency, is found', () => {
  expect(drift('package.json', (text) => text.replace('"zod":', '"left-pad":'))).toEqual([
    expect.stringContaining('no reason for left-pad'),
    expect.stringContaining('a reason for zod'),
  ]);
});
