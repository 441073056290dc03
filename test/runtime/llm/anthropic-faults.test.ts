import { createServer } from 'node:net';
import { Stream } from '@anthropic-ai/sdk/core/streaming.js';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMessage } from '../../../runtime/llm/anthropic-stream.ts';
import { AnthropicServer, answering, event, refusing, streamOf, tap, text, thinking } from '../../fakes/anthropic-server.ts';
import { briefingOf, clientOf, testKey, unhurried } from '../../fakes/model-client.ts';

let server: AnthropicServer;
beforeEach(async () => {
  server = await AnthropicServer.start();
});
afterEach(() => server.stop());

const whole = { content: [thinking('Let me see. 🎂'), text('Ich öffne es.'), tap('e1', 'toolu_1')] };
const ok = answering(whole);

for (const status of [408, 409, 429, 500, 502, 503, 504, 529])
  test(`M1 a ${status} is asked again and then answered`, async () => {
    server.will(refusing(status, 'later', 'overloaded_error'), refusing(status, 'later', 'overloaded_error'), ok);
    const { client, log } = clientOf(server.url);
    expect((await client.decide(briefingOf(), { signal: unhurried() })).decisions).toHaveLength(1);
    expect(log.filter((line) => line.event === 'model.retried')).toHaveLength(2);
    expect(server.requests.map(({ body }) => body)).toEqual(Array(3).fill(server.requests[0]?.body));
  });

for (const [status, type, code, says] of [
  [400, 'invalid_request_error', 'planner_rejected', 'no good'],
  [401, 'authentication_error', 'planner_key_invalid', 'does not accept the key'],
  [402, 'billing_error', 'planner_rejected', 'no good'],
  [403, 'permission_error', 'planner_key_invalid', 'the key may not do this'],
  [404, 'not_found_error', 'model_unknown', 'does not offer "test-model"'],
  [404, 'html', 'planner_rejected', 'check ANTHROPIC_BASE_URL'],
  [413, 'request_too_large', 'planner_rejected', 'too large'],
  [422, 'invalid_request_error', 'planner_rejected', 'no good'],
] as const)
  test(`M1 M2 a ${status} (${type}) ends at once, says what to do, and never the key`, async () => {
    server.will(refusing(status, `no good: ${testKey}`, type));
    const error = await clientOf(server.url)
      .client.decide(briefingOf(), { signal: unhurried() })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'AppError', code, message: expect.stringContaining(says) });
    expect(wordsOf(error)).not.toContain(testKey);
    expect(server.requests).toHaveLength(1);
  });

test('M1 a 400 is never sent again unchanged, even when its header says so', async () => {
  server.will(refusing(400, 'bad', 'invalid_request_error', { 'x-should-retry': 'true' }));
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_rejected',
  });
});

test('M1 x-should-retry is heeded', async () => {
  server.will(refusing(503, 'no', 'api_error', { 'x-should-retry': 'false' }));
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_rejected',
  });
});

test('M1 there is no endless asking: after six refusals the service counts as away', async () => {
  server.will(...Array.from({ length: 6 }, () => refusing(529, 'Overloaded', 'overloaded_error')));
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_unavailable',
    message: expect.stringContaining('Overloaded'),
  });
});

test('M1 Retry-After is honoured, in seconds, milliseconds and as a date', async () => {
  const at = new Date(Date.now() + 1_500).toUTCString();
  server.will(
    refusing(429, 'wait', 'rate_limit_error', { 'retry-after': '0.15' }),
    refusing(429, 'wait', 'rate_limit_error', { 'retry-after-ms': '120' }),
    refusing(429, 'wait', 'rate_limit_error', { 'retry-after': at }),
    refusing(429, 'wait', 'rate_limit_error', { 'retry-after': 'soon' }),
    ok,
  );
  const { client, log } = clientOf(server.url);
  await client.decide(briefingOf(), { signal: unhurried() });
  const waits = log.filter((line) => line.event === 'model.retried').map((line) => Number(line.fields.wait_ms));
  expect(waits.slice(0, 2)).toEqual([150, 120]);
  expect(waits[2]).toBeLessThanOrEqual(1_500);
  expect(waits[3]).toBeLessThanOrEqual(5);
});

test('M1 hours of Retry-After are not waited for', async () => {
  server.will(refusing(429, 'Your quota is used up', 'rate_limit_error', { 'retry-after': '14400' }));
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_unavailable',
    message: expect.stringMatching(/quota is used up; it asks to wait 4 h, and \d/),
  });
});

test('A11 an error event inside a 200 stream is asked again like a 529', async () => {
  const begun = streamOf(whole).slice(0, 600);
  const error = event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
  server.will({ body: `${begun.slice(0, begun.lastIndexOf('\n\n') + 2)}${error}` }, ok);
  expect((await clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).decisions).toHaveLength(1);
});

test('A11 an error event that blames the request is not asked again', async () => {
  server.will({ body: event('error', { error: { type: 'invalid_request_error', message: 'tools.0: bad' } }) });
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_rejected',
    message: expect.stringContaining('tools.0: bad'),
  });
});

