import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rationaleOf } from '../../../runtime/tools/rationale.ts';
import { readToolCall } from '../../../runtime/tools/read-tool-call.ts';
import { splitArguments } from '../../../runtime/tools/split-arguments.ts';
import { toolOffers } from '../../../runtime/tools/tool-offers.ts';
import { DeviceAction } from '../../../world/device-action.ts';
import { PlannedStep } from '../../../world/planned-step.ts';
import { decisionOf, saysWhy } from '../../fakes/tool-calls.ts';

const offers = toolOffers({ agentPlanner: true });
const deviceOffers = offers.filter(({ name }) => DeviceAction.options.some((option) => option.shape.name.value === name));

test('P39 every device tool requires purpose and expected outcome, takes expect and reflection, and nothing else that is not its own', () => {
  expect(deviceOffers).toHaveLength(DeviceAction.options.length);
  for (const { parameters } of offers) expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
  for (const { parameters } of deviceOffers) {
    expect(parameters.required).toEqual(expect.arrayContaining(['purpose', 'expected_outcome']));
    expect(parameters.properties).toMatchObject({
      purpose: { type: 'string', maxLength: 140 },
      expected_outcome: { type: 'string', maxLength: 200 },
      expect: { type: 'array', minItems: 1, maxItems: 3 },
      reflection: { type: 'string' },
    });
  }
});

test('P28 the list of tools is always the same, and without the planner it lacks write_todos only', () => {
  expect(toolOffers({ agentPlanner: true })).toEqual(offers);
  expect(toolOffers({ agentPlanner: false })).toEqual(offers.filter(({ name }) => name !== 'write_todos'));
});

test('P19 P23 read-only tools are those that change nothing on the device', () => {
  const names = toolOffers({ agentPlanner: true, readOnly: true }).map(({ name }) => name);
  expect(names).toEqual(['scroll', 'scroll_to', 'back', 'home', 'hide_keyboard', 'wait', 'write_todos', 'finish', 'ask_user']);
});

test('a device call becomes an action with its reasons apart (rule P40)', () => {
  const expectation = [{ kind: 'element_state', label: 'Wi-Fi', state: 'on' }];
  const step = readToolCall(decisionOf('tap', { ref: 'e12', ...saysWhy, expect: expectation, reflection: 'Fine so far.' }));
  expect(step).toMatchObject({
    kind: 'act',
    action: { name: 'tap', ref: 'e12' },
    purpose: 'To get on.',
    expectedOutcome: 'The next page.',
    expect: expectation,
  });
  expect(Object.keys((step as { action: object }).action)).toEqual(['name', 'ref']);
});

