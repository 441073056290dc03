import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionRow, lockEpisode, recordDecisions } from '../../cloud/store/decision-log.ts';
import { readEpisode } from '../../cloud/store/episodes.ts';
import { appendEvents, readEvents } from '../../cloud/store/event-store.ts';
import type { Envelope } from '../../world/episode-event.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { firstDecision, idOf, story } from './story.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.close());

const upload = (events: readonly Envelope[]) => db.database.inTenant('local', (tx) => appendEvents(tx, 'local', idOf(events), events));
const read = (episodeId: string) => db.database.inTenant('local', (tx) => readEpisode(tx, 'local', episodeId, true));
const readBack = (episodeId: string) => db.database.inTenant('local', (tx) => readEvents(tx, 'local', episodeId, true));

test('C4 an upload comes back as it was sent', async () => {
  const events = story();
  expect(await upload(events)).toBe(11);
  expect(await readBack(idOf(events))).toEqual(events);
});

test('C4 an upload that repeats what is stored, in whole or in part, changes nothing', async () => {
  const events = story();
  expect(await upload(events.slice(0, 5))).toBe(5);
  expect(await upload(events.slice(0, 5))).toBe(5);
  expect(await upload(events.slice(2, 9))).toBe(9);
  expect(await upload(events)).toBe(11);
  expect(await readBack(idOf(events))).toEqual(events);
});

test('C4 the same seq with other content is refused, and nothing of that upload is kept', async () => {
  const events = story();
  await upload(events.slice(0, 3));
  const other = events.map((envelope) => (envelope.seq === 2 ? { ...envelope, at: envelope.at + 1 } : envelope));
  await expect(upload(other)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('event 2') });
  expect(await readBack(idOf(events))).toHaveLength(3);
});

test('C4 another thinking in a repeated turn is a conflict too', async () => {
  const events = story();
  await upload(events);
  const lie = structuredClone(events);
  const turn = lie[2]?.event;
  if (turn?.type === 'turn.planned') Object.assign(turn.decisions[0] ?? {}, { thinking: 'something else' });
  await expect(upload(lie)).rejects.toMatchObject({ code: 'conflict' });
});

test('C4 a gap is refused and the answer says from where to send', async () => {
  const events = story();
  await upload(events.slice(0, 2));
  await expect(upload(events.slice(4))).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('send from 3') });
  await expect(upload([...events.slice(2, 3), ...events.slice(5, 6)])).rejects.toMatchObject({ code: 'conflict' });
});

test('an event of another episode is refused', async () => {
  const [mine, other] = [story(), story()];
  await expect(upload([...mine.slice(0, 1), ...other.slice(1, 2)])).rejects.toMatchObject({ code: 'request_invalid' });
});

test('C4 uploads of one episode at the same time end with every event once', async () => {
  const events = story();
  const cut = (from: number, to: number) => upload(events.slice(from, to)).catch((error: unknown) => error);
  await Promise.all([cut(0, 6), cut(0, 11), cut(0, 3), cut(0, 11), cut(0, 8)]);
  expect(await upload(events)).toBe(11);
  expect(await readBack(idOf(events))).toEqual(events);
  expect((await read(idOf(events))).decisions).toHaveLength(2);
});

test('P45 every decision becomes a row with its verdict and outcome, under one decision id', async () => {
  const events = story();
  await upload(events);
  const { decisions, episode } = await read(idOf(events));
  expect(decisions[0]).toMatchObject({
    decision_id: firstDecision(events).decisionId,
    task_id: 'task-1',
    seq: 3,
    step: 1,
    page: 'Settings › Network',
    observation_hash: 'oh-1',
    rationale: 'Network settings are open. I turn the switch on.',
    thinking: 'The switch is the first row.',
    tool_name: 'tap',
    args: { ref: 'e1' },
    purpose: 'Turn the switch on',
    expected_outcome: 'Airplane mode shows on',
    cost_usd: 0.0042,
    verdict: 'allow',
    effect_class: 'reversible',
    success: true,
    effect: 'changed',
    judged_by: 'effect',
  });
  expect(decisions[1]).toMatchObject({ tool_name: 'finish', step: 2, success: null, verdict: null });
  expect(episode).toMatchObject({ outcome: 'achieved', verified_by: 'state', steps: 2, device: 'Pixel (simulated)' });
});

