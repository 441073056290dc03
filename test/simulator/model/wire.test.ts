import Anthropic, { APIError } from '@anthropic-ai/sdk';
import type { Message, MessageCreateParamsNonStreaming, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages/messages.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptSchema, makeSchema } from '../../../simulator/model/anthropic/make-schema.ts';
import { launchModel, type RunningModel } from '../../../simulator/model/launch.ts';

let running: RunningModel;
let client: Anthropic;

beforeAll(async () => {
  running = await launchModel();
  client = new Anthropic({ apiKey: running.key, baseURL: running.url, maxRetries: 0 });
}, 40_000);
afterAll(() => running.stop());

const words = { purpose: { type: 'string' }, expected_outcome: { type: 'string' }, expect: { type: 'array' } };
const tool = (name: string, properties: Record<string, unknown>): Tool => ({
  name,
  description: name,
  input_schema: {
    type: 'object',
    properties: { ...properties, ...words },
    required: [...Object.keys(properties), 'purpose', 'expected_outcome'],
  },
});
const offered: Tool[] = [
  tool('tap', { ref: { type: 'string' } }),
  tool('back', {}),
  {
    name: 'write_todos',
    description: 'plan',
    input_schema: { type: 'object', properties: { todos: {}, focus: {}, note: {} }, required: ['todos'] },
  },
  { name: 'finish', description: 'end', input_schema: { type: 'object', properties: { outcome: {}, result: {} }, required: ['outcome'] } },
];
const message = (goal: string): string =>
  `<goal>\n${goal}\n</goal>\n<history>\n</history>\n<tail>\nPage: {"name":"Settings › Network","app":"com.android.settings","keyboard":"hidden","dialog":null,"notes":[]}\n<page-4f2c91ab>\n# list\ne12 switch off: Airplane mode\ne13 switch on: Wi-Fi = Home-5G\ne7 list: end\n</page-4f2c91ab>\n</tail>`;

type Params = MessageCreateParamsNonStreaming;
const ask = (goal: string, more: Partial<Params> = {}): Params => ({
  model: 'rehearsal-1',
  max_tokens: 4096,
  messages: [{ role: 'user', content: message(goal) }],
  tools: offered,
  ...more,
});

const adaptive = { type: 'adaptive', display: 'summarized' } as const;

