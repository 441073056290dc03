import { expect, test } from 'vitest';
import { judgeGoal, readGoal } from '../../cli/goal-check.ts';

const setting = (label: string, value: boolean | string | number, display: string, path: string[]) => ({ label, value, display, path });
const facts = {
  settings: {
    airplane_mode: setting('Airplane mode', false, 'Off', ['Network & internet', 'Airplane mode']),
    wifi: setting('Wi-Fi', false, 'Off', ['Network & internet', 'Internet', 'Wi-Fi']),
    language: setting('Idiomas', 'pt', 'Português', ['Sistema', 'Idiomas']),
    screen_timeout: { ...setting('Screen timeout', 300, '5 minutes', ['Display']), options: [{ value: 300, label: '5 minutes' }] },
    brightness: { ...setting('Brightness level', 50, '50', ['Display']), max: 200 },
  },
  foreground: { app: 'settings', label: 'Settings' },
  page: { title: 'Battery' },
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
  ['Set the screen timeout to 5 minutes', true],
  ['Set the screen timeout to 10 minutes', false],
  ['Set the brightness level to 25%', true],
  ['Turn on the flux capacitor', null],
])('%s is judged %s from what the phone says', (goal, passed) => {
  expect(judgeGoal(readGoal(goal) ?? [], facts).passed).toBe(passed);
});