test('P45 the row of the proxy wins over the one of the upload', async () => {
  const events = story();
  const decided = firstDecision(events);
  const context = {
    taskId: 'task-1',
    episodeId: idOf(events),
    seq: 3,
    step: 1,
    at: 1,
    page: 'as the proxy saw it',
    observationHash: null,
    promptVersion: 'p1',
    requestSha256: 'f'.repeat(64),
    toolsHash: 't',
    shadow: false,
  };
  await db.database.inTenant('local', async (tx) => {
    await lockEpisode(tx, idOf(events));
    await recordDecisions(tx, 'local', idOf(events), [decisionRow(decided, 'from the proxy', context)]);
  });
  await upload(events);
  const { decisions } = await read(idOf(events));
  expect(decisions.map((row) => [row.rationale, row.page])).toEqual([
    ['from the proxy', 'as the proxy saw it'],
    ['It is on.', 'Settings › Network'],
  ]);
  expect(await readBack(idOf(events))).toEqual(events);
});

test('P45 a step that no model decided has a row as well', async () => {
  const events = story();
  const turn = events[2]?.event;
  if (turn?.type === 'turn.planned') Object.assign(turn, { decisions: [] });
  await upload(events);
  expect((await read(idOf(events))).decisions[0]).toMatchObject({
    tool_name: 'tap',
    args: { ref: 'e1' },
    provider: 'tapwright',
    model: 'anthropic',
    success: true,
  });
});

const troublesome = [
  '-->',
  '\0',
  'a\0b',
  '\ud83d',
  'x\udc00y',
  '\u001a0000',
  '\\u0000',
  '\\',
  '"',
  "'",
  '\n\r\t',
  '😀',
  '</script>',
  '\u2028',
  '{"a":1}',
  '',
];

test('P46 strings that databases stumble over come back from every record', async () => {
  await Promise.all(
    troublesome.map(async (text) => {
      const events = story({ goal: text, rationale: text, thinking: text, pageName: text });
      await upload(events);
      const { episode, decisions } = await read(idOf(events));
      expect(await readBack(idOf(events))).toEqual(events);
      expect([episode.goal, decisions[0]?.rationale, decisions[0]?.thinking, decisions[0]?.page]).toEqual([text, text, text, text]);
    }),
  );
});

test('P46 any string and any JSON value comes back', { timeout: 60_000 }, async () => {
  const anyString = fc.string({ unit: 'binary', maxLength: 40 });
  const lone = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units));
  const args = fc.dictionary(
    fc.oneof(anyString, lone).filter((key) => key !== '__proto__'),
    fc.jsonValue({ stringUnit: 'binary' }),
    { maxKeys: 5 },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyString, lone), args, async (text, values) => {
      const events = story({ goal: text, rationale: text, thinking: text });
      const turn = events[2]?.event;
      if (turn?.type === 'turn.planned') Object.assign(turn.decisions[0] ?? {}, { args: values });
      // What arrives over the wire: JSON knows no -0.
      const sent: Envelope[] = JSON.parse(JSON.stringify(events));
      await upload(sent);
      expect(await readBack(idOf(sent))).toEqual(sent);
      expect((await read(idOf(sent))).decisions[0]?.args).toEqual(firstDecision(sent).args);
    }),
    { numRuns: 30 },
  );
});

test('P46 events are objects for SQL, not strings', async () => {
  const events = story({ goal: 'a\0b' });
  await upload(events);
  const { rows } = await db.asAdmin('select distinct jsonb_typeof(body) as kind from event where episode_id = $1', [idOf(events)]);
  expect(rows).toEqual([{ kind: 'object' }]);
});

test('an episode that nobody uploaded is unknown', async () => {
  await expect(read(randomUUID())).rejects.toMatchObject({ code: 'episode_unknown' });
});
