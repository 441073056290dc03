import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInfo } from '../../cloud/home-files.ts';
import { joinHomeServer } from '../../cloud/join-home-server.ts';
import { commandLineOf } from '../../cloud/process-alive.ts';
import { type Cluster, locateCluster, removeCluster } from '../../cloud/store/cluster.ts';
import { isPostmasterOf, readPostmaster } from '../../cloud/store/postmaster.ts';
import { createTestDatabase } from './database.ts';
import { idOf, story } from './story.ts';

/** Real background processes, a real Postgres: slow enough to be run one after another. */
const patience = { timeout: 120_000 };

let home: string;
let cluster: Cluster;
const children: ChildProcess[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'tapwright-home-')));
  cluster = locateCluster(home);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const info = readInfo(home);
  if (info !== null && commandLineOf(info.pid).includes('home-server-main')) process.kill(info.pid, 'SIGKILL');
  const postgres = runningPostgres();
  if (postgres !== null) process.kill(postgres, 'SIGQUIT');
  await until('postgres has ended', () => runningPostgres() === null);
  removeCluster(cluster);
  rmSync(home, { recursive: true, force: true });
});

/** Without what this very run was started with. */
const env = { PATH: '/usr/bin:/bin', HOME: tmpdir() };
const join = (more: Record<string, string> = {}) => joinHomeServer({ home, env: { ...env, ...more }, signal: AbortSignal.timeout(90_000) });

function runningPostgres(): number | null {
  const postmaster = readPostmaster(cluster.dataDir);
  return postmaster !== null && isPostmasterOf(postmaster.pid, cluster.dataDir) ? postmaster.pid : null;
}

function serverPid(): number {
  const info = readInfo(home);
  if (info === null) throw new Error('no home server has said where it listens');
  return info.pid;
}

async function until(what: string, condition: () => boolean | Promise<boolean>, withinMs = 40_000): Promise<void> {
  for (const end = performance.now() + withinMs; !(await condition()); await sleep(50)) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
  }
}

async function listed(server: { readonly url: string; readonly key: string }): Promise<string[]> {
  const response = await fetch(`${server.url}/v1/episodes`, { headers: { authorization: `Bearer ${server.key}` } });
  const body = (await response.json()) as { episodes: { episode_id: string }[] };
  return body.episodes.map(({ episode_id }) => episode_id);
}

