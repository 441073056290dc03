import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(path.join(tmpdir(), 'tapwright-package-'));
const modules = path.join(place, 'node_modules');
const environment = { PATH: process.env.PATH, HOME: place, TAPWRIGHT_HOME: path.join(place, 'home') };

/** Lays the packed package down as an install without scripts would; what it depends on is linked to instead of fetched. */
beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place], { cwd: root });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  mkdirSync(path.join(modules, 'tapwright'), { recursive: true });
  await run('tar', ['-xzf', path.join(place, packed?.filename ?? ''), '-C', path.join(modules, 'tapwright'), '--strip-components=1']);
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  mkdirSync(path.join(modules, '.bin'));
  symlinkSync('../tapwright/bin/tapwright.js', path.join(modules, '.bin/tapwright'));
  // Whatever lies in the folder where somebody works is none of this program's business.
  writeFileSync(path.join(place, 'tsconfig.json'), '{ this is no JSON');
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('from an installed package a demo ends achieved: the TypeScript runs, and migrations, phone, driver and model are found', {
  timeout: 180_000,
}, async () => {
  const { stdout } = await run(path.join(modules, '.bin/tapwright'), ['demo', 'Turn on airplane mode', '--json'], {
    cwd: place,
    env: environment,
    timeout: 170_000,
  });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ goal: 'Turn on airplane mode', outcome: 'achieved' });
});

test('from a clone it runs through a symlink in any folder', async () => {
  const link = path.join(place, 'tw');
  symlinkSync(path.join(root, 'bin/tapwright.js'), link);
  const { stdout } = await run(link, ['--version'], { cwd: place, env: environment });
  expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});