test('a request is answered with a rationale and one call that holds purpose, expected outcome and a predicate', async () => {
  const { data, response } = await client.messages.create(ask('Turn on airplane mode')).withResponse();
  expect(response.headers.get('request-id')).toMatch(/^req_/);
  expect(data.stop_reason).toBe('tool_use');
  expect(data.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
  expect(data.content.at(-1)).toMatchObject({
    name: 'tap',
    input: {
      ref: 'e12',
      purpose: 'Turn "Airplane mode" on',
      expected_outcome: expect.stringContaining('shows on'),
      expect: [{ kind: 'element_state', label: 'Airplane mode', state: 'on' }],
    },
  });
});

test('streamed and not, the same request gives the same message, ids and signatures included', async () => {
  const request = ask('Turn on airplane mode', { thinking: adaptive });
  const whole = await client.messages.create(request);
  const stream = client.messages.stream(request);
  const kinds = new Set<string>();
  for await (const event of stream) kinds.add(event.type === 'content_block_delta' ? event.delta.type : event.type);
  const streamed = await stream.finalMessage();
  expect({ ...streamed, usage: null }).toMatchObject({ id: whole.id, content: whole.content, stop_reason: 'tool_use' });
  expect([...kinds].sort()).toEqual(
    [
      'content_block_start',
      'content_block_stop',
      'input_json_delta',
      'message_delta',
      'message_start',
      'message_stop',
      'signature_delta',
      'text_delta',
      'thinking_delta',
    ].sort(),
  );
  expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
});

test('the raw stream holds a ping and the arguments in several pieces', async () => {
  const response = await fetch(`${running.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': running.key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ ...ask('Turn on airplane mode'), stream: true }),
  });
  const text = await response.text();
  expect(text).toContain('event: ping\n');
  expect(text.match(/input_json_delta/g)?.length).toBeGreaterThan(3);
});

test('A8 thinking is shown when it is asked for as a summary, else empty with a signature', async () => {
  const [shown] = (await client.messages.create(ask('Turn on airplane mode', { thinking: adaptive }))).content;
  expect(shown).toMatchObject({
    type: 'thinking',
    thinking: expect.stringContaining('Airplane mode'),
    signature: expect.stringMatching(/.{40}/),
  });
  const [omitted] = (await client.messages.create(ask('Turn on airplane mode', { thinking: { type: 'adaptive' } }))).content;
  expect(omitted).toMatchObject({ type: 'thinking', thinking: '', signature: expect.stringMatching(/.{40}/) });
});

test('A1 the Models API says which thinking each model takes', async () => {
  const list: Record<string, [boolean, boolean]> = {};
  for await (const { id, capabilities } of client.models.list()) {
    const types = capabilities?.thinking.types;
    list[id] = [types?.adaptive.supported ?? false, types?.enabled.supported ?? false];
  }
  expect(list).toEqual({ 'rehearsal-1': [true, false], 'rehearsal-0': [false, true], 'rehearsal-plain': [false, false] });
  expect(await client.models.retrieve('rehearsal-0')).toMatchObject({ id: 'rehearsal-0', type: 'model' });
  await expect(client.models.retrieve('no-such')).rejects.toMatchObject({ status: 404 });
});

async function planned(thinking?: Params['thinking'], model = 'rehearsal-1'): Promise<{ request: Params; reply: Message }> {
  const request = ask('Turn off Wi-Fi and turn on airplane mode', { model, ...(thinking === undefined ? {} : { thinking }) });
  return { request, reply: await client.messages.create(request) };
}
const resultFor = (reply: Message): MessageParam => ({
  role: 'user',
  content: reply.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '{"ok":true}' }] : [],
  ),
});

test('a plan comes first and the same conversation goes on with its result, thinking byte for byte (A6)', async () => {
  const { request, reply } = await planned(adaptive);
  expect(reply.content.at(-1)).toMatchObject({ name: 'write_todos', input: { todos: [{ status: 'in_progress' }, { status: 'pending' }] } });
  const next = await client.messages.create({
    ...request,
    messages: [...request.messages, { role: 'assistant', content: reply.content }, resultFor(reply)],
  });
  expect(next.content.at(-1)).toMatchObject({ name: 'tap', input: { ref: 'e13' } });
});

test('A9 thinking that was changed, invented or moved to another conversation is refused', async () => {
  const { request, reply } = await planned(adaptive);
  const after = (content: Message['content'], first = request.messages): Params => ({
    ...request,
    messages: [...first, { role: 'assistant', content }, resultFor(reply)],
  });
  const changed = reply.content.map((block) => (block.type === 'thinking' ? { ...block, thinking: `${block.thinking} ` } : block));
  const invented = reply.content.map((block) => (block.type === 'thinking' ? { ...block, signature: 'c2lnbmVk' } : block));
  for (const content of [changed, invented]) await expect(client.messages.create(after(content))).rejects.toThrow('cannot be modified');
  await expect(client.messages.create(after(reply.content, [{ role: 'user', content: message('Turn off Wi-Fi') }]))).rejects.toThrow(
    'bound to a different conversation',
  );
  const without = reply.content.filter(({ type }) => type !== 'thinking');
  await expect(client.messages.create(after(without))).resolves.toMatchObject({ stop_reason: 'tool_use' });
});

test('with a budget, the last reply has to keep its thinking', async () => {
  const { request, reply } = await planned({ type: 'enabled', budget_tokens: 1024 }, 'rehearsal-0');
  const without = reply.content.filter(({ type }) => type !== 'thinking');
  const bare: Params = { ...request, messages: [...request.messages, { role: 'assistant', content: without }, resultFor(reply)] };
  await expect(client.messages.create(bare)).rejects.toThrow('must start with a thinking block');
});

const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'back', input: {} };
const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'ok' };
const user = { role: 'user' as const, content: 'x' };
const assistant = { role: 'assistant' as const, content: [call] };

const refused: readonly (readonly [string, Partial<Params> & Record<string, unknown>, string])[] = [
  ['A2 a budget under 1024', { model: 'rehearsal-0', thinking: { type: 'enabled', budget_tokens: 1000 } }, 'greater than or equal to 1024'],
  [
    'A2 a budget that is not under max_tokens',
    { model: 'rehearsal-0', max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 2048 } },
    'must be greater than',
  ],
  ['A1 a budget on an adaptive model', { thinking: { type: 'enabled', budget_tokens: 1024 } }, 'is not supported for this model. Use'],
  [
    'A1 adaptive thinking on a budget model',
    { model: 'rehearsal-0', thinking: { type: 'adaptive' } },
    'adaptive thinking is not supported',
  ],
  [
    'A1 thinking on a model without',
    { model: 'rehearsal-plain', thinking: { type: 'enabled', budget_tokens: 1024 } },
    'does not support thinking',
  ],
  ['A3 thinking with forced tool use', { thinking: adaptive, tool_choice: { type: 'any' } }, 'tool_choice forces tool use'],
  ['A4 temperature with thinking', { thinking: adaptive, temperature: 0.5 }, 'temperature'],
  ['A4 top_k', { top_k: 5 }, 'top_k'],
  ['A4 a prefill', { messages: [user, { role: 'assistant', content: 'I tap' }] }, 'prefill'],
  ['a first message that is not the user', { messages: [{ role: 'assistant', content: 'x' }, user] }, 'first message'],
  ['an unknown field', { surprise: 1 }, 'surprise: Extra inputs are not permitted'],
  [
    'an unknown field in a block',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', colour: 'red' }] }] as unknown as MessageParam[] },
    'Extra inputs',
  ],
  ['a missing max_tokens', { max_tokens: undefined as unknown as number }, 'max_tokens: Field required'],
  ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] as unknown as MessageParam[] }, 'role'],
  ['an empty text', { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, 'non-empty'],
  [
    'more than four cache marks',
    { system: Array.from({ length: 5 }, () => ({ type: 'text' as const, text: 'x', cache_control: { type: 'ephemeral' as const } })) },
    'maximum of 4',
  ],
  ['A7 a call without a result', { messages: [user, assistant, user] }, 'without `tool_result` blocks'],
  [
    'A7 a result that is not first',
    { messages: [user, assistant, { role: 'user', content: [{ type: 'text', text: 'x' }, result] }] },
    'come first',
  ],
  [
    'A7 a result for an unknown call',
    { messages: [user, assistant, { role: 'user', content: [result, { ...result, tool_use_id: 'toolu_9' }] }] },
    'unexpected `tool_use_id`',
  ],
  ['A7 a call answered twice', { messages: [user, assistant, { role: 'user', content: [result, result] }] }, 'single result'],
  ['two tools of one name', { tools: [tool('tap', {}), tool('tap', {})] }, 'must be unique'],
];

for (const [title, more, said] of refused) {
  test(`refused as a provider would: ${title}`, async () => {
    const error: unknown = await client.messages.create(ask('Turn on airplane mode', more)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 400, error: { type: 'error', error: { type: 'invalid_request_error' } } });
    expect(String(error)).toContain(said);
  });
}

test('a wrong key is 401, an unknown model 404, broken JSON 400, each in the shape of the provider', async () => {
  const stranger = new Anthropic({ apiKey: 'wrong', baseURL: running.url, maxRetries: 0 });
  await expect(stranger.messages.create(ask('x'))).rejects.toMatchObject({
    status: 401,
    error: { error: { type: 'authentication_error' } },
  });
  await expect(client.messages.create(ask('x', { model: 'no-such' }))).rejects.toMatchObject({
    status: 404,
    error: { error: { type: 'not_found_error' } },
  });
  const broken = await fetch(`${running.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': running.key, 'anthropic-version': '2023-06-01' },
    body: '{bad',
  });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error' },
    request_id: expect.stringMatching(/^req_/),
  });
});

