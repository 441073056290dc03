import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../cloud/api/services.ts';
import { DecideResponse, EpisodeList, EpisodeRecord, Problem, StopState, UploadResponse } from '../../cloud/contract/wire.ts';
import { type Cloud, startCloud } from '../../cloud/start-cloud.ts';
import { registerKey, revokeKey } from '../../cloud/store/keys.ts';
import type { Briefing, Reply, ToolCallingClient } from '../../runtime/llm/tool-calling-client.ts';
import { AppError } from '../../world/errors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { decision, firstDecision, idOf, story } from './story.ts';

const key = `tw_${'k'.repeat(43)}`;
const modelKey = ['sk', 'ant', 'made', 'up'.repeat(12)].join('-');
let db: TestDatabase;
let cloud: Cloud;
/** What the stand-in model answers next. */
let answer: (briefing: Briefing, signal: AbortSignal) => Promise<Reply>;

const model: ToolCallingClient = {
  provider: 'anthropic',
  model: 'claude-test',
  decide: (briefing, { signal }) => answer(briefing, signal),
};
const clientFor: Services['clientFor'] = (name) => {
  if (name !== null && name !== 'claude-test') throw new AppError('model_unknown', `there is no model ${name}`);
  return model;
};

beforeAll(async () => {
  db = await createTestDatabase();
  cloud = await startCloud({
    databaseUrl: db.url,
    adminUrl: db.adminUrl,
    homeKey: key,
    clientFor,
    secrets: ['a-plain-secret'],
    signal: new AbortController().signal,
  });
});
afterAll(async () => {
  await cloud?.close();
  await db?.close();
});

interface CallOptions {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly raw?: Buffer;
  readonly type?: string;
}

