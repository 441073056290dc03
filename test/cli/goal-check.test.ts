import { expect, test } from 'vitest';
import { judgeGoal, readGoal } from '../../cli/goal-check.ts';

const facts = {
  settings: {
    airplane_mode: { label: 'Airplane mode', value: false },
    wifi: { label: 'Wi-Fi', value: false },
    language: { label: 'System language', value: 'Português' },
  },
  foreground: { app: 'com.android.settings', label: 'Settings', page: 'Battery' },
};

test.each([
  ['Turn on airplane mode', [{ kind: 'switch', label: 'airplane mode', on: true }]],
  ['turn Wi-Fi off', [{ kind: 'switch', label: 'Wi-Fi', on: false }]],
  ['Set the language to Português', [{ kind: 'value', label: 'language', value: 'Português' }]],
  [
    'Turn off Wi-Fi and turn on dark theme',
    [
      { kind: 'switch', label: 'Wi-Fi', on: false },
      { kind: 'switch', label: 'dark theme', on: true },
    ],
  ],
  ['Open the battery page', [{ kind: 'open', label: 'battery' }]],
])('%s is read as a check of the state', (goal, checks) => {
  expect(readGoal(goal)).toEqual(checks);
});

test('a goal of another family is not read at all', () => {
  expect(readGoal('Order a pizza')).toBeNull();
});

test.each([
  ['Turn off Wi-Fi', true],
  ['Turn on airplane mode', false],
  ['Set the language to Portugues', true],
  ['Open battery', true],
  ['Turn on the flux capacitor', null],
])('%s is judged %s from what the phone says', (goal, passed) => {
  expect(judgeGoal(readGoal(goal) ?? [], facts).passed).toBe(passed);
});