test('P39 a call without purpose or outcome is malformed and says which is missing', () => {
  for (const [raw, says] of [
    [{ ref: 'e1', expected_outcome: 'x' }, /tap: "purpose" is missing/],
    [{ ref: 'e1', purpose: '  ', expected_outcome: 'x' }, /"purpose" is missing/],
    [{ ref: 'e1', purpose: 7, expected_outcome: 'x' }, /"purpose" is 7/],
    [{ ref: 'e1', purpose: 'x'.repeat(141), expected_outcome: 'x' }, /"purpose" is "xxx.*140/],
    [{ ref: 'e1', purpose: 'x' }, /"expected_outcome" is missing/],
    [{ ref: 'e1', purpose: 'x', expected_outcome: 'y'.repeat(201) }, /"expected_outcome" is "yyy.*200/],
    [{ ref: 'e1', ...saysWhy, expect: [] }, /"expect" is \[\]/],
    [{ ref: 'e1', ...saysWhy, expect: [{ kind: 'text_visible' }] }, /"expect.0.text" is missing/],
    [{ ref: 'e1', ...saysWhy, expect: Array(4).fill({ kind: 'page_is', name: 'x' }) }, /"expect" is/],
  ] as const)
    expect(readToolCall(decisionOf('tap', raw))).toMatchObject({
      kind: 'malformed',
      code: 'bad_tool_call',
      because: expect.stringMatching(says),
    });
});

test('O6 E39 whatever is no single JSON object, or has arguments that are not the tool’s, is malformed and never mended', () => {
  for (const [name, raw, says] of [
    ['tap', '{"ref":"e1"}{"ref":"e2"}', 'have to be one JSON object; found "{'],
    ['tap', '{"text":"he', 'have to be one JSON object'],
    ['tap', '', '"ref" is missing'],
    ['tap', [1], 'have to be one JSON object; found "[1]"'],
    ['tap', { ref: 'Wi-Fi', ...saysWhy }, '"ref" is "Wi-Fi"'],
    ['tap', { ref: 'e1', x: 3, ...saysWhy }, 'x'],
    ['tap', { ref: 'e1', name: 'home', ...saysWhy }, 'name'],
    ['wait', { seconds: 1e9, ...saysWhy }, '"seconds" is 1000000000'],
    ['finish', { outcome: 'done' }, '"outcome" is "done"'],
    ['ask_user', { question: ' ' }, '"question" is " "'],
  ] as const)
    expect(readToolCall(decisionOf(name, raw)), `${name} ${JSON.stringify(raw)}`).toMatchObject({
      kind: 'malformed',
      code: 'bad_tool_call',
      because: expect.stringContaining(says),
    });
});

test('O6 a tool that is not on offer is unknown, with the names of those that are', () => {
  const offered = new Set(['tap', 'finish']);
  for (const name of ['fly', '', 'write_todos', '__proto__'])
    expect(readToolCall(decisionOf(name, {}), offered)).toMatchObject({
      kind: 'malformed',
      code: 'unknown_tool',
      because: expect.stringContaining('the tools are tap, finish'),
    });
});

test('P24 P25 write_todos takes a whole list and refuses double ids and two in progress', () => {
  const todo = (id: string, status: string) => ({ id, content: 'x', status });
  expect(readToolCall(decisionOf('write_todos', { todos: [todo('a', 'in_progress'), todo('b', 'pending')], focus: 'a' }))).toMatchObject({
    kind: 'revise_plan',
    plan: { focus: 'a', todos: [{ id: 'a' }, { id: 'b' }] },
  });
  for (const [todos, says] of [
    [[todo('a', 'pending'), todo('a', 'pending')], 'the id "a" stands twice'],
    [[todo('a', 'in_progress'), todo('b', 'in_progress')], '2 todos are in_progress'],
    [[], '"todos" is []'],
    [Array.from({ length: 9 }, (_, i) => todo(`t${i}`, 'pending')), '"todos" is'],
    [[todo('a', 'done')], '"todos.0.status" is "done"'],
  ] as const)
    expect(readToolCall(decisionOf('write_todos', { todos }))).toMatchObject({ kind: 'malformed', because: expect.stringContaining(says) });
});

test('finish and ask_user need no purpose', () => {
  expect(readToolCall(decisionOf('finish', { outcome: 'achieved', result: '42 %' }))).toMatchObject({
    kind: 'finish',
    outcome: 'achieved',
    result: '42 %',
  });
  expect(readToolCall(decisionOf('finish', { outcome: 'failed', result: null }))).not.toHaveProperty('result');
  expect(readToolCall(decisionOf('ask_user', { question: 'Which?' }))).toMatchObject({ kind: 'ask', question: 'Which?' });
});

test('P41 the rationale is the text, else the reflection, else nothing: one line of at most 280 characters, cut between characters', () => {
  expect(rationaleOf(' It\n worked.\tI go on. ', 'r')).toBe('It worked. I go on.');
  expect(rationaleOf(' \n', 'From the argument.')).toBe('From the argument.');
  expect(rationaleOf(null, null)).toBeNull();
  expect(rationaleOf('', ' ')).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (said) => {
      const line = rationaleOf(said, null) ?? '';
      expect(line.length).toBeLessThanOrEqual(280);
      expect(line).not.toMatch(/[\n\r]|[\ud800-\udbff](?![\udc00-\udfff])/);
    }),
  );
});

test('P40 property: splitting takes the four off, loses nothing but nulls and outer space, and never throws', () => {
  const names = fc.constantFrom('purpose', 'expected_outcome', 'expect', 'reflection', 'ref', 'text', '__proto__', 'constructor');
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(names, fc.jsonValue())), (raw) => {
      const { args, purpose, expectedOutcome, expect: promised, reflection } = splitArguments(raw);
      if (typeof args === 'string') return;
      const given = raw as Record<string, unknown>;
      for (const [name, value] of Object.entries(given)) {
        if (value === null) continue;
        const kept = new Map<string, unknown>(Object.entries(args)).get(name);
        const off = { purpose, expected_outcome: expectedOutcome, reflection }[name];
        if (kept === undefined && name === 'expect') expect(promised).toBeDefined();
        else if (kept === undefined && typeof value === 'string') expect(off ?? '').toBe(value.trim());
        else expect(kept).toBe(value);
      }
    }),
  );
});

test('property: reading any call gives a step of the vocabulary, and an action only from arguments that are an action', () => {
  const tool = fc.constantFrom(...offers.map(({ name }) => name), 'fly', '');
  const text = fc.oneof(fc.string(), fc.constantFrom('e1', 'down', 'achieved', 'enter', 'x'.repeat(400)));
  const args = fc.dictionary(
    fc.constantFrom(
      'ref',
      'text',
      'submit',
      'direction',
      'key',
      'app',
      'seconds',
      'outcome',
      'result',
      'question',
      'todos',
      'purpose',
      'expected_outcome',
      'expect',
      'name',
    ),
    fc.oneof(text, fc.jsonValue(), fc.double()),
  );
  fc.assert(
    fc.property(tool, fc.oneof(args, fc.anything(), fc.string()), (name, raw) => {
      const step = readToolCall(decisionOf(name, raw));
      expect(PlannedStep.safeParse(step).success).toBe(true);
      if (step.kind !== 'act') return;
      expect(step.action.name).toBe(name);
      expect(step.purpose.length).toBeGreaterThan(0);
      expect(step.expectedOutcome.length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});