const bytes = Buffer.from(streamOf(whole));
test('A11 M1 a stream cut at any byte, by its end or a reset, never yields half a reply', { timeout: 120_000 }, async () => {
  const { client } = clientOf(server.url, {}, { retry: { retries: 1, firstMs: 1, mostMs: 1 } });
  server.will(ok);
  const expected = (await client.decide(briefingOf(), { signal: unhurried() })).decisions.map(({ args }) => args);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 3 }), fc.constantFrom('end', 'reset'), async (at, ending) => {
      const asked = server.requests.length;
      server.will({ body: bytes.subarray(0, at), ending }, ok);
      const reply = await client.decide(briefingOf(), { signal: unhurried() });
      expect(reply.decisions.map(({ args }) => args)).toEqual(expected);
      expect(server.requests.length - asked).toBe(2);
    }),
    { numRuns: 60 },
  );
});

test('A11 a stream cut at each of its bytes is no message', async () => {
  for (let at = 0; at < bytes.length; at++) {
    const events = Stream.fromSSEResponse(new Response(bytes.subarray(0, at)), new AbortController());
    await expect(readMessage(events, undefined), `cut at byte ${at}`).rejects.toThrow();
  }
  const events = Stream.fromSSEResponse(new Response(bytes), new AbortController());
  expect((await readMessage(events, undefined)).calls).toHaveLength(1);
});

test('A11 a message without its end, with an open block, or with an event that is no JSON is not used', async () => {
  const stream = streamOf(whole);
  const without = (name: string): string =>
    stream
      .split('\n\n')
      .filter((each) => !each.startsWith(`event: ${name}\n`))
      .join('\n\n');
  for (const body of [
    without('message_stop'),
    without('content_block_stop'),
    without('message_start'),
    stream.replace('"partial_json":', '"partial_json"'),
    '',
  ]) {
    server.will({ body }, { body });
    await expect(
      clientOf(server.url, {}, { retry: { retries: 1, firstMs: 1, mostMs: 1 } }).client.decide(briefingOf(), { signal: unhurried() }),
      body.slice(0, 80),
    ).rejects.toMatchObject({ code: 'planner_unavailable', message: expect.stringContaining('broke off') });
  }
});

test('a page that is no event stream is said to be one, and not asked again', async () => {
  server.will({ headers: { 'content-type': 'text/html' }, body: '<html>Welcome to the hotel network</html>' });
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_rejected',
    message: expect.stringMatching(/not the Messages API: it answers 200 with "text\/html"; check ANTHROPIC_BASE_URL/),
  });
});

test('M1 nobody at the address: the service is away, and the address is said', async () => {
  const port = await freePort();
  const { client } = clientOf(`http://127.0.0.1:${port}`, {}, { retry: { retries: 1, firstMs: 1, mostMs: 1 } });
  await expect(client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_unavailable',
    message: expect.stringMatching(`http://127.0.0.1:${port} cannot be reached: .*ECONNREFUSED`),
  });
});

test('a service that falls silent in the middle is asked again', async () => {
  server.will({ body: bytes.subarray(0, 700), ending: 'hang' }, ok);
  const { client, log } = clientOf(server.url, {}, { idleMs: 300 });
  expect((await client.decide(briefingOf(), { signal: unhurried() })).decisions).toHaveLength(1);
  expect(log.find((line) => line.event === 'model.retried')?.fields.because).toMatch(/fell silent/);
});

test('one deadline holds for everything, and the error says it', async () => {
  server.will({ body: bytes.subarray(0, 700), ending: 'hang' });
  const began = Date.now();
  await expect(
    clientOf(server.url, { TAPWRIGHT_MODEL_DEADLINE_S: '5' }).client.decide(briefingOf(), { signal: unhurried() }),
  ).rejects.toMatchObject({
    code: 'planner_unavailable',
    message: 'the model did not answer within 5 s',
  });
  expect(Date.now() - began).toBeLessThan(9_000);
}, 15_000);

test('P36 stopping ends the wait at once: before, while the model streams, and while it waits to ask again', async () => {
  const stopped = { code: 'cancelled' };
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: AbortSignal.abort() })).rejects.toMatchObject(stopped);
  for (const answer of [
    { body: bytes.subarray(0, 700), ending: 'hang' } as const,
    refusing(429, 'wait', 'rate_limit_error', { 'retry-after': '60' }),
  ]) {
    server.will(answer);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 400);
    const began = Date.now();
    await expect(clientOf(server.url).client.decide(briefingOf(), { signal: controller.signal })).rejects.toMatchObject(stopped);
    expect(Date.now() - began).toBeLessThan(5_000);
  }
});

test('M2 neither thinking nor signatures nor the key reach the log', async () => {
  server.will(
    refusing(529, `busy ${testKey}`, 'overloaded_error'),
    { body: bytes.subarray(0, 900) },
    answering({ content: [thinking('my secret thought', 'sig-secret'), tap()] }),
  );
  const { client, log } = clientOf(server.url, { THINKING_BUDGET_TOKENS: '2048' });
  await client.decide(briefingOf(), { signal: unhurried() });
  expect(log.length).toBeGreaterThan(2);
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${testKey}|my secret thought|sig-secret`));
});

/** Everything a logger could print of an error: message, causes, own properties. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    words.push(
      at.message,
      at.stack ?? '',
      JSON.stringify(Object.getOwnPropertyNames(at).map((name) => String(Reflect.get(at as Error, name)))),
    );
  return words.join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 1));
    });
  });
}
