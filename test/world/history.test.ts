import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAction } from '../../world/describe-action.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import { historyEntry, historyLine, readWorldEvent } from '../../world/history.ts';
import type { PageElement } from '../../world/page.ts';
import type { WorldEvent } from '../../world/world-event.ts';
import { worldStateOf } from '../../world/world-state.ts';
import { bar, button, screen, seen } from './android-source.ts';

const event: WorldEvent = {
  decisionId: '0192f0c1-0000-7000-8000-000000000001',
  at: 1,
  page: 'Settings › Network & internet',
  action: 'tap "Wi-Fi" switch',
  args: { name: 'tap', ref: 'e12' },
  locator: null,
  purpose: 'turn Wi-Fi on',
  expectedOutcome: 'the switch is on',
  rationale: 'Settings is open. I tap the switch.',
  thinking: 'a secret thought',
  success: true,
  effect: 'changed',
  note: 'not for a success',
};

test('P43 a history entry is page, rationale, action and success, and a failed one may add a note', () => {
  expect(historyEntry(event)).toEqual({ page: event.page, rationale: event.rationale, action: event.action, success: true });
  expect(historyLine(historyEntry({ ...event, success: false, note: 'nothing changed' }))).toBe(
    '{"page":"Settings › Network & internet","rationale":"Settings is open. I tap the switch.","action":"tap \\"Wi-Fi\\" switch","success":false,"note":"nothing changed"}',
  );
});

test('P42 P43 thinking never enters the history, an entry is bounded whatever it holds, and the same event gives the same entry', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.boolean(), (text, success) => {
      const entry = historyEntry({ ...event, page: text, action: text, rationale: text, note: text, success });
      const line = historyLine(entry);
      expect(entry.page.length + entry.action.length + (entry.rationale?.length ?? 0) + (entry.note?.length ?? 0)).toBeLessThanOrEqual(900);
      expect(line).not.toContain('\n');
      expect(line).toBe(historyLine(historyEntry({ ...event, page: text, action: text, rationale: text, note: text, success })));
      expect(JSON.parse(line)).toEqual(entry);
    }),
  );
  expect(historyLine(historyEntry(event))).not.toContain('secret thought');
});

test('P46 any string comes back from a world event as it went in', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-->', '"', "'", '\n', '\u0000', '\ud800', '😀', ']]>', '</page>'),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const given: WorldEvent = {
        ...event,
        page: text,
        action: text,
        purpose: text,
        expectedOutcome: text,
        rationale: text,
        thinking: text,
        note: text,
      };
      expect(readWorldEvent(JSON.parse(JSON.stringify(given)))).toEqual(given);
    }),
  );
});

test('P43 an old record with a scene summary still loads', () => {
  const old = {
    scene_summary: 'The settings page with a list of entries',
    action: 'tap Wi-Fi',
    rationale: 'I open Wi-Fi',
    success: true,
    timestamp: 1_700_000_000_000,
    expected_outcome: 'the Wi-Fi page',
  };
  expect(readWorldEvent(old)).toMatchObject({
    sceneSummary: old.scene_summary,
    page: 'The settings page with a list of entries',
    action: 'tap Wi-Fi',
    rationale: 'I open Wi-Fi',
    expectedOutcome: 'the Wi-Fi page',
    at: 1_700_000_000_000,
    success: true,
    effect: 'unknown',
    thinking: null,
  });
  expect(historyEntry(readWorldEvent(old))).not.toHaveProperty('sceneSummary');
  expect(readWorldEvent({ ...event, scene_summary: 'kept' })).toMatchObject({ ...event, sceneSummary: 'kept' });
});

test('P43 what is no world event is refused with what is wrong', () => {
  expect(() => readWorldEvent({ page: 1 })).toThrow(expect.objectContaining({ code: 'journal_broken' }));
  expect(() => readWorldEvent(null)).toThrow(expect.objectContaining({ code: 'journal_broken' }));
});

const element = (more: Partial<PageElement>): PageElement => ({
  ref: 'e1',
  role: 'button',
  label: '',
  states: [],
  bounds: [0, 0, 1, 1],
  actionable: true,
  takes: ['tap'],
  locators: [],
  identity: '["button","","",0]',
  ...more,
});

test.each<[DeviceAction, PageElement | null, string]>([
  [{ name: 'tap', ref: 'e1' }, element({ label: 'Wi-Fi', role: 'switch' }), 'tap "Wi-Fi" switch'],
  [{ name: 'tap', ref: 'e1' }, element({}), 'tap unnamed button e1'],
  [
    { name: 'type_text', ref: 'e1', text: 'say "abc"' },
    element({ label: 'Search', role: 'field' }),
    'type "say \\"abc\\"" into "Search" field',
  ],
  [
    { name: 'type_text', ref: 'e1', text: 'hunter22' },
    element({ label: 'Password', role: 'field', secret: true }),
    'type 8 characters into "Password" field',
  ],
  [{ name: 'scroll', direction: 'down' }, null, 'scroll down'],
  [{ name: 'scroll_to', text: 'Airplane mode' }, null, 'scroll to "Airplane mode"'],
  [{ name: 'open_app', app: 'Settings' }, null, 'open app "Settings"'],
  [{ name: 'back' }, null, 'go back'],
  [{ name: 'wait', seconds: 2 }, null, 'wait 2 s'],
])('an action in words: %j', (action, target, words) => {
  expect(describeAction(action, target)).toBe(words);
});

test('an action in words stays bounded', () => {
  expect(
    describeAction({ name: 'type_text', ref: 'e1', text: 'x'.repeat(9_000) }, element({ label: 'y'.repeat(300), role: 'field' })).length,
  ).toBeLessThan(200);
});

test('the world state says where we are', () => {
  const page = seen(screen(bar('Basket'), button('Pay', 300)));
  expect(worldStateOf(page)).toEqual({
    currentPage: 'Shop › Basket',
    app: 'com.example.shop',
    fingerprint: page.fingerprint,
    dialog: null,
    keyboard: 'unknown',
    loading: false,
    notes: [],
  });
});
