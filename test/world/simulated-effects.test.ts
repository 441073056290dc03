import { expect, test } from 'vitest';
import { firstDay } from '../../simulator/phone/first-day.ts';
import { happen, type Input } from '../../simulator/phone/machine.ts';
import { randomFrom } from '../../simulator/phone/random.ts';
import { describeAction } from '../../world/describe-action.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import { judgeAction } from '../../world/judge-action.ts';
import type { Page, PageElement } from '../../world/page.ts';
import { lookAt, shows } from './simulated-phone.ts';

interface Move {
  readonly action: DeviceAction;
  readonly target: PageElement | null;
  readonly input: Input;
}

const press = ({ bounds: [l, t, r, b] }: PageElement, ms: number): Input => {
  const point = { x: Math.round((Math.max(0, l) + Math.min(1080, r)) / 2), y: Math.round((Math.max(0, t) + Math.min(2400, b)) / 2) };
  return {
    kind: 'gesture',
    fingers: [
      [
        { ...point, t: 0 },
        { ...point, t: ms },
      ],
    ],
  };
};

const drag = (from: number, to: number): Input => ({
  kind: 'gesture',
  fingers: [
    [
      { x: 540, y: from, t: 0 },
      { x: 540, y: (from + to) / 2, t: 200 },
      { x: 540, y: to, t: 400 },
    ],
  ],
});

function randomMove(page: Page, random: () => number): Move {
  const elements = page.elements.filter((one) => one.actionable && one.covered === undefined);
  const any = elements[Math.floor(random() * elements.length)];
  const field = elements.find((one) => one.role === 'field');
  const dice = random();
  if (dice < 0.62 && any !== undefined) return { action: { name: 'tap', ref: any.ref }, target: any, input: press(any, 60) };
  if (dice < 0.66 && any !== undefined) return { action: { name: 'long_press', ref: any.ref }, target: any, input: press(any, 900) };
  if (dice < 0.75) return { action: { name: 'scroll', direction: 'down' }, target: null, input: drag(1600, 700) };
  if (dice < 0.82) return { action: { name: 'scroll', direction: 'up' }, target: null, input: drag(700, 1600) };
  if (dice < 0.88 && field !== undefined && page.keyboard === 'shown')
    return {
      action: { name: 'type_text', ref: field.ref, text: 'Zürich 12 😀' },
      target: field,
      input: { kind: 'text', text: 'Zürich 12 😀' },
    };
  if (dice < 0.92) return { action: { name: 'hide_keyboard' }, target: null, input: { kind: 'hide_keyboard' } };
  return dice < 0.95
    ? { action: { name: 'home' }, target: null, input: { kind: 'key', key: 'home' } }
    : { action: { name: 'back' }, target: null, input: { kind: 'key', key: 'back' } };
}

test('W9 of 1,000 random actions with lost ones the judged effect is what the phone itself shows, and a lost tap is never "changed"', {
  timeout: 60_000,
}, () => {
  const wrong: string[] = [];
  let lostButChanged = 0;
  for (const [seed, locale] of [
    [1, 'en-US'],
    [2, 'en-US'],
    [3, 'pt-BR'],
    [4, 'en-US'],
  ] as const) {
    const random = randomFrom(seed * 77);
    let phone = firstDay({ seed, labels: seed % 2, locale });
    let page = lookAt(phone, null);
    for (let i = 0; i < 250; i++) {
      const { action, target, input } = randomMove(page, random);
      const lost = random() < 0.15;
      const before = phone;
      const next = lost ? phone : happen(phone, input).phone;
      phone = { ...next, now: next.now + Math.floor(random() * 120_000) };
      const after = lookAt(phone, page);
      const { effect, observed } = judgeAction({ action, before: page, after, target, failure: null, landed: true });
      const changed = shows(before, before.now) !== shows(phone, before.now);
      if (effect !== (changed ? 'changed' : 'unchanged'))
        wrong.push(`${describeAction(action, target)} on ${page.name}: ${effect}, ${observed}`);
      if (lost && effect === 'changed') lostButChanged++;
      page = after;
    }
  }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(10);
  expect(lostButChanged).toBe(0);
});
