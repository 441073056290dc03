import { expect, test } from 'vitest';
import type { DeviceAction } from '../../world/device-action.ts';
import type { Expect } from '../../world/expectation.ts';
import { judgeAction } from '../../world/judge-action.ts';
import type { Page } from '../../world/page.ts';
import { bar, button, list, node, row, screen, seen, text } from './android-source.ts';

const switchRow = (on: boolean): string =>
  screen(
    bar('Network'),
    list(row('Wi-Fi', 300, node('Switch', [900, 300, 1040, 390], { checkable: true, checked: on })), row('Bluetooth', 500)),
  );
const off = seen(switchRow(false));
const on = seen(switchRow(true), off);
const same = seen(switchRow(false), off);
const tap: DeviceAction = { name: 'tap', ref: 'e1' };

const judged = (
  before: Page | null,
  after: Parameters<typeof judgeAction>[0]['after'],
  more: Partial<Parameters<typeof judgeAction>[0]> = {},
) => judgeAction({ action: tap, before, after, target: null, failure: null, landed: true, ...more });

test('W9 the effect is judged from the page: a driver that says ok changes nothing', () => {
  expect(judged(off, on)).toMatchObject({
    success: true,
    effect: 'changed',
    judgedBy: 'effect',
    observed: expect.stringContaining('"Wi-Fi" switch: off → on'),
  });
  expect(judged(off, same)).toMatchObject({ success: false, effect: 'unchanged', note: 'nothing changed' });
});

test('P44 a failure of the driver is no success, whatever the page shows', () => {
  const failure = { code: 'element_gone', message: 'the element is gone' };
  expect(judged(off, on, { failure })).toMatchObject({
    success: false,
    effect: 'changed',
    judgedBy: 'driver',
    note: 'the element is gone',
  });
});

test('P44 an unknown effect is no success: no page before, no page after, a stale page', () => {
  expect(judged(null, on)).toMatchObject({ success: false, effect: 'unknown', judgedBy: 'effect' });
  expect(judged(off, { unreadable: 'source_empty' })).toMatchObject({ success: false, effect: 'unknown', judgedBy: 'unreadable' });
  const stale = seen(switchRow(true), off, { focusedApp: 'com.example.bank' });
  expect(judged(off, stale)).toMatchObject({ success: false, effect: 'unknown', judgedBy: 'unreadable' });
});

test.each<[string, Expect, boolean]>([
  ['a text that is there', [{ kind: 'text_visible', text: 'bluetooth' }], true],
  ['a text that is not there', [{ kind: 'text_visible', text: 'Airplane mode' }], false],
  ['a text that is gone', [{ kind: 'text_gone', text: 'Airplane mode' }], true],
  ['a text that is still there', [{ kind: 'text_gone', text: 'Wi-Fi' }], false],
  ['the page', [{ kind: 'page_is', name: 'Network' }], true],
  ['the page by its whole name', [{ kind: 'page_is', name: 'Shop › Network' }], true],
  ['another page', [{ kind: 'page_is', name: 'Sound' }], false],
  ['the state', [{ kind: 'element_state', label: 'Wi-Fi', state: 'on' }], true],
  ['the state in another word', [{ kind: 'element_state', label: 'Wi-Fi', state: 'checked' }], true],
  ['the wrong state', [{ kind: 'element_state', label: 'Wi-Fi', state: 'off' }], false],
  [
    'all of several',
    [
      { kind: 'page_is', name: 'Network' },
      { kind: 'element_state', label: 'Wi-Fi', state: 'on' },
    ],
    true,
  ],
  [
    'one of several that does not hold',
    [
      { kind: 'page_is', name: 'Network' },
      { kind: 'text_visible', text: 'nothing of it' },
    ],
    false,
  ],
])('P44 the page is checked against what was expected: %s', (_what, expected, success) => {
  expect(judged(off, on, { expect: expected })).toMatchObject({ success, judgedBy: 'expect' });
});

test('P44 an expectation that held before already does not make an action without effect a success', () => {
  expect(judged(off, same, { expect: [{ kind: 'text_visible', text: 'Wi-Fi' }] })).toMatchObject({
    success: false,
    effect: 'unchanged',
    judgedBy: 'effect',
  });
});

test('P44 not found on a page that may be incomplete is not "not there"', () => {
  const partial: Page = { ...on, notes: ['the page may be incomplete: the source stops at depth 50'] };
  expect(judged(off, partial, { expect: [{ kind: 'text_gone', text: 'Airplane mode' }] })).toMatchObject({
    success: true,
    judgedBy: 'effect',
  });
});

