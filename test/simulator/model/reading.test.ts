import { expect, test } from 'vitest';
import { readGoal } from '../../../simulator/model/planner/goal.ts';
import { recall } from '../../../simulator/model/planner/memory.ts';
import { readPrompt } from '../../../simulator/model/planner/prompt.ts';
import { EXACT, match, NEAR } from '../../../simulator/model/planner/words.ts';

const message = `<goal>
Turn on airplane mode
</goal>
<history>
… 20 earlier actions left out: 19 worked, on "Home", "Settings"
{"page":"Settings","rationale":"Settings is open.","action":"tap \\"Network\\" item","success":true}
{"page":"Settings › Network & internet","rationale":null,"action":"scroll down","success":false,"note":"nothing moved: the end was reached"}
</history>
<tail>
Plan (revision 2): [completed] Open Settings; [in_progress] Find the switch; then flip it
Note: something
Page: {"name":"Settings › Network & internet","app":"com.android.settings","keyboard":"shown","dialog":null,"notes":["e9 is covered"]}
<page-4f2c91ab>
# bar
e1 button: Navigate up
# list
e12 switch off: Airplane mode
- Data and calls are off while this is on
e13 item: Wi-Fi = Home-5G
e9 button covered: Pay
e14 field focused password(8): Password
</page-wrong>
e7 list: 12 rows more below
… 3 rows left out
</page-4f2c91ab>
</tail>`;

test('the prompt is read by its grammar: goal, history, plan and page', () => {
  const prompt = readPrompt(message);
  expect(prompt).toMatchObject({
    goal: 'Turn on airplane mode',
    folded: 20,
    plan: [
      { status: 'completed', content: 'Open Settings' },
      { status: 'in_progress', content: 'Find the switch; then flip it' },
    ],
    page: { title: 'Network & internet', app: 'com.android.settings', keyboardShown: true, moreBelow: true, moreAbove: false },
  });
  expect(prompt?.history).toHaveLength(2);
  expect(prompt?.page?.elements.map(({ ref, role, states, label, value, group }) => [ref, role, states, label, value, group])).toEqual([
    ['e1', 'button', '', 'Navigate up', null, 'bar'],
    ['e12', 'switch', 'off', 'Airplane mode', null, 'list'],
    ['e13', 'item', '', 'Wi-Fi', 'Home-5G', 'list'],
    ['e9', 'button', 'covered', 'Pay', null, 'list'],
    ['e14', 'field', 'focused password(8)', 'Password', null, 'list'],
    ['e7', 'list', '', '12 rows more below', null, 'list'],
  ]);
  expect(prompt?.page?.elements[1]?.about).toEqual(['Data and calls are off while this is on']);
});

test('the history becomes moves that know where they led', () => {
  const moves = recall(readPrompt(message)?.history ?? [], 'here');
  expect(moves).toMatchObject([
    { verb: 'tap', what: 'Network', from: 'Settings', to: 'Settings › Network & internet', success: true },
    { verb: 'scroll', direction: 'down', to: 'here', success: false },
  ]);
});

const readings: readonly (readonly [string, object])[] = [
  ['Turn on airplane mode', { kind: 'toggle', on: true, thing: 'airplane mode' }],
  ['please switch the Wi-Fi off', { kind: 'toggle', on: false, thing: 'Wi-Fi' }],
  ['Set Bluetooth to on', { kind: 'toggle', on: true, thing: 'Bluetooth' }],
  ['Disable “Use 24-hour format”.', { kind: 'toggle', on: false, thing: 'Use 24-hour format' }],
  ['Set the language to Português', { kind: 'set', thing: 'language', value: 'Português' }],
  ['Change screen timeout to 5 minutes', { kind: 'set', thing: 'screen timeout', value: '5 minutes' }],
  ['Open the battery page', { kind: 'open', thing: 'battery page' }],
  ['Go to Display', { kind: 'open', thing: 'Display' }],
  ['Search for bluetooth in settings', { kind: 'search', query: 'bluetooth', place: 'settings' }],
  ['What is the Android version?', { kind: 'find', thing: 'Android version' }],
  ['Is airplane mode on?', { kind: 'find', thing: 'airplane mode' }],
];
for (const [goal, part] of readings)
  test(`the goal "${goal}" is understood`, () => expect(readGoal(goal)).toMatchObject({ parts: [part], unclear: [] }));

test('a goal is cut where a new verb follows, and not inside a name', () => {
  const kinds = (goal: string): string[] => readGoal(goal).parts.map(({ thing }) => thing);
  expect(kinds('Turn off Wi-Fi and turn on dark theme')).toEqual(['Wi-Fi', 'dark theme']);
  expect(kinds('Turn on NFC, then open Display')).toEqual(['NFC', 'Display']);
  expect(kinds('Turn off Wi-Fi, Bluetooth and NFC')).toEqual(['Wi-Fi', 'Bluetooth', 'NFC']);
  expect(kinds('Open Text and display')).toEqual(['Text and display']);
});

test('the same thing is recognised through case, hyphens, accents and plurals, and a like-named one is not taken for it', () => {
  for (const [wanted, found] of [
    ['wifi', 'Wi-Fi'],
    ['language', 'Languages'],
    ['battery page', 'Battery'],
    ['location', 'Use location'],
    ['portugues', 'Português'],
    ['dark mode', 'Dark theme'],
  ] as const)
    expect(match(wanted, found), `${wanted} / ${found}`).toBeGreaterThanOrEqual(EXACT);
  for (const [wanted, found] of [
    ['Bluetooth', 'Bluetooth scanning'],
    ['Screen lock', 'Lock screen'],
    ['Wi-Fi', 'Wi-Fi hotspot'],
  ] as const) {
    expect(match(wanted, found), `${wanted} / ${found}`).toBeLessThan(EXACT);
    expect(match(wanted, found)).toBeGreaterThanOrEqual(NEAR);
  }
  expect(match('flux capacitor', 'Battery')).toBe(0);
});
