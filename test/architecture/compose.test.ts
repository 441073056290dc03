import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EpisodeList } from '../../cloud/contract/wire.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

const Service = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  profiles: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.object({ postgres: Service, cloud: Service, host: Service, emulator: Service }),
  configs: z.object({ service_login: z.object({ content: z.string() }) }),
});

/** As `docker compose` fills it in, with nothing set by the person. */
function readCompose() {
  const filled = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return filled(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node === 'object' && node !== null)
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    return node;
  };
  return Compose.parse(walk(parse(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'))));
}

const { services, configs } = readCompose();
const place = mkdtempSync(path.join(tmpdir(), 'tapwright-compose-'));
let port = 8420;
let cloud: ChildProcess | null = null;
const said: string[] = [];

/** Outside Docker the services have other addresses and homes; nothing else of a command or an environment is changed. */
function outside(text: string): string {
  const postgres = new URL(inject('postgresUrl'));
  return text
    .replaceAll('@postgres:5432', `@${postgres.host}`)
    .replaceAll('http://cloud:8420', `http://127.0.0.1:${port}`)
    .replaceAll('http://127.0.0.1:8420', `http://127.0.0.1:${port}`)
    .replaceAll('/home/node', place)
    .replace(/^8420$/, String(port));
}

function environmentOf(service: z.infer<typeof Service>, home: string): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, outside(value)]));
  const own = given.TAPWRIGHT_HOME === undefined ? {} : { TAPWRIGHT_HOME: path.join(place, home) };
  return { PATH: `${place}:${process.env.PATH}`, HOME: place, ...given, ...own };
}

beforeAll(async () => {
  // What the image does: the program's name on the path is a link to the file in bin.
  symlinkSync(path.join(root, 'bin/tapwright.js'), path.join(place, 'tapwright'));
  if (!(await isFree(port))) port = await freePort();

  // What the Postgres image does: a superuser and a database by these names, then the scripts.
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.postgres.environment;
  await asSuperuser(`create role ${POSTGRES_USER} superuser login password '${POSTGRES_PASSWORD}'`);
  await asSuperuser(`create database ${POSTGRES_DB} owner ${POSTGRES_USER}`);
  const psql = path.join(place, 'psql');
  writeFileSync(psql, `#!/bin/sh\necho "$@" > '${place}/psql.arguments'\ncat > '${place}/psql.input'\n`);
  chmodSync(psql, 0o755);
  writeFileSync(path.join(place, 'login.sh'), configs.service_login.content);
  await run('sh', [path.join(place, 'login.sh')], { env: environmentOf(services.postgres, 'postgres') });
  const password = /password=(\S+)/.exec(readFileSync(path.join(place, 'psql.arguments'), 'utf8'))?.[1];
  await asSuperuser(readFileSync(path.join(place, 'psql.input'), 'utf8').replace(`:'password'`, `'${password}'`));

  const [program = '', ...args] = services.cloud.command ?? [];
  cloud = spawn(program, args.map(outside), { env: environmentOf(services.cloud, 'cloud'), stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [cloud.stdout, cloud.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const until = Date.now() + 50_000;
  while (!(await healthy())) {
    if (cloud.exitCode !== null || Date.now() > until) throw new Error(`the cloud did not become healthy: ${said.join('')}`);
    await sleep(300);
  }
});

afterAll(async () => {
  try {
    if (cloud?.exitCode === null) expect(await stopped(cloud), said.join('')).toBe(0);
  } finally {
    cloud?.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  }
});

test('the cloud of docker-compose.yml becomes healthy by its own check, as a login that owns nothing', async () => {
  expect(await healthy()).toBe(true);
  const login = new URL(services.cloud.environment.DATABASE_URL ?? '').username;
  const { rows } = await asSuperuser(
    `select rolsuper, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = '${login}'`,
  );
  expect(rows).toEqual([{ rolsuper: false, owned: 0 }]);
});

test('the host of docker-compose.yml does its task once, and the cloud has it', { timeout: 180_000 }, async () => {
  const [program = '', ...args] = services.host.command ?? [];
  const { stdout } = await run(program, args.map(outside), { env: environmentOf(services.host, 'host'), timeout: 170_000 }).catch(
    (error: unknown) => {
      throw new Error(`the host failed: ${JSON.stringify(error)}\n${said.join('')}`);
    },
  );
  expect(stdout).toContain(args[1] ?? 'the goal');
  const key = services.cloud.environment.TAPWRIGHT_CLOUD_KEY;
  const answer = await fetch(`http://127.0.0.1:${port}/v1/episodes`, { headers: { authorization: `Bearer ${key}` } });
  const { episodes } = EpisodeList.parse(await answer.json());
  expect(episodes.map(({ goal, outcome, verified_by }) => ({ goal, outcome, verified_by }))).toEqual([
    { goal: args[1], outcome: 'achieved', verified_by: 'state' },
  ]);
});

test('both services get the same key, the host waits for the cloud, and the emulator starts only when it is asked for', () => {
  expect(services.host.environment.TAPWRIGHT_CLOUD_KEY).toBe(services.cloud.environment.TAPWRIGHT_CLOUD_KEY);
  expect(services.emulator.profiles).toEqual(['emulator']);
  expect([services.postgres, services.cloud, services.host].flatMap(({ profiles }) => profiles)).toEqual([]);
});

test('the image runs as a user, with the program on its path and nothing that an install script made', () => {
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/^FROM node:20\./m);
  expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
  expect(dockerfile).toContain('ln -s /opt/tapwright/bin/tapwright.js /usr/local/bin/tapwright');
  expect(dockerfile.split('\n').filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
});

async function healthy(): Promise<boolean> {
  const [kind, program = '', ...args] = services.cloud.healthcheck?.test ?? [];
  expect(kind).toBe('CMD');
  return run(program, args.map(outside), { env: environmentOf(services.cloud, 'cloud'), timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

async function asSuperuser(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** As `docker compose stop` does it, and within the time that it gives. */
function stopped(service: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('still running after 10 s'), 10_000);
    service.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    service.kill('SIGTERM');
  });
}

function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(wanted, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