test('W9 a scroll that moved nothing says whether the end was reached', () => {
  const scroll: DeviceAction = { name: 'scroll', direction: 'down' };
  expect(judged(off, same, { action: scroll })).toMatchObject({ success: false, note: 'nothing moved: the end was reached' });
  expect(judged(off, same, { action: scroll, landed: null })).toMatchObject({
    note: 'nothing moved; whether the action arrived is not known',
  });
  expect(judged(off, { ...same, loading: true }, { action: scroll })).toMatchObject({ note: 'nothing moved; the page is still loading' });
  const more = { leftOut: ['12 rows of a list below'] };
  expect(judged({ ...off, ...more }, { ...same, ...more }, { action: scroll })).toMatchObject({
    note: 'nothing moved, though there are 12 rows of a list below',
  });
});

test('W9 clocks, battery and progress are no effect', () => {
  const at = (time: string, share: string, done: string): string =>
    screen(
      text(time, 10),
      text(share, 80),
      text(done, 160),
      text('Downloading 12 MB of 40 MB', 300),
      node('ProgressBar', [0, 400, 900, 420], { text: share }),
    );
  const before = seen(at('12:41', '80 %', '3 min ago'));
  const after = seen(at('12:42', '79 %', '4 min ago'), before);
  expect(judged(before, after)).toMatchObject({ effect: 'unchanged', observed: 'nothing changed' });
});

test('W9 a counter alone is an effect only where it stands with what was touched', () => {
  const stepper = (count: number, other: number): string =>
    screen(text(`${count}`, 300), button('More', 300), text(`Visitors ${other}`, 1500));
  const before = seen(stepper(1, 10));
  const target = before.elements.find((one) => one.label === 'More') ?? null;
  expect(judged(before, seen(stepper(2, 10), before), { target })).toMatchObject({ effect: 'changed' });
  expect(judged(before, seen(stepper(1, 11), before), { target })).toMatchObject({ effect: 'unknown', success: false });
});

test('W9 typed text counts when it stands in its field, not when something moved', () => {
  const field = (value: string): string =>
    screen(bar('Mail'), node('EditText', [0, 300, 900, 400], { hint: 'To', text: value, 'resource-id': 'a:id/to' }), text('Draft', 600));
  const before = seen(field(''));
  const target = before.elements.find((one) => one.role === 'field') ?? null;
  const action: DeviceAction = { name: 'type_text', ref: target?.ref ?? 'e1', text: 'abcdefgh@example.com' };
  expect(judged(before, seen(field('abcdefgh@example.com'), before), { action, target })).toMatchObject({
    success: true,
    effect: 'changed',
  });
  expect(judged(before, seen(field('abdfh@example.com'), before), { action, target })).toMatchObject({
    success: false,
    effect: 'changed',
    note: 'the field holds "abdfh@example.com"',
  });
  const full = seen(field('abcdefgh@example.com'));
  expect(
    judged(full, seen(field('abcdefgh@example.com'), full), {
      action: { ...action, ref: 'e4' },
      target: full.elements.find((one) => one.role === 'field') ?? null,
    }),
  ).toMatchObject({ effect: 'unchanged' });
});

test('a wait is done when nothing failed, and loading is told from done', () => {
  const wait: DeviceAction = { name: 'wait', seconds: 1 };
  expect(judged(off, same, { action: wait })).toMatchObject({ success: true, effect: 'unchanged' });
  expect(judged(off, { ...same, loading: true }, { action: wait, expect: [{ kind: 'text_visible', text: 'Results' }] })).toMatchObject({
    success: false,
    judgedBy: 'expect',
    note: expect.stringContaining('still loading'),
  });
});

test('an app that is in front already is opened', () => {
  expect(judged(off, same, { action: { name: 'open_app', app: 'Shop' } })).toMatchObject({ success: true, effect: 'unchanged' });
});

test('what was observed quotes the screen as JSON strings and stays within bounds', () => {
  const long = `say "hi"\n${'x'.repeat(500)}`;
  const after = seen(screen(bar('Network'), list(row('Wi-Fi', 300), row(long, 500))), off);
  const { observed } = judged(off, after);
  expect(observed.length).toBeLessThanOrEqual(240);
  expect(observed).toContain('"say \\"hi\\" xxx');
});
