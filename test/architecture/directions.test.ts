import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewestModules, folders, type Survey, surveyImports } from '../../scripts/check-architecture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One import that must not be, per rule and per way to break it: the file that is planted, and what it says. */
const planted: readonly { readonly rule: string; readonly file: string; readonly says: string }[] = [
  { rule: 'world-knows-nobody', file: 'world/planted-up.ts', says: `import type {} from '../runtime/ports.ts';` },
  { rule: 'runtime-knows-only-world', file: 'runtime/planted-out.ts', says: `import type {} from '../host-agent/clock.ts';` },
  { rule: 'runtime-knows-only-world', file: 'runtime/llm/planted-out.ts', says: `export type {} from '../../cloud/contract/wire.ts';` },
  { rule: 'skills-see-world-and-ports', file: 'skills/planted-loop.ts', says: `import '../runtime/loop.ts';` },
  { rule: 'host-agent-meets-cloud-in-the-contract', file: 'host-agent/planted-in.ts', says: `import '../cloud/start-cloud.ts';` },
  { rule: 'cloud-drives-no-phone', file: 'cloud/planted-drive.ts', says: `import type {} from '../host-agent/clock.ts';` },
  { rule: 'cloud-drives-no-phone', file: 'cloud/planted-loop.ts', says: `import '../runtime/loop.ts';` },
  { rule: 'contract-is-only-the-wire', file: 'cloud/contract/planted-back.ts', says: `import type {} from '../config.ts';` },
  { rule: 'simulator-is-a-stand-in', file: 'simulator/phone/planted-twin.ts', says: `import '../../runtime/ports.ts';` },
  { rule: 'model-reads-only-the-wire', file: 'simulator/model/planted-peek.ts', says: `import type {} from '../phone/screen.ts';` },
  { rule: 'model-reads-only-the-wire', file: 'simulator/model/planted-page.ts', says: `import type {} from '../../world/page.ts';` },
  { rule: 'simulator-only-by-cli-and-tests', file: 'scripts/planted-stand-in.ts', says: `import '../simulator/phone/launch.ts';` },
  { rule: 'cli-imported-by-nobody', file: 'scripts/planted-wire.ts', says: `import '../cli/home.ts';` },
  { rule: 'no-test-code-in-production', file: 'bin/planted-test.ts', says: `import '../test/fakes/planted-fake.ts';` },
  { rule: 'appium-lives-at-the-device', file: 'host-agent/planted-driver.ts', says: `import 'webdriverio';` },
  { rule: 'appium-lives-at-the-device', file: 'cli/planted-appium.ts', says: `import 'appium';` },
  { rule: 'sql-lives-in-the-store', file: 'cloud/api/planted-sql.ts', says: `import 'pg';` },
  { rule: 'sql-lives-in-the-store', file: 'cli/planted-sql.ts', says: `import 'drizzle-orm';` },
  { rule: 'sql-lives-in-the-store', file: 'host-agent/planted-sql.ts', says: `import type {} from 'pg';` },
  { rule: 'provider-sdks-live-in-llm', file: 'runtime/planner/planted-sdk.ts', says: `import '@anthropic-ai/sdk';` },
  { rule: 'model-takes-sdk-types-only', file: 'simulator/model/planted-client.ts', says: `import '@anthropic-ai/sdk';` },
  { rule: 'no-cycles', file: 'world/planted-about.ts', says: `import type {} from './planted-round.ts';` },
  { rule: 'nothing-unresolvable', file: 'world/planted-lost.ts', says: `import './planted-nowhere.ts';` },
];
const allowed = [
  { file: 'test/fakes/planted-fake.ts', says: 'export {};' },
  { file: 'world/planted-round.ts', says: `import type {} from './planted-about.ts';` },
  { file: 'simulator/model/planted-type.ts', says: `import type {} from '@anthropic-ai/sdk';` },
];

let copy: string;
let survey: Survey;

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'tapwright-planted-'));
  for (const entry of [...folders, 'package.json', 'tsconfig.json', 'migrations'].filter((name) => existsSync(path.join(root, name)))) {
    cpSync(path.join(root, entry), path.join(copy, entry), {
      recursive: true,
      filter: (file) => !/\bnode_modules\b/.test(path.relative(root, file)),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { file, says } of [...planted, ...allowed]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `${says}\n`);
  }
  survey = await surveyImports(copy);
}, 180_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('what is allowed passes', () => {
  const files = allowed.map(({ file }) => file);
  expect(survey.violations.filter(({ from }) => files.includes(from))).toEqual([]);
});

test.for(planted)('$rule is broken by $file, and nothing else is', ({ rule, file }) => {
  expect(survey.violations.filter(({ from }) => from === file).map((violation) => violation.rule)).toEqual([rule]);
});

test('every rule has a planted violation', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };
  expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test('the real tree was looked at, and breaks no rule', () => {
  const sparse = Object.entries(fewestModules).filter(([folder, fewest]) => (survey.modules[folder] ?? 0) < fewest);
  expect(sparse).toEqual([]);
  expect(survey.violations.filter(({ from }) => !from.includes('planted-'))).toEqual([]);
});
