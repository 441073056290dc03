import { afterEach, beforeEach, expect, test } from 'vitest';
import { AnthropicServer, answering, call, event, modelInfo, refusing, tap, text, thinking } from '../../fakes/anthropic-server.ts';
import { briefingOf, clientOf, unhurried } from '../../fakes/model-client.ts';

let server: AnthropicServer;
beforeEach(async () => {
  server = await AnthropicServer.start({ checksForm: true });
}, 120_000);
afterEach(() => server.stop());

const budget = { THINKING_BUDGET_TOKENS: '4096' };
const ok = answering({ content: [text('I open it.'), tap()] });

test('A1 a model that thinks adaptively gets adaptive thinking with effort instead of a budget, and the reason is logged', async () => {
  server.modelInfo = modelInfo({ adaptive: true });
  server.will(ok);
  const { client, log } = clientOf(server.url, budget);
  await client.decide(briefingOf(), { signal: unhurried() });
  const [request] = server.requests;
  expect(request?.body.thinking).toEqual({ type: 'adaptive', display: 'summarized' });
  expect(request?.body.output_config).toEqual({ effort: 'medium' });
  expect(request?.headers['anthropic-beta']).toBeUndefined();
  expect(log.map((line) => line.event)).toContain('thinking.downgraded');
});

test('A1 a model that takes a budget gets it, with the header for thinking between tool calls', async () => {
  server.modelInfo = modelInfo({ enabled: true });
  server.will(ok);
  await clientOf(server.url, budget).client.decide(briefingOf(), { signal: unhurried() });
  const [request] = server.requests;
  expect(request?.body.thinking).toEqual({ type: 'enabled', budget_tokens: 4096, display: 'summarized' });
  expect(request?.headers['anthropic-beta']).toBe('interleaved-thinking-2025-05-14');
});

test('A1 a model that cannot think is not asked to, whatever is wished', async () => {
  server.modelInfo = modelInfo({});
  server.will(ok);
  const { client, log } = clientOf(server.url, budget);
  await client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[0]?.body.thinking).toBeUndefined();
  expect(log.find((line) => line.event === 'thinking.downgraded')?.fields.because).toMatch(/does not think/);
});

test('A1 without a wish thinking is turned off where the model takes that, and little is asked of one that always thinks', async () => {
  server.modelInfo = modelInfo({ adaptive: true });
  server.will(ok);
  await clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[0]?.body.thinking).toEqual({ type: 'disabled' });
  server.modelInfo = modelInfo({ adaptive: true, disabled: false });
  server.will(ok);
  await clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[1]?.body.thinking).toBeUndefined();
  expect(server.requests[1]?.body.output_config).toEqual({ effort: 'low' });
});

test('A1 a wish for adaptive thinking or thinking between tools is sent where it is taken', async () => {
  server.modelInfo = modelInfo({ adaptive: true, between_tools: true });
  server.will(ok, ok);
  await clientOf(server.url, { TAPWRIGHT_THINKING: 'between_tools' }).client.decide(briefingOf(), { signal: unhurried() });
  await clientOf(server.url, { TAPWRIGHT_THINKING: 'adaptive', TAPWRIGHT_EFFORT: 'max' }).client.decide(briefingOf(), {
    signal: unhurried(),
  });
  expect(server.requests.map(({ body }) => body.thinking)).toEqual([
    { type: 'between_tools' },
    { type: 'adaptive', display: 'summarized' },
  ]);
  expect(server.requests[1]?.body.output_config).toEqual({ effort: 'high' });
});

test('A1 without a Models API the built-in table decides', async () => {
  server.will(ok, ok, ok);
  for (const model of ['claude-opus-5-5', 'claude-sonnet-4-5-20250929', 'somebody-else-1'])
    await clientOf(server.url, { ...budget, TAPWRIGHT_MODEL: model }).client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests.map(({ body }) => body.thinking?.type)).toEqual(['adaptive', 'enabled', undefined]);
});

test('A1 a 400 that says the mode is not supported is answered once in the other mode, and that is remembered', async () => {
  server.modelInfo = modelInfo({ enabled: true });
  server.will(
    refusing(
      400,
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ),
    ok,
    ok,
  );
  const { client, log } = clientOf(server.url, budget);
  await client.decide(briefingOf(), { signal: unhurried() });
  await client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests.map(({ body }) => body.thinking?.type)).toEqual(['enabled', 'adaptive', 'adaptive']);
  expect(log.filter((line) => line.event === 'thinking.switched')).toHaveLength(1);
});

