import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLineOf } from '../../cloud/process-alive.ts';
import { locateCluster } from '../../cloud/store/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../cloud/store/embedded-postgres.ts';
import { once } from './database.ts';

const patience = { timeout: 90_000 };
let home: string;
const servers: EmbeddedPostgres[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'tapwright-pg-')));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.destroy();
  rmSync(home, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, fast: true, signal: AbortSignal.timeout(60_000) });
  servers.push(server);
  return server;
}

test('below a folder closed to others, two starts at once share one server, and a restart keeps the address', patience, async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.pid).toBe(two.pid);
  expect(await start()).toMatchObject({ pid: one.pid, adopted: true });
  await one.stop();
  expect(commandLineOf(one.pid)).toBe('');
  await one.ended;
  const again = await start();
  expect(again).toMatchObject({ port: one.port, adopted: false });
  expect((await once(again.adminUrl('postgres'), 'show data_directory')).rows).toEqual([{ data_directory: locateCluster(home).dataDir }]);
});

test('a lock file with the number of a process that is no Postgres does not keep it from starting', patience, async () => {
  const first = await start();
  const { dataDir } = locateCluster(home);
  await first.stop();
  writeFileSync(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n1700000000\n${first.port}\n\n127.0.0.1\n`);
  expect((await start()).adopted).toBe(false);
});

test('a home that was removed and made anew gets a new database, and nobody is left on the old one', patience, async () => {
  const old = await start();
  rmSync(home, { recursive: true });
  rmSync(locateCluster(home).recordFile, { force: true });
  const fresh = await start();
  expect(fresh.adopted).toBe(false);
  await old.ended;
  expect(commandLineOf(old.pid)).toBe('');
});

test('a start that is cancelled leaves no server', patience, async () => {
  const cancelled = new AbortController();
  const starting = startEmbeddedPostgres({ home, fast: true, signal: cancelled.signal });
  cancelled.abort();
  await expect(starting).rejects.toMatchObject({ code: 'cancelled' });
  expect(existsSync(path.join(locateCluster(home).dataDir, 'postmaster.pid'))).toBe(false);
  await (await start()).stop();
});
