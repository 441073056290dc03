import { expect, test } from 'vitest';
import type { EpisodeEvent } from '../../world/episode-event.ts';
import { reasoningEvents } from '../../world/reasoning.ts';
import { runThrough } from '../host-agent/run-through.ts';

test('P47 phases are computed from the event stream, in the order things happened', () => {
  const lines = reasoningEvents(runThrough()).map(({ phase, summary, iteration }) => `${iteration} [${phase}] ${summary}`);
  expect(lines).toEqual([
    '0 [obs] page "Home"',
    '1 [plan] I plan the way.',
    '1 [plan] revision 1: [>] Open Settings; [ ] Turn Wi-Fi off',
    '1 [plan] Settings is on the home screen.',
    '1 [act] tap "Settings" app — open Settings',
    '1 [obs] page "Settings"',
    '1 [obs] as expected: the page is now "Settings"',
    '2 [reflect] Settings is open.',
    '2 [plan] I tap the switch.',
    '2 [act] tap "Wi-Fi" switch — turn it off',
    '2 [obs] failed: the switch is covered',
    '2 [obs] page "Settings", dialog "Turn off?"',
    '2 [obs] not as expected: nothing changed',
  ]);
});

test('P47 a reflection is one line of at most 280 characters, and one event gives the same lines every time', () => {
  const [first, ...rest] = runThrough();
  const planned: EpisodeEvent = {
    type: 'turn.planned',
    decisions: [],
    steps: [
      { kind: 'finish', outcome: 'failed', decisionId: 'd', rationale: `A\nlong ${'😀'.repeat(400)} story`, thinking: 'never shown' },
    ],
  };
  const envelopes = first === undefined ? [] : [{ ...first, event: planned }, ...rest];
  const [line] = reasoningEvents(envelopes);
  expect([...(line?.summary ?? '')]).toHaveLength(280);
  expect(line?.summary.startsWith('A long 😀')).toBe(true);
  expect(JSON.stringify(reasoningEvents(envelopes))).not.toContain('never shown');
  expect(reasoningEvents(envelopes)).toEqual(reasoningEvents(envelopes));
});
