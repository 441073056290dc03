import { afterEach, beforeEach, expect, test } from 'vitest';
import { AnthropicServer, answering, call, tap, text, thinking } from '../../fakes/anthropic-server.ts';
import { briefingOf, clientOf, unhurried } from '../../fakes/model-client.ts';

let server: AnthropicServer;
beforeEach(async () => {
  server = await AnthropicServer.start();
});
afterEach(() => server.stop());

const decide = (env?: Record<string, string>) => clientOf(server.url, env).client.decide(briefingOf(), { signal: unhurried() });

test('P40 P41 A13 a call becomes a decision: arguments apart from purpose and outcome, the text before it, thinking, usage and cost', async () => {
  const usage = { input_tokens: 1_000, output_tokens: 200, cache_read_input_tokens: 5_000, cache_creation_input_tokens: 400 };
  const input = {
    ref: 'e3',
    purpose: 'To see networks.',
    expected_outcome: 'A list.',
    expect: [{ kind: 'text_visible', text: 'Networks' }],
    reflection: 'r',
  };
  server.will(
    answering({
      model: 'claude-opus-4-6',
      usage,
      content: [thinking('The list is near.'), text('Settings is open.'), text('I open Wi-Fi.'), call('tap', input, 'toolu_9')],
    }),
  );
  const reply = await decide({ TAPWRIGHT_MODEL: 'claude-opus-4-6' });
  expect(reply.decisions).toEqual([
    {
      decisionId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      callId: 'toolu_9',
      toolName: 'tap',
      args: { ref: 'e3' },
      purpose: 'To see networks.',
      expectedOutcome: 'A list.',
      expect: [{ kind: 'text_visible', text: 'Networks' }],
      textOutput: 'Settings is open.\nI open Wi-Fi.',
      reflection: 'r',
      thinking: 'The list is near.',
      thinkingOmitted: false,
      provider: 'anthropic',
      model: 'claude-opus-4-6',
      usage: { input: 1_000, output: 200, cacheRead: 5_000, cacheWrite: 400, costUsd: expect.closeTo(0.005 + 0.005 + 0.0025 + 0.0025, 9) },
      latencyMs: expect.any(Number),
      stopReason: 'tool_use',
      requestId: 'req_1',
    },
  ]);
});

test('A13 the cost of a model without a price is unknown, never 0, and a price of one’s own counts', async () => {
  server.will(answering({ content: [tap()] }), answering({ content: [tap()] }));
  expect((await decide()).usage.costUsd).toBeNull();
  const prices = JSON.stringify({ 'test-model': { input: 10, output: 100, cacheWrite: 0, cacheRead: 0 } });
  expect((await decide({ TAPWRIGHT_PRICES: prices })).usage.costUsd).toBeCloseTo(0.001 + 0.002, 9);
});

test('A8 withheld thinking is null and said to be omitted; it goes back with its signature', async () => {
  server.will(
    answering({ content: [thinking('', 'sig-1'), tap()] }),
    answering({ content: [{ type: 'redacted_thinking', data: 'x' }, tap()] }),
    answering({ content: [tap()] }),
  );
  const [empty, redacted, none] = [await decide(), await decide(), await decide()];
  expect(empty.decisions[0]).toMatchObject({ thinking: null, thinkingOmitted: true });
  expect(empty.assistant).toEqual([thinking('', 'sig-1'), expect.anything()]);
  expect(redacted.decisions[0]).toMatchObject({ thinking: null, thinkingOmitted: true });
  expect(none.decisions[0]).toMatchObject({ thinking: null, thinkingOmitted: false });
});

test('A5 several calls of one reply are all there, in order, and thinking and usage stand with the first', async () => {
  server.will(answering({ content: [thinking('t'), text('first'), tap('e1'), text('second'), tap('e2')] }));
  const { decisions } = await decide();
  expect(decisions.map(({ args, textOutput, thinking: thought, usage }) => [args, textOutput, thought, usage === null])).toEqual([
    [{ ref: 'e1' }, 'first', 't', false],
    [{ ref: 'e2' }, 'second', null, true],
  ]);
});

for (const [stopReason, code] of [
  ['max_tokens', 'cut_off'],
  ['model_context_window_exceeded', 'cut_off'],
  ['refusal', 'refused'],
  ['end_turn', 'unknown_stop'],
  ['something_new', 'unknown_stop'],
  [null, 'unknown_stop'],
] as const)
  test(`A10 a reply that holds a call and ends with ${stopReason} runs nothing`, async () => {
    server.will(answering({ content: [text('I tap.'), tap()], stopReason }));
    const reply = await decide();
    expect(reply.decisions).toEqual([]);
    expect(reply.unusable?.code).toBe(code);
    expect(reply.usage.input).toBe(100);
  });

test('A10 a refusal records its category', async () => {
  server.will(answering({ content: [], stopReason: 'refusal', stopDetails: { type: 'refusal', category: 'cyber', explanation: null } }));
  expect((await decide()).unusable).toEqual({ code: 'refused', message: 'the model refused the request (cyber)', category: 'cyber' });
});

test('P37 text without a call is a reply without decisions', async () => {
  server.will(answering({ content: [text('All done!')], stopReason: 'end_turn' }));
  expect(await decide()).toMatchObject({ decisions: [], text: 'All done!', unusable: null });
});

for (const raw of [
  '{"ref":"e1"}{"ref":"e2"}',
  '{"ref":"e',
  '[{"ref":"e1"}]',
  '{"ref":NaN}',
  '"e1"',
  'null',
  '12',
  '{"ref":"e1"} trailing',
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
])
  test(`O6 E39 arguments ${raw.slice(0, 24)} stay the text they are`, async () => {
    server.will(answering({ content: [tap('e1', 'toolu_1')], rawInput: raw }));
    const reply = await decide();
    expect(reply.decisions[0]?.args).toBe(raw);
    expect(reply.decisions[0]?.purpose).toBeNull();
    expect(reply.assistant).toEqual([expect.objectContaining({ input: { INVALID_JSON: raw } })]);
  });

test('O6 a call without any arguments has none', async () => {
  server.will(answering({ content: [tap('e1', 'toolu_1')], rawInput: '' }));
  expect((await decide()).decisions[0]?.args).toEqual({});
});

test('P46 any text comes through: comment ends, quotes, line breaks, U+0000, lone halves, emoji', async () => {
  const words = 'a --> "b" \\ \n \u0000 \ud83d 🎂 </tail>';
  server.will(
    answering({ content: [text(words), call('type_text', { ref: 'e1', text: words, purpose: words, expected_outcome: words })] }),
  );
  const [decision] = (await decide()).decisions;
  expect(decision).toMatchObject({ args: { ref: 'e1', text: words }, purpose: words, expectedOutcome: words, textOutput: words });
});

test('progress is told while the reply streams in', async () => {
  server.will(answering({ content: [thinking('hm'), text('Hi'), tap()] }));
  const seen: Record<string, string> = {};
  await clientOf(server.url).client.decide(briefingOf(), {
    signal: unhurried(),
    onProgress: ({ kind, delta }) => {
      seen[kind] = (seen[kind] ?? '') + delta;
    },
  });
  expect(seen).toEqual({ thinking: 'hm', text: 'Hi', tool: expect.stringContaining('"ref":"e1"') });
});
