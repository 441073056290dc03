import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess, repeats, stagnation } from '../../runtime/assess.ts';
import { type Episode, type Footprint, unstarted } from '../../world/episode.ts';
import { defaultLimits } from '../../world/limits.ts';

const never = new AbortController().signal;
const settled: Episode = { ...unstarted, needsLook: false, limits: defaultLimits };
const print = (over: Partial<Footprint>): Footprint => ({
  signature: 'p',
  words: 'tap "A"',
  action: 'tap',
  effect: 'changed',
  success: true,
  ...over,
});
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);
const reasonOf = (episode: Episode, now = 0): string => {
  const verdict = assess(episode, now, never, false);
  return verdict.kind === 'stop' ? verdict.reason : verdict.kind;
};

test.each([
  ['out_of_steps', { step: defaultLimits.maxSteps }],
  [
    'out_of_tokens',
    { limits: { ...defaultLimits, maxTokens: 100 }, usage: { input: 60, output: 30, cacheRead: 10, cacheWrite: 0, costUsd: null } },
  ],
  [
    'out_of_cost',
    { limits: { ...defaultLimits, maxCostUsd: 0.5 }, usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, costUsd: 0.5 } },
  ],
  ['too_many_failures', { failuresInARow: defaultLimits.maxConsecutiveFailures }],
  ['no_action', { turnFailuresInARow: 2 }],
  ['page_unreadable', { unreadableInARow: 3 }],
  ['denied', { denialsInARow: 3 }],
  ['repeating', { footprints: times(defaultLimits.maxRepeats + 2, print({})) }],
  [
    'stagnated',
    { footprints: Array.from({ length: defaultLimits.maxStagnation + 2 }, (_, i) => print({ words: `tap ${i}`, effect: 'unchanged' })) },
  ],
] as const)('P33 each limit has its own end: %s', (reason, over) => {
  expect(reasonOf({ ...settled, ...over } as Episode)).toBe(reason);
});

test('P33 the wall clock ends an episode even before a look', () => {
  expect(reasonOf({ ...settled, needsLook: true }, defaultLimits.maxWallMs)).toBe('out_of_time');
});

test('P33 ping-pong between two pages is caught', () => {
  const there = print({ signature: 'a', words: 'tap "B"' });
  const back = print({ signature: 'b', words: 'tap "A"' });
  expect(repeats([there, back, there, back, there, back, there])).toBe(4);
});

test('P34 wait and back never count as repeats', () => {
  for (const action of ['wait', 'back']) expect(repeats(times(9, print({ action, words: action })))).toBe(0);
});

test('P33 a list that goes on scrolling is no repetition: the page is another one each time', () => {
  const scrolls = Array.from({ length: 11 }, (_, i) => print({ signature: `rows ${i}`, words: 'scroll down', action: 'scroll' }));
  expect(repeats(scrolls)).toBe(1);
});

test('P31 after maxReplans doubts the episode ends, at 0 with the first', () => {
  const troubled = { ...settled, failuresInARow: 3 };
  expect(assess(troubled, 0, never, false).kind).toBe('replan');
  expect(reasonOf({ ...troubled, doubts: 2 })).toBe('out_of_replans');
  expect(reasonOf({ ...troubled, limits: { ...defaultLimits, maxReplans: 0 } })).toBe('out_of_replans');
});

test('S11 the stop switch and a cancel come before everything else', () => {
  expect(assess(settled, 0, never, true)).toEqual({ kind: 'stop', reason: 'stop_switch' });
  expect(assess({ ...settled, step: 999 }, 0, AbortSignal.abort(), false)).toEqual({ kind: 'stop', reason: 'cancelled' });
});

test('stagnation counts from the last change on, whatever came before', () => {
  const effect = fc.constantFrom('changed' as const, 'unchanged' as const, 'unknown' as const);
  fc.assert(
    fc.property(fc.array(fc.record({ effect, action: fc.constantFrom('tap', 'wait') })), (many) => {
      const prints = many.map((one) => print(one));
      const lastChange = prints.findLastIndex((one) => one.effect === 'changed' && one.action !== 'wait');
      expect(stagnation(prints)).toBe(prints.slice(lastChange + 1).filter((one) => one.action !== 'wait').length);
    }),
  );
});