async function upload(server: { readonly url: string; readonly key: string }): Promise<string> {
  const events = story();
  const response = await fetch(`${server.url}/v1/episodes/${idOf(events)}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(200);
  return idOf(events);
}

test('programs that start at once share one server; after the last clean leave nothing is left running', patience, async () => {
  const joined = await Promise.all([join(), join(), join()]);
  expect(new Set(joined.map(({ url }) => url)).size).toBe(1);
  expect(new Set(joined.map(({ key }) => key)).size).toBe(1);
  const [server, postgres] = [serverPid(), runningPostgres()];
  expect(postgres).not.toBeNull();
  expect(statSync(path.join(home, 'cloud', 'key')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(home, 'postgres', 'server.json')).mode & 0o777).toBe(0o600);

  const [first, second, last] = joined;
  await first?.leave({ andStop: true });
  expect(commandLineOf(server), 'others are still here').not.toBe('');
  await second?.leave();
  await last?.leave({ andStop: true });
  expect(commandLineOf(server)).toBe('');
  expect(runningPostgres()).toBeNull();
  expect(readInfo(home)).toBeNull();
});

test('a client that is killed counts as gone: server and database stop a few seconds later', patience, async () => {
  const script = `
    import { joinHomeServer } from ${JSON.stringify(fileURLToPath(new URL('../../cloud/join-home-server.ts', import.meta.url)))};
    await joinHomeServer({ home: ${JSON.stringify(home)}, env: process.env, signal: AbortSignal.timeout(90_000) });
    process.stdout.write('joined');
    setInterval(() => {}, 1_000);`;
  const client = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  children.push(client);
  let said = '';
  client.stdout?.on('data', (data) => (said += data));
  client.stderr?.on('data', (data) => (said += data));
  await until(`the client has joined: ${said}`, () => said.includes('joined'), 90_000);
  const server = serverPid();
  client.kill('SIGKILL');
  await until('server and database have ended', () => commandLineOf(server) === '' && runningPostgres() === null);
});

test('a program that gives up while the server starts leaves neither server nor database', patience, async () => {
  for (const afterMs of [300, 1_500, 3_500]) {
    const joining = joinHomeServer({ home, env, signal: AbortSignal.timeout(afterMs) });
    const joined = await joining.catch((error: unknown) => error);
    if (joined instanceof Error) expect(joined).toMatchObject({ code: 'cancelled' });
    else await joining.then((server) => server.leave({ andStop: true }));
    expect(runningPostgres()).toBeNull();
    expect(readInfo(home)).toBeNull();
  }
});

test('C4 kill -9 of the server: the next one adopts its Postgres, on the same address, and nothing is lost', patience, async () => {
  const before = await join();
  const episode = await upload(before);
  const [server, postgres, url] = [serverPid(), runningPostgres(), before.url];
  process.kill(server, 'SIGKILL');
  // The client that is still here starts the next one by itself.
  await until('another server is up', () => readInfo(home) !== null && serverPid() !== server && commandLineOf(serverPid()) !== '');
  const after = await join();
  expect(runningPostgres(), 'the same Postgres').toBe(postgres);
  expect(after.url).toBe(url);
  expect(await listed(after)).toContain(episode);
  await before.leave();
  await after.leave({ andStop: true });
  expect(runningPostgres()).toBeNull();
});

test('C4 kill -9 of the database: it comes back with all that was stored', patience, async () => {
  const server = await join();
  const episode = await upload(server);
  const postgres = runningPostgres();
  if (postgres !== null) process.kill(postgres, 'SIGKILL');
  await until('it answers again', async () => (await listed(server).catch((): string[] => [])).includes(episode));
  expect(runningPostgres()).not.toBe(postgres);
  await server.leave({ andStop: true });
});

test('another program on the noted port is not taken for the server, and does not get the key', patience, async () => {
  const { createServer } = await import('node:http');
  const heard: string[] = [];
  const stranger = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers) + request.url);
    response.end('{"proof":"made up"}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = stranger.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { openHome, writeInfo } = await import('../../cloud/home-files.ts');
  const { key } = openHome(home);
  writeInfo(home, { pid: process.pid, port });
  const server = await join();
  expect(server.url).not.toContain(String(port));
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.join()).not.toContain(key);
  stranger.close();
  await server.leave({ andStop: true });
});

test('with DATABASE_URL and DATABASE_ADMIN_URL there is no Postgres of the home, and other settings are refused', patience, async () => {
  const apart = await createTestDatabase('template0');
  try {
    const settings = { DATABASE_URL: apart.url, DATABASE_ADMIN_URL: apart.adminUrl };
    const server = await join(settings);
    const episode = await upload(server);
    expect(existsSync(cluster.dataDir)).toBe(false);
    const stored = await apart.asAdmin('select distinct episode_id from event');
    expect(stored.rows).toEqual([{ episode_id: episode }]);
    await expect(join()).rejects.toMatchObject({ code: 'home_busy', message: expect.stringContaining('DATABASE_URL') });
    await server.leave({ andStop: true });
  } finally {
    await apart.close();
  }
});

test('bad settings are told to the one who starts it, by name and without their secrets', patience, async () => {
  await expect(join({ DATABASE_URL: 'mysql://root:hidden@db/x' })).rejects.toMatchObject({
    code: 'setting_invalid',
    message: expect.stringMatching(/DATABASE_URL(?!.*hidden)/),
  });
  await expect(join({ DATABASE_URL: 'postgres://u:hidden@127.0.0.1:9/x' })).rejects.toMatchObject({
    code: 'database_failed',
    message: expect.not.stringContaining('hidden'),
  });
  await expect(joinHomeServer({ home: '/proc/nowhere', env, signal: AbortSignal.timeout(5_000) })).rejects.toMatchObject({
    code: 'home_unwritable',
  });
  expect(readFileSync(path.join(home, 'cloud', 'home-server.log'), 'utf8')).not.toContain('hidden');
});