async function call(method: string, path: string, { body, key: used = key, raw, type }: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = used === null ? {} : { authorization: `Bearer ${used}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (type !== undefined) headers['content-type'] = type;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return fetch(cloud.url + path, { method, headers, ...(content === undefined ? {} : { body: content }) });
}

async function problem(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return Problem.parse(await response.json());
}

function briefing(overrides: Partial<Briefing> = {}): Briefing {
  return {
    system: 'You operate a phone.',
    tools: [{ name: 'tap', description: 'Taps.', parameters: { type: 'object' } }],
    goal: '<goal>\nTurn on airplane mode\n</goal>',
    history: [],
    tail: '<tail></tail>',
    image: null,
    exchanges: [],
    about: {
      taskId: 'task-1',
      episodeId: randomUUID(),
      seq: 3,
      step: 1,
      page: 'Settings',
      observationHash: 'oh',
      promptVersion: 'p1',
      shadow: false,
    },
    ...overrides,
  };
}

function reply(overrides: Partial<Reply> = {}): Reply {
  const made = decision({ textOutput: '  Settings are\nopen. I tap the switch. ' });
  return {
    decisions: [made],
    text: made.textOutput,
    stopReason: 'tool_use',
    unusable: null,
    usage: made.usage ?? (decision().usage as Reply['usage']),
    assistant: [{ type: 'text', text: 'x' }],
    ...overrides,
  };
}

test('upload, list and read go through the wire', async () => {
  const events = story();
  const stored = await call('POST', `/v1/episodes/${idOf(events)}/events`, { body: { events } });
  expect(UploadResponse.parse(await stored.json())).toEqual({ stored_through: 11 });
  const list = EpisodeList.parse(await (await call('GET', '/v1/episodes')).json());
  expect(list.episodes.map(({ episode_id }) => episode_id)).toContain(idOf(events));
  const record = EpisodeRecord.parse(await (await call('GET', `/v1/episodes/${idOf(events)}`)).json());
  expect(record.events).toEqual(events);
  expect(record.decisions[0]).toMatchObject({ decision_id: firstDecision(events).decisionId, success: true, effect: 'changed' });
});

test('every failure is problem+json with a code of ours', async () => {
  expect(await problem(await call('GET', '/v1/episodes', { key: null }))).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(await problem(await call('GET', '/v1/episodes', { key: `tw_${'x'.repeat(43)}` }))).toMatchObject({
    status: 401,
    code: 'unauthorized',
  });
  expect(await problem(await call('GET', `/v1/episodes/${randomUUID()}`))).toMatchObject({ status: 404, code: 'episode_unknown' });
  expect(await problem(await call('GET', '/v1/nowhere'))).toMatchObject({ status: 404, code: 'not_found' });
  expect(await problem(await call('GET', '/v1/episodes/not-an-id'))).toMatchObject({ status: 400, code: 'request_invalid' });
  expect(await problem(await call('POST', `/v1/episodes/${randomUUID()}/events`, { body: { events: [{ seq: 1 }] } }))).toMatchObject({
    status: 400,
    code: 'request_invalid',
  });
  expect(
    await problem(
      await call('POST', `/v1/episodes/${randomUUID()}/events`, { raw: Buffer.from('{"events": ['), type: 'application/json' }),
    ),
  ).toMatchObject({ code: 'request_invalid' });
  const events = story();
  await call('POST', `/v1/episodes/${idOf(events)}/events`, { body: { events } });
  const other = events.map((envelope) => ({ ...envelope, at: envelope.at + 5 }));
  expect(await problem(await call('POST', `/v1/episodes/${idOf(events)}/events`, { body: { events: other } }))).toMatchObject({
    status: 409,
    code: 'conflict',
  });
});

test('C7 keys are stored hashed; scope, expiry and revocation count', async () => {
  const reader = `tw_${'r'.repeat(43)}`;
  await db.database.inTenant('local', (tx) => registerKey(tx, 'local', reader, { name: 'reader', scopes: ['episodes:read'] }, 1));
  const { rows } = await db.asAdmin('select * from api_key');
  expect(JSON.stringify(rows)).not.toContain(reader);
  expect(JSON.stringify(rows)).not.toContain(key);

  const events = story();
  expect(await problem(await call('POST', `/v1/episodes/${idOf(events)}/events`, { body: { events }, key: reader }))).toMatchObject({
    status: 403,
    code: 'forbidden',
    detail: expect.stringContaining('events:write'),
  });
  await call('POST', `/v1/episodes/${idOf(events)}/events`, { body: { events } });
  const seen = EpisodeRecord.parse(await (await call('GET', `/v1/episodes/${idOf(events)}`, { key: reader })).json());
  expect(firstDecision(seen.events).thinking, 'P42 thinking is hidden without its scope').toBeNull();
  expect(seen.decisions[0]?.thinking).toBeNull();

  await db.asAdmin(`update api_key set expires_at = 5 where name = 'reader'`);
  expect((await call('GET', '/v1/episodes', { key: reader })).status).toBe(401);
  await db.asAdmin(`update api_key set expires_at = null where name = 'reader'`);
  await db.database.inTenant('local', (tx) => revokeKey(tx, 'local', reader, 2));
  expect((await call('GET', '/v1/episodes', { key: reader })).status).toBe(401);
});

test('artifacts are kept by the hash of their content, and only if it is theirs', async () => {
  const bytes = Buffer.from('\x89PNG\r\n not really', 'latin1');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (const _again of [1, 2]) expect((await call('PUT', `/v1/artifacts/${sha256}`, { raw: bytes, type: 'image/png' })).status).toBe(204);
  const got = await call('GET', `/v1/artifacts/${sha256}`);
  expect(got.headers.get('content-type')).toBe('image/png');
  expect(got.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await problem(await call('PUT', `/v1/artifacts/${'0'.repeat(64)}`, { raw: bytes, type: 'image/png' }))).toMatchObject({
    code: 'request_invalid',
  });
  expect(await problem(await call('PUT', `/v1/artifacts/${sha256}`, { raw: bytes, type: 'text/html' }))).toMatchObject({
    code: 'request_invalid',
    detail: expect.stringContaining('text/html'),
  });
  expect(await problem(await call('GET', `/v1/artifacts/${'1'.repeat(64)}`))).toMatchObject({ status: 404 });
  const json = Buffer.from('{"a": 1}');
  const hash = createHash('sha256').update(json).digest('hex');
  expect((await call('PUT', `/v1/artifacts/${hash}`, { raw: json, type: 'application/json' })).status).toBe(204);
  expect(await (await call('GET', `/v1/artifacts/${hash}`)).text()).toBe('{"a": 1}');
});

test('S11 a stop is asked for once and seen by whoever polls', async () => {
  const episode = randomUUID();
  const poll = async () => StopState.parse(await (await call('GET', `/v1/episodes/${episode}/stop`)).json());
  expect(await poll()).toEqual({ stop: false, requested_at: null });
  const first = StopState.parse(await (await call('POST', `/v1/episodes/${episode}/stop`)).json());
  expect(first.stop).toBe(true);
  await call('POST', `/v1/episodes/${episode}/stop`);
  expect(await poll()).toEqual(first);
});

test('P45 record_planner_decision stores request and decision before it answers', async () => {
  const asked = briefing();
  const given = reply();
  answer = async () => given;
  const answered = DecideResponse.parse(
    await (await call('POST', '/v1/planner/decide', { body: { model: null, briefing: asked } })).json(),
  );
  expect(answered).toEqual({ provider: 'anthropic', model: 'claude-test', reply: given });
  const { rows } = await db.asAdmin('select * from planner_decision_log where episode_id = $1', [asked.about.episodeId]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    rationale: 'Settings are open. I tap the switch.',
    thinking: 'The switch is the first row.',
    purpose: 'Turn the switch on',
    expected_outcome: 'Airplane mode shows on',
    seq: 3,
    step: 1,
    page: 'Settings',
    provider_request_id: 'req_1',
  });
  const request = await call('GET', `/v1/artifacts/${rows[0].request_sha256}`);
  expect(JSON.parse(await request.text())).toEqual({ provider: 'anthropic', model: 'claude-test', briefing: asked });
});

test('M2 the kept request holds no key, no thinking and no second copy of the picture', async () => {
  const picture = Buffer.from('picture bytes');
  const asked = briefing({
    system: `Never say ${modelKey} or a-plain-secret or ${key}.`,
    image: { mediaType: 'image/png', base64: picture.toString('base64') },
    exchanges: [
      {
        assistant: [
          { type: 'thinking', thinking: 'my private thought', signature: 'sig-bytes' },
          { type: 'text', text: 'public text' },
          { role: 'assistant', reasoning_content: 'another private thought' },
        ],
        results: [],
      },
    ],
  });
  answer = async () => reply();
  expect((await call('POST', '/v1/planner/decide', { body: { model: 'claude-test', briefing: asked } })).status).toBe(200);
  const { rows } = await db.asAdmin('select request_sha256 from planner_decision_log where episode_id = $1', [asked.about.episodeId]);
  const kept = await (await call('GET', `/v1/artifacts/${rows[0].request_sha256}`)).text();
  for (const hidden of [modelKey, 'a-plain-secret', key, 'private thought', 'sig-bytes', picture.toString('base64')])
    expect(kept).not.toContain(hidden);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  expect(JSON.parse(kept).briefing.image).toEqual({ mediaType: 'image/png', sha256 });
  expect(kept).toContain('public text');
  expect((await call('GET', `/v1/artifacts/${sha256}`)).status).toBe(200);
});

test('P45 a decision that cannot be logged is not handed out', async () => {
  const asked = briefing();
  answer = async () => reply();
  await db.asAdmin('revoke insert on planner_decision_log from tapwright_app');
  try {
    const refused = await problem(await call('POST', '/v1/planner/decide', { body: { model: null, briefing: asked } }));
    expect(refused).toMatchObject({ status: 503, code: 'database_failed', detail: expect.stringContaining('could not be recorded') });
  } finally {
    await db.asAdmin('grant insert on planner_decision_log to tapwright_app');
  }
});

test('A10 an unusable reply is passed on and makes no decision row', async () => {
  const asked = briefing();
  answer = async () => reply({ stopReason: 'max_tokens', unusable: { code: 'cut_off', message: 'cut off' } });
  expect((await call('POST', '/v1/planner/decide', { body: { model: null, briefing: asked } })).status).toBe(200);
  const { rows } = await db.asAdmin('select 1 from planner_decision_log where episode_id = $1', [asked.about.episodeId]);
  expect(rows).toEqual([]);
});

test('what the model client throws arrives with its code', async () => {
  answer = async () => {
    throw new AppError('planner_unavailable', 'anthropic did not answer');
  };
  expect(await problem(await call('POST', '/v1/planner/decide', { body: { model: null, briefing: briefing() } }))).toMatchObject({
    status: 503,
    code: 'planner_unavailable',
  });
  expect(await problem(await call('POST', '/v1/planner/decide', { body: { model: 'gpt-99', briefing: briefing() } }))).toMatchObject({
    status: 400,
    code: 'model_unknown',
  });
});

test('a caller that hangs up cancels the model call', async () => {
  const cancelled = new Promise<void>((resolve) => {
    answer = (_briefing, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve();
          reject(new AppError('cancelled', 'the caller hung up'));
        });
      });
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: null, briefing: briefing() });
  await expect(
    fetch(`${cloud.url}/v1/planner/decide`, { method: 'POST', headers, body, signal: AbortSignal.timeout(300) }),
  ).rejects.toThrow();
  await cancelled;
});

test('the service listens on loopback unless told otherwise', () => {
  expect(cloud.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('with the database away, requests fail with a code and the service comes back with it', async () => {
  await db.asAdmin(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tapwright' and datname = current_database()`,
  );
  expect((await call('GET', '/healthz')).status).toBe(200);
});