test('A1 a mode refused twice ends with the provider’s words', async () => {
  server.modelInfo = modelInfo({ enabled: true });
  const no = refusing(400, 'thinking is not supported on this model');
  server.will(no, no);
  await expect(clientOf(server.url, budget).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'planner_rejected',
    message: expect.stringContaining('thinking is not supported'),
  });
});

test('A1 a refused effort is left out and nothing else is changed', async () => {
  server.modelInfo = modelInfo({ adaptive: true });
  server.will(refusing(400, 'This model does not support the effort parameter.'), ok);
  await clientOf(server.url, budget).client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[1]?.body.output_config).toBeUndefined();
  expect(server.requests[1]?.body.thinking).toEqual({ type: 'adaptive', display: 'summarized' });
});

test('A3 A4 A5 tool_choice is auto without parallel calls, and no sampling parameter or prefill is ever sent', async () => {
  server.modelInfo = modelInfo({ adaptive: true });
  server.will(ok, ok);
  await clientOf(server.url, budget).client.decide(briefingOf(), { signal: unhurried() });
  await clientOf(server.url, budget, { parallelCalls: true }).client.decide(briefingOf(), { signal: unhurried() });
  for (const [i, { body }] of server.requests.entries()) {
    expect(body.tool_choice).toEqual({ type: 'auto', disable_parallel_tool_use: i === 0 });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(temperature|top_p|top_k)$/)]));
    expect(body.messages.at(-1)?.role).toBe('user');
  }
});

test('A6 A7 a step goes on with the reply as it came, unknown blocks and empty thinking included, and one result for every call, first', async () => {
  const content = [
    thinking('', 'signed'),
    { type: 'redacted_thinking', data: 'opaque' },
    text('I plan.'),
    call('write_todos', { todos: [{ id: 'a', content: 'x', status: 'pending' }] }, 'toolu_a'),
    tap('e1', 'toolu_b'),
  ];
  server.modelInfo = modelInfo({ adaptive: true });
  server.will(answering({ content }), ok);
  const { client } = clientOf(server.url, budget);
  const first = await client.decide(briefingOf(), { signal: unhurried() });
  expect(first.assistant).toEqual(content);
  const results = [
    { callId: 'toolu_a', content: '{"ok":true}', isError: false },
    { callId: 'toolu_a', content: 'twice', isError: false },
    { callId: 'toolu_x', content: 'never called', isError: false },
  ];
  await client.decide(
    briefingOf({ exchanges: [{ assistant: JSON.parse(JSON.stringify(first.assistant)), results, reminder: 'Go on.' }] }),
    { signal: unhurried() },
  );
  expect(server.requests[1]?.body.messages.slice(1)).toEqual([
    { role: 'assistant', content },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_a', content: '{"ok":true}' },
        { type: 'tool_result', tool_use_id: 'toolu_b', content: expect.stringContaining('Not executed'), is_error: true },
        { type: 'text', text: 'Go on.' },
      ],
    },
  ]);
});

test('A9 E36 thinking that is no longer taken is dropped once, logged, and the step goes on', async () => {
  const refusal = refusing(
    400,
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
  );
  server.modelInfo = modelInfo({ enabled: true });
  server.will(refusal, ok);
  const { client, log } = clientOf(server.url, budget);
  const assistant = [thinking('x'), call('write_todos', {}, 'toolu_a')];
  const exchanges = [{ assistant, results: [{ callId: 'toolu_a', content: 'ok', isError: false }] }];
  await client.decide(briefingOf({ exchanges }), { signal: unhurried() });
  expect(server.requests[1]?.body.messages[1]?.content).toEqual([assistant[1]]);
  expect(server.requests[1]?.body.thinking).toBeUndefined(); // a budget would demand the thinking that was dropped
  expect(log.filter((line) => line.event === 'thinking.dropped')).toHaveLength(1);
  server.will(refusal, refusal);
  await expect(client.decide(briefingOf({ exchanges }), { signal: unhurried() })).rejects.toMatchObject({ code: 'planner_rejected' });
});

