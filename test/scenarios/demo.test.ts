import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshHome, leftRunning, startTapwright, tapwright } from '../cli/cli-process.ts';
import { once, useTestDatabase } from '../cloud/database.ts';

interface Result {
  readonly episode_id: string;
  readonly [field: string]: unknown;
}
interface Decision {
  readonly tool_name: string;
  readonly success: boolean | null;
  readonly [column: string]: unknown;
}
const controls = new Set(['finish', 'write_todos', 'ask_user']);

function parse(out: string): Result {
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as Result;
}

test('P39 P41 P44 P45 a demo ends achieved, checked from the phone itself, and Postgres holds why of every action', {
  timeout: 240_000,
}, async () => {
  const home = freshHome();
  const { code, out, err } = await tapwright(['demo', 'Turn off Wi-Fi and turn on dark theme', '--json'], { home });
  expect(err).toBe('');
  const result = parse(out);
  expect(result).toMatchObject({
    goal: 'Turn off Wi-Fi and turn on dark theme',
    outcome: 'achieved',
    end_reason: 'goal_reached',
    verified_by: 'state',
    planner: 'rehearsal',
    model: 'rehearsal-1',
    device: 'sim',
    simulated: true,
    steps: expect.any(Number),
    usage: { input: expect.any(Number), output: expect.any(Number) },
    duration_ms: expect.any(Number),
  });
  expect(code).toBe(0);
  expect(leftRunning(home)).toEqual([]);

  const shown = await tapwright(['show', result.episode_id, '--json'], { home });
  const record = JSON.parse(shown.out) as { events: { seq: number; event: { type: string } }[]; decisions: Decision[] };
  expect(record.events.map(({ seq }) => seq)).toEqual(record.events.map((_, i) => i + 1));
  const actions = record.decisions.filter((row) => !controls.has(row.tool_name));
  expect(actions.length).toBeGreaterThan(2);
  for (const row of actions) {
    expect(row).toMatchObject({
      rationale: expect.stringMatching(/\S/),
      thinking: expect.stringMatching(/\S/),
      purpose: expect.stringMatching(/\S/),
      expected_outcome: expect.stringMatching(/\S/),
      success: true,
      effect: 'changed',
      verdict: 'allow',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  }
  expect(leftRunning(home)).toEqual([]);
});

test('a second demo at once is told who holds the home; Ctrl-C stops the first, and nothing stays behind', {
  timeout: 240_000,
}, async () => {
  const home = freshHome();
  const first = startTapwright(['demo', 'Open Settings', '--keep'], { home });
  await first.says(/left running/);
  const second = await tapwright(['demo', 'Open Settings'], { home });
  expect(second.err).toMatch(/^tapwright: .*in use by process \d+.*\n$/);
  expect(second.code).toBe(2);
  first.child.kill('SIGINT');
  expect(await first.ended).toMatchObject({ code: 0 });
  expect(leftRunning(home)).toEqual([]);
});

test('P36 Ctrl-C in the middle ends the episode as stopped with exit 130, and nothing stays behind', { timeout: 240_000 }, async () => {
  const home = freshHome();
  const running = startTapwright(['demo', 'Set the language to Português'], { home });
  await running.says(/\[Act\]/);
  running.child.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(code).toBe(130);
  expect(out).toMatch(/Stopped/i);
  expect(leftRunning(home)).toEqual([]);
});

test('a Postgres of one’s own: DATABASE_URL for the service, DATABASE_ADMIN_URL for its owner', { timeout: 240_000 }, async () => {
  const home = freshHome();
  const { url, adminUrl } = await useTestDatabase();
  const env = { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl };
  const { code, out } = await tapwright(['run', 'Open Settings', '--planner', 'rehearsal', '--json'], { home, env });
  const { episode_id } = parse(out);
  expect(code).toBe(0);
  const { rows } = await once(adminUrl, 'select tool_name, rationale from planner_decision_log where episode_id = $1 order by position', [
    episode_id,
  ]);
  expect(rows.map((row) => row.tool_name)).toContain('finish');
  expect(rows.every((row) => row.rationale !== null)).toBe(true);
  expect(leftRunning(home)).toEqual([]);
});

test('a home of mode 0700 works for root and for a user without rights', { timeout: 240_000 }, async () => {
  const home = freshHome();
  const inner = join(home, 'home');
  mkdirSync(inner, { mode: 0o700 });
  const nobody = 65_534;
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    chmodSync(home, 0o755);
    chownSync(inner, nobody, nobody);
  }
  const { code, out, err } = await tapwright(['demo', 'Open Settings', '--json'], { home, ...(asRoot ? { uid: nobody } : {}) });
  expect(err).toBe('');
  expect(parse(out)).toMatchObject({ outcome: 'achieved' });
  expect(code).toBe(0);
  expect(leftRunning(home)).toEqual([]);
});
