import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { objections } from '../../scripts/test-verdict.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Vitest's report of a run in which each file had tests that ended so. */
function reportOf(files: Readonly<Record<string, readonly string[]>>, success: boolean) {
  const testResults = Object.entries(files).map(([name, statuses]) => ({
    name,
    status: 'passed',
    assertionResults: statuses.map((status, index) => ({ fullName: `test ${index + 1}`, status })),
  }));
  const numPassedTests = Object.values(files)
    .flat()
    .filter((status) => status === 'passed').length;
  return { success, numPassedTests, testResults };
}

test.for([
  { what: 'a skipped test', files: { a: ['passed', 'skipped'] }, exitCode: 0, says: 'skipped: test 2 (a)' },
  { what: 'a test left to be written', files: { a: ['passed', 'todo'] }, exitCode: 0, says: 'todo: test 2 (a)' },
  { what: 'a failed test', files: { a: ['passed', 'failed'] }, exitCode: 1, says: 'failed: test 2 (a)' },
  { what: 'a file in which nothing ran', files: { a: ['passed'], b: [] }, exitCode: 1, says: 'no test ran in b (passed)' },
  { what: 'a run of no test', files: {}, exitCode: 0, says: 'no test passed' },
  { what: 'an error outside the tests', files: { a: ['passed'] }, exitCode: 1, says: 'every test passed, and the run ended with 1' },
])('$what stands against calling a run green', ({ files, exitCode, says }) => {
  expect(objections(reportOf(files, exitCode === 0), exitCode)).toEqual([says]);
});

test('the verdict ends with the line that counts, and with the exit code that goes with it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapwright-verdict-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const verdict = (name: string, report: unknown) => {
    const file = path.join(folder, name);
    writeFileSync(file, JSON.stringify(report));
    return run(process.execPath, ['--import', 'tsx', 'scripts/test-verdict.ts', file, '0']);
  };
  const [green, red] = await Promise.all([
    verdict('green.json', reportOf({ a: ['passed', 'passed'] }, true)),
    verdict('red.json', reportOf({ a: ['passed', 'skipped'] }, true)),
  ]);
  expect(green).toEqual({ code: 0, lines: ['2 passed, 0 failed'] });
  expect(red).toEqual({ code: 1, lines: ['ci: skipped: test 2 (a)', '1 passed, 1 failed'] });
});

test('.ci/run fails at once, and says so in its last line, where the real pages are not', async () => {
  const { code, lines } = await run('bash', ['.ci/run'], { TAPWRIGHT_PAGES: path.join(tmpdir(), 'no-pages-here') });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining('no-pages-here'), '0 passed, 1 failed']);
});

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; lines: string[] }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: root, env: { ...process.env, ...env }, timeout: 60_000 }, (_, stdout) =>
      resolve({ code: child.exitCode, lines: stdout.trim().split('\n') }),
    );
  });
}
