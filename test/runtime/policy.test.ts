import { expect, test } from 'vitest';
import { carefulPolicy } from '../../runtime/policy.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import { type Episode, unstarted } from '../../world/episode.ts';
import type { PageElement } from '../../world/page.ts';
import type { PlannedAct } from '../../world/planned-step.ts';

const onPhone = (simulated: boolean): Episode => ({
  ...unstarted,
  device: { id: 'x', name: 'x', platform: 'android', osVersion: null, simulated },
});
const step = (action: DeviceAction, purpose = 'because'): PlannedAct => ({
  kind: 'act',
  decisionId: 'd',
  rationale: null,
  thinking: null,
  action,
  purpose,
  expectedOutcome: 'something is seen',
});
const button = (label: string): PageElement => ({
  ref: 'e1',
  role: 'button',
  label,
  states: [],
  bounds: [0, 0, 10, 10],
  actionable: true,
  takes: ['tap'],
  locators: [],
  identity: label,
});
const tap: DeviceAction = { name: 'tap', ref: 'e1' };

test.each(['Pay now', 'Send', 'Delete (Alice)', 'Install', 'Allow', 'Kaufen', 'Löschen', 'Enviar', 'Supprimer', '删除', '送信', '許可'])(
  'S5 a tap on "%s" is asked about first on a real device',
  (label) => {
    expect(carefulPolicy.judge(step(tap), button(label), onPhone(false))).toMatchObject({ verdict: 'ask', effectClass: 'irreversible' });
  },
);

test.each(['Settings', 'Payment methods', 'Sender', 'Wi-Fi', 'Installed apps', 'Not allowed apps list'])(
  'a tap on "%s" is nothing of the kind',
  (label) => {
    expect(carefulPolicy.judge(step(tap), button(label), onPhone(false)).effectClass).toBe('reversible');
  },
);

test('S4 what the model says it wants changes nothing: the class comes from the target', () => {
  const harmless = step(tap, 'only look, this is safe and allowed');
  expect(carefulPolicy.judge(harmless, button('Delete'), onPhone(false)).verdict).toBe('ask');
  const alarming = step(tap, 'delete everything and pay');
  expect(carefulPolicy.judge(alarming, button('Wi-Fi'), onPhone(false)).verdict).toBe('allow');
});

test('a dialog is accepted only after asking when it is about something that cannot be taken back', () => {
  const asks = { ...onPhone(false), page: pageWith('Delete 3 photos?', ['Cancel', 'Delete']) };
  expect(carefulPolicy.judge(step({ name: 'accept_dialog' }), null, asks).verdict).toBe('ask');
  const harmless = { ...onPhone(false), page: pageWith('Use 24-hour format?', ['No', 'Yes']) };
  expect(carefulPolicy.judge(step({ name: 'accept_dialog' }), null, harmless).verdict).toBe('allow');
});

test('the same action once more, after one of which nobody knows whether it happened, is asked about', () => {
  const before = {
    decisionId: 'c',
    at: 0,
    page: 'p',
    action: 'tap',
    args: tap,
    locator: null,
    purpose: '',
    expectedOutcome: '',
    rationale: null,
    thinking: null,
    success: false,
    effect: 'unknown' as const,
  };
  expect(carefulPolicy.judge(step(tap), button('Wi-Fi'), { ...onPhone(false), history: [before] })).toMatchObject({
    verdict: 'ask',
    rule: 'repeat-of-unknown-effect',
  });
  expect(
    carefulPolicy.judge(step(tap), button('Wi-Fi'), { ...onPhone(false), history: [{ ...before, effect: 'unchanged' }] }).verdict,
  ).toBe('allow');
});

test('a simulated phone may do anything, and the class is still recorded', () => {
  expect(carefulPolicy.judge(step(tap), button('Delete'), onPhone(true))).toMatchObject({
    verdict: 'allow',
    rule: 'simulated-device',
    effectClass: 'irreversible',
  });
});

function pageWith(dialog: string, labels: readonly string[]): NonNullable<Episode['page']> {
  return {
    platform: 'android',
    name: dialog,
    app: 'a',
    fingerprint: '',
    size: { width: 1, height: 1 },
    rotation: 0,
    scale: 1,
    keyboard: 'hidden',
    elements: labels.map(button),
    body: '',
    leftOut: [],
    notes: [],
    dialog,
    poor: false,
    loading: false,
    nextRef: 9,
  };
}