test('A10 a reply that does not fit is cut off and holds no call', async () => {
  const reply = await client.messages.create(ask('Turn on airplane mode', { max_tokens: 10 }));
  expect(reply.stop_reason).toBe('max_tokens');
  expect(reply.content.some(({ type }) => type === 'tool_use')).toBe(false);
});

test('A12 a marked prefix is written once and read afterwards', async () => {
  const system = [
    { type: 'text' as const, text: 'A long instruction that stays the same. '.repeat(200), cache_control: { type: 'ephemeral' as const } },
  ];
  const first = (await client.messages.create(ask('Turn on airplane mode', { system }))).usage;
  const second = (await client.messages.create(ask('Turn off Wi-Fi', { system }))).usage;
  expect(first.cache_creation_input_tokens).toBeGreaterThan(1000);
  expect(first.cache_read_input_tokens).toBe(0);
  expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
  expect(second.cache_creation_input_tokens).toBe(0);
  expect(second.input_tokens).toBeGreaterThan(50);
});

test('the process ends when who started it lets go of its input', async () => {
  const other = await launchModel({ key: 'k' });
  expect(other.key).toBe('k');
  await other.stop();
  await expect(fetch(`${other.url}/v1/models`)).rejects.toThrow();
});

test('the kept schema is the one that the installed SDK gives', () => {
  expect(JSON.parse(keptSchema())).toEqual(JSON.parse(makeSchema()));
}, 60_000);
