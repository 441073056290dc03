import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../cloud/database.ts';
import { freshHome, leftRunning, tapwright } from './cli-process.ts';

const oneLine = /^tapwright: [^\n]+\n(\(add --help[^\n]*\n)?$/;

test.each([
  ['an empty goal', ['demo', ''], /the goal is empty/],
  ['a goal of 10,000 characters', ['run', 'x'.repeat(10_000)], /10000 characters.*at most 2000/],
  ['an unknown flag', ['run', 'Open Settings', '--wings'], /unknown option '--wings'/],
  ['a limit that is no number', ['demo', '--max-steps', 'many'], /"many"; give a whole number/],
  ['a limit of nothing', ['run', 'Open Settings', '--max-steps', '0'], /"0"; give a whole number of at least 1/],
  [
    'a secret that is not set',
    ['run', 'Sign in with {{secret:shop-password}}'],
    /"shop-password": TAPWRIGHT_SECRET_SHOP_PASSWORD is not set/,
  ],
  ['an unknown planner', ['run', 'Open Settings', '--planner', 'oracle'], /"oracle"; give one of anthropic/],
  ['a planner without its key', ['run', 'Open Settings', '--planner', 'anthropic'], /ANTHROPIC_API_KEY is not set/],
  ['an unknown device', ['run', 'Open Settings', '--device', 'nokia-3310'], /no device "nokia-3310"; there are: sim/],
  ['an unknown episode', ['resume', 'abcdef'], /no episode begins with abcdef/],
  ['a page source that is not there', ['page', 'nowhere.xml'], /nowhere\.xml/],
])('%s is told in one clear line with exit 2, and nothing is left running', { timeout: 60_000 }, async (_, args, says) => {
  const home = freshHome();
  const { code, err } = await tapwright(args, { home });
  expect(err).toMatch(says);
  expect(err).toMatch(oneLine);
  expect(code).toBe(2);
  expect(leftRunning(home)).toEqual([]);
});

test.each([
  ['DATABASE_URL', 'mysql://db/x', /DATABASE_URL is "mysql:\/\/db\/x".*postgres:\/\//],
  ['TAPWRIGHT_CLOUD_URL', 'not an address', /TAPWRIGHT_CLOUD_URL is "not an address"/],
  ['THINKING_BUDGET_TOKENS', '12', /THINKING_BUDGET_TOKENS is "12"; give a whole number of at least 1024/],
])('a wrong %s is named with what was found and what is wanted', { timeout: 60_000 }, async (name, value, says) => {
  const home = freshHome();
  const { code, err } = await tapwright(['run', 'Open Settings', '--planner', 'anthropic'], {
    home,
    env: { ANTHROPIC_API_KEY: 'k', [name]: value },
  });
  expect(err).toMatch(says);
  expect(code).toBe(2);
});

test('with --json a failure is one JSON object with its code', { timeout: 60_000 }, async () => {
  const { code, out } = await tapwright(['demo', '', '--json'], { home: freshHome() });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'argument_invalid', message: expect.any(String), hint: expect.any(String) } });
});

test('a home that cannot be made is named', { timeout: 60_000 }, async () => {
  const home = freshHome();
  writeFileSync(join(home, 'file'), '');
  const { code, err } = await tapwright(['episodes'], { home, env: { TAPWRIGHT_HOME: join(home, 'file', 'below') } });
  expect(err).toMatch(/file\/below cannot be used/);
  expect(code).toBe(2);
});

test('a taken port is named', { timeout: 60_000 }, async () => {
  const { url, adminUrl } = await useTestDatabase();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const env = { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl, TAPWRIGHT_CLOUD_KEY: 'a-key-of-more-than-twenty-characters' };
  const { code, err } = await tapwright(['cloud', '--port', String(port)], { home: freshHome(), env });
  taken.close();
  expect(err).toContain(`127.0.0.1:${port}`);
  expect(err).toMatch(oneLine);
  expect(code).toBe(2);
});

test('a model that is away, and a key it refuses: one line that says so, the episode ended as what it is, nothing left running', {
  timeout: 120_000,
}, async () => {
  const home = freshHome();
  const refuses = createHttpServer((_, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => refuses.once('listening', resolve));
  const { port } = refuses.address() as AddressInfo;
  const env = { ANTHROPIC_API_KEY: 'sk-secret-of-somebody', ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` };
  const { code, out, err } = await tapwright(['run', 'Open Settings', '--planner', 'anthropic', '--json'], { home, env });
  refuses.close();
  expect(JSON.parse(out)).toMatchObject({ outcome: 'failed', end_reason: 'planner_rejected' });
  expect(err).toMatch(/does not accept the key.*Check the API key/);
  expect(err + out).not.toContain('sk-secret-of-somebody');
  expect(code).toBe(2);
  expect(leftRunning(home)).toEqual([]);
});