test('A12 the stable prefix comes first with a breakpoint at its end, and the picture and the page come after it', async () => {
  server.will(ok);
  const image = { mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
  await clientOf(server.url).client.decide(briefingOf({ history: ['<history>', '{"a":1}', '{"a":2}'], image }), { signal: unhurried() });
  const [body] = server.requests.map((request) => request.body);
  expect(body?.system).toEqual([{ type: 'text', text: 'You operate a phone.', cache_control: { type: 'ephemeral' } }]);
  expect(body?.messages[0]?.content).toEqual([
    { type: 'text', text: expect.stringContaining('<goal>') },
    { type: 'text', text: '<history>' },
    { type: 'text', text: '{"a":1}' },
    { type: 'text', text: '{"a":2}', cache_control: { type: 'ephemeral' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    { type: 'text', text: expect.stringContaining('<tail>') },
  ]);
});

test('A12 a change of tools, system prompt, thinking or effort within an episode is recorded as a cache break', async () => {
  server.will(ok, ok, ok);
  const { client, log } = clientOf(server.url);
  await client.decide(briefingOf(), { signal: unhurried() });
  await client.decide(briefingOf(), { signal: unhurried() });
  await client.decide(briefingOf({ tools: [], system: 'Short.' }), { signal: unhurried() });
  expect(log.filter((line) => line.event === 'cache.broken').map((line) => line.fields.changed)).toEqual(['tools, system']);
});

test('a model without eyes gets no picture', async () => {
  server.modelInfo = modelInfo({}, { vision: false });
  server.will(ok);
  const { client, log } = clientOf(server.url);
  await client.decide(briefingOf({ image: { mediaType: 'image/png', base64: 'AAAA' } }), { signal: unhurried() });
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('"image"');
  expect(log.map((line) => line.event)).toContain('picture.left_out');
});

test('MAX_TOKENS beyond what the model gives is refused here, with the setting’s name', async () => {
  server.modelInfo = modelInfo({}, { maxTokens: 4_096 });
  await expect(clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'setting_invalid',
    message: 'MAX_TOKENS is 8192; test-model gives at most 4096',
  });
});

test('A10 a paused turn is sent back unchanged, a few times, and what it said is one reply', async () => {
  const paused = [thinking('hm'), { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }];
  const pause = answering({ content: paused, stopReason: 'pause_turn' });
  server.will(pause, answering({ content: [text('Now.'), tap('e2', 'toolu_z')], usage: { input_tokens: 7 } }));
  const { client } = clientOf(server.url);
  const reply = await client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[1]?.body.messages.slice(1)).toEqual([{ role: 'assistant', content: paused }]);
  expect(reply.assistant).toHaveLength(4);
  expect(reply.decisions.map(({ callId }) => callId)).toEqual(['toolu_z']);
  expect(reply.usage.input).toBe(107);

  server.will(pause, pause, pause, pause);
  const endless = await client.decide(briefingOf(), { signal: unhurried() });
  expect(endless.unusable?.code).toBe('unknown_stop');
  expect(endless.decisions).toEqual([]);
});

test('A11 every request streams, and unknown events, deltas and blocks are tolerated', async () => {
  const strange = [
    event('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'test-model',
        content: [],
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    }),
    event('brand_new_event', { what: 1 }),
    event('content_block_start', { index: 0, content_block: { type: 'brand_new_block', data: 'kept' } }),
    event('content_block_delta', { index: 0, delta: { type: 'brand_new_delta', x: 1 } }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'home', input: {} } }),
    event('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: '{"purpose":"p","expected_outcome":"o"}' } }),
    event('content_block_stop', { index: 1 }),
    event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9, input_tokens: null } }),
    event('message_stop', {}),
  ].join('');
  server.will({ body: strange });
  const reply = await clientOf(server.url).client.decide(briefingOf(), { signal: unhurried() });
  expect(server.requests[0]?.body.stream).toBe(true);
  expect(reply.assistant).toEqual([{ type: 'brand_new_block', data: 'kept' }, expect.objectContaining({ name: 'home' })]);
  expect(reply.decisions[0]).toMatchObject({ toolName: 'home', args: {}, purpose: 'p', expectedOutcome: 'o' });
  expect(reply.usage).toMatchObject({ input: 3, output: 9 });
});
