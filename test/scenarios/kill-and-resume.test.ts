import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cloud, startCloud } from '../../cloud/start-cloud.ts';
import { createCloudClient } from '../../host-agent/cloud-client.ts';
import { readJournal } from '../../host-agent/journal/file-journal.ts';
import { timeOrderedIds } from '../../runtime/time-ordered-ids.ts';
import { launchModel, type RunningModel } from '../../simulator/model/launch.ts';
import { createTestDatabase, type TestDatabase } from '../cloud/database.ts';
import { type Bench, startBench } from '../host-agent/device/simulated-phone.ts';
import type { HostOrders } from './killed-host.ts';

const goal = 'Turn on airplane mode';
const key = 'test-key-that-nobody-can-guess';
const ids = timeOrderedIds(Date.now);

let bench: Bench;
let model: RunningModel;
let database: TestDatabase;
let cloud: Cloud;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tapwright-scenario-'));
  [bench, model, database] = await Promise.all([startBench(), launchModel(), createTestDatabase()]);
  const clientFor = () => {
    throw new Error('the planner of this test is beside the host');
  };
  cloud = await startCloud({
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    homeKey: key,
    clientFor,
    signal: new AbortController().signal,
  });
}, 120_000);

afterAll(async () => {
  await cloud?.close();
  await Promise.all([bench?.close(), model?.stop()]);
  await database?.close();
  await rm(home, { recursive: true, force: true });
});

/** Runs a host until it ends; says its answer, or the signal that ended it. */
async function host(
  orders: Pick<HostOrders, 'episodeId' | 'resume' | 'dieAfter'>,
  whileItRuns: (kill: () => void) => Promise<void> = async () => undefined,
) {
  const all: HostOrders = { ...orders, goal, home, cloud: { url: cloud.url, key }, appiumUrl: bench.appium.url, phone: bench.phone, model };
  const { url, token } = bench.phone;
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('killed-host.ts', import.meta.url)),
      JSON.stringify({ ...all, phone: { url, token }, model: { url: model.url, key: model.key } }),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let out = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  await whileItRuns(() => child.kill('SIGKILL'));
  const signal = await ended;
  if (signal === null && out === '') throw new Error(`the host failed: ${complaint}`);
  return {
    signal,
    answer:
      out === ''
        ? null
        : (JSON.parse(out.trim().split('\n').at(-1) ?? '{}') as { reason: string; verified: { verifiedBy: string }; pending: number }),
  };
}

const tapsSince = async (start: number) =>
  (await bench.phone.client.touches(start)).filter((touch) => touch.kind !== 'launch').map(({ kind, hit, text }) => ({ kind, hit, text }));

async function freshPhone(): Promise<number> {
  await bench.phone.client.faults({ latencyMs: 0, hangNext: null });
  await bench.phone.client.reset({});
  return (await bench.phone.client.touches()).at(-1)?.n ?? 0;
}

/** The page before the switch, so that an episode is one touch long and can be killed at each of its events in reasonable time. */
async function phoneBeforeTheSwitch(): Promise<number> {
  const { client } = bench.phone;
  await freshPhone();
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  const [row] = await client.find({ using: 'xpath', value: '//*[@text="Network & internet"]' });
  if (row === undefined) throw new Error('Settings has no row "Network & internet"');
  return (await client.input({ kind: 'tap_element', uid: row.uid })).n;
}

/** What must hold whenever and however the host was killed. */
async function expectWhole(episodeId: string, start: number, wanted: unknown, when: string): Promise<void> {
  expect(await tapsSince(start), `touches, ${when}`).toEqual(wanted);
  expect((await bench.phone.client.state()).settings.airplane_mode?.value, when).toBe(true);
  const journal = await readJournal(join(home, 'episodes'), episodeId);
  const stored = await createCloudClient({ url: cloud.url, key }).getEpisode(episodeId, AbortSignal.timeout(10_000));
  expect(
    stored.events.map(({ seq, event }) => [seq, event.type]),
    `events, ${when}`,
  ).toEqual(journal.map(({ seq, event }) => [seq, event.type]));
  const acts = journal.filter(({ event }) => event.type === 'action.judged').length;
  expect(stored.decisions.filter((row) => row.success !== null)).toHaveLength(acts);
}

test('C4 P36 D5 a host killed after any event goes on: no touch is repeated, no event is lost or double', {
  timeout: 600_000,
}, async () => {
  const start = await phoneBeforeTheSwitch();
  const whole = ids.next();
  expect(await host({ episodeId: whole, resume: false, dieAfter: null })).toMatchObject({
    answer: { reason: 'goal_reached', verified: { verifiedBy: 'state' }, pending: 0 },
  });
  const wanted = await tapsSince(start);
  expect(wanted).toHaveLength(1);
  await expectWhole(whole, start, wanted, 'not killed');
  const events = (await readJournal(join(home, 'episodes'), whole)).length;

  for (let dieAfter = 1; dieAfter < events; dieAfter++) {
    const from = await phoneBeforeTheSwitch();
    const episodeId = ids.next();
    expect(await host({ episodeId, resume: false, dieAfter })).toMatchObject({ signal: 'SIGKILL' });
    expect(await host({ episodeId, resume: true, dieAfter: null })).toMatchObject({ answer: { reason: 'goal_reached', pending: 0 } });
    await expectWhole(episodeId, from, wanted, `killed after event ${dieAfter}`);
  }
});

test.each(['before', 'after'] as const)(
  'D5 a host killed while a driver command is under way, %s the touch landed, repeats nothing',
  { timeout: 120_000 },
  async (moment) => {
    const reference = await freshPhone();
    await host({ episodeId: ids.next(), resume: false, dieAfter: null });
    const wanted = await tapsSince(reference);

    const start = await freshPhone();
    const episodeId = ids.next();
    await bench.phone.client.faults({ hangNext: moment });
    const killed = await host({ episodeId, resume: false, dieAfter: null }, async (kill) => {
      for (let i = 0; i < 600; i++) {
        const journal = await readJournal(join(home, 'episodes'), episodeId).catch(() => []);
        if (journal.at(-1)?.event.type === 'action.started' && (moment === 'before' || (await tapsSince(start)).length > 0)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await new Promise((resolve) => setTimeout(resolve, 300)); // the command is on its way to the phone
      kill();
    });
    expect(killed.signal).toBe('SIGKILL');
    expect((await tapsSince(start)).length).toBe(moment === 'before' ? 0 : 1);
    expect(await host({ episodeId, resume: true, dieAfter: null })).toMatchObject({ answer: { reason: 'goal_reached', pending: 0 } });
    await expectWhole(episodeId, start, wanted, `killed ${moment} the touch landed`);
  },
);
