import { expect, test } from 'vitest';
import { readModelConfig } from '../../../runtime/llm/config.ts';
import { costOf } from '../../../runtime/llm/prices.ts';

const key = 'sk-ant-secret-0123456789';
const read = (env: Record<string, string>) => readModelConfig({ ANTHROPIC_API_KEY: key, ...env });

test('without settings there is a model, no thinking, and a deadline', () => {
  expect(read({})).toMatchObject({
    apiKey: key,
    baseUrl: null,
    model: 'claude-sonnet-5-5',
    maxTokens: 8_192,
    thinking: { kind: 'off' },
    deadlineMs: 300_000,
  });
  expect(readModelConfig({ ANTHROPIC_API_KEY: key, TAPWRIGHT_MODEL: 'a' }, { model: 'b' }).model).toBe('b');
});

test('an empty setting counts as left out', () => {
  expect(read({ ANTHROPIC_BASE_URL: '', MAX_TOKENS: ' ', THINKING_BUDGET_TOKENS: '', TAPWRIGHT_MODEL: '' })).toEqual(read({}));
});

test('the wish for thinking is read from one, two or three settings', () => {
  expect(read({ THINKING_BUDGET_TOKENS: '2048' }).thinking).toEqual({ kind: 'budget', tokens: 2048 });
  expect(read({ TAPWRIGHT_EFFORT: 'high' }).thinking).toEqual({ kind: 'adaptive', effort: 'high' });
  expect(read({ TAPWRIGHT_THINKING: 'adaptive' }).thinking).toEqual({ kind: 'adaptive', effort: null });
  expect(read({ TAPWRIGHT_THINKING: 'off', THINKING_BUDGET_TOKENS: '2048' }).thinking).toEqual({ kind: 'off' });
});

for (const [env, says] of [
  [{ ANTHROPIC_API_KEY: '' }, 'ANTHROPIC_API_KEY is not set'],
  [{ ANTHROPIC_API_KEY: 'two words' }, 'ANTHROPIC_API_KEY holds spaces'],
  [{ THINKING_BUDGET_TOKENS: 'x' }, 'THINKING_BUDGET_TOKENS is "x"; give a whole number of at least 1024, or leave it out'],
  [{ THINKING_BUDGET_TOKENS: '1023' }, 'THINKING_BUDGET_TOKENS is "1023"; give a whole number of at least 1024'],
  [{ THINKING_BUDGET_TOKENS: '1e4' }, 'THINKING_BUDGET_TOKENS is "1e4"'],
  [{ THINKING_BUDGET_TOKENS: '8192' }, 'THINKING_BUDGET_TOKENS is 8192 and MAX_TOKENS is 8192'],
  [{ MAX_TOKENS: '0' }, 'MAX_TOKENS is "0"; give a whole number of at least 256'],
  [{ TAPWRIGHT_THINKING: 'hard' }, 'TAPWRIGHT_THINKING is "hard"; give one of budget, adaptive, between_tools, off'],
  [{ TAPWRIGHT_THINKING: 'budget' }, 'THINKING_BUDGET_TOKENS is not set'],
  [{ TAPWRIGHT_EFFORT: 'huge' }, 'TAPWRIGHT_EFFORT is "huge"; give one of low, medium, high, xhigh, max'],
  [{ ANTHROPIC_BASE_URL: 'localhost' }, 'ANTHROPIC_BASE_URL is no http address'],
  [{ ANTHROPIC_BASE_URL: 'file:///etc' }, 'ANTHROPIC_BASE_URL is no http address'],
  [{ ANTHROPIC_BASE_URL: `https://me:${key}@host` }, 'ANTHROPIC_BASE_URL holds a user name or password'],
  [{ ANTHROPIC_BASE_URL: 'https://host/v1/' }, 'leave "/v1" at its end out'],
  [{ TAPWRIGHT_PRICES: '{"a":1}' }, 'TAPWRIGHT_PRICES is "{\\"a\\":1}"; give a JSON object such as'],
  [{ TAPWRIGHT_MODEL_DEADLINE_S: '0' }, 'TAPWRIGHT_MODEL_DEADLINE_S is "0"'],
] as const)
  test(`A2 M2 ${JSON.stringify(env).replace(key, 'KEY')} is refused with the setting's name, what was found and what is wanted`, () => {
    const refused = () => read(env as unknown as Record<string, string>);
    expect(refused).toThrow(expect.objectContaining({ code: 'setting_invalid', message: expect.stringContaining(says) }));
    expect(refused).not.toThrow(key);
  });

test('A13 prices go by the exact model, with or without a date, and by the length of the prompt where that matters', () => {
  const tokens = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };
  expect(costOf('claude-opus-5-5', tokens)).toBe(4);
  expect(costOf('claude-opus-5', tokens)).toBe(5);
  expect(costOf('claude-haiku-4-5-20251001', tokens)).toBe(1);
  expect(costOf('claude-fable-5-2', tokens)).toBeNull();
  expect(costOf('claude-haiku-5-5', tokens)).toBe(0.5);
  expect(costOf('claude-haiku-5-5', { ...tokens, input: 100_000 })).toBeCloseTo(0.01, 9);
});
