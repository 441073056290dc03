import { expect, test } from 'vitest';
import { drive, type Ended, type FakePage, FakePhone, tools } from './fake-phone.ts';

const languages = [
  'Afrikaans',
  'Català',
  'Čeština',
  'Dansk',
  'Deutsch',
  'Eesti',
  'English',
  'Español',
  'Français',
  'Gaeilge',
  'Italiano',
  'Magyar',
  'Nederlands',
  'Polski',
  'Português (Brasil)',
  'Português (Portugal)',
  'Română',
  'Suomi',
];

/** The same phone in whatever words; `w` gives each its own. */
function phoneIn(w: (word: string) => string, withSearch = true): FakePhone {
  const settings = 'com.android.settings';
  const page = (title: string, rows: FakePage['rows']): FakePage => ({ title: w(title), app: settings, up: 'Navigate up', rows });
  const pages: Record<string, FakePage> = {
    home: {
      title: 'Home',
      app: 'com.example.launcher',
      launcher: true,
      rows: [
        { label: w('Camera'), to: 'camera' },
        { label: w('Settings'), to: 'settings' },
      ],
    },
    camera: { title: w('Camera'), app: 'com.example.camera', rows: [{ label: w('Flash'), toggle: 'flash' }] },
    settings: {
      title: w('Settings'),
      app: settings,
      ...(withSearch ? { search: 'Search here' } : {}),
      rows: [
        { label: w('Network'), value: w('Radio things'), to: 'network' },
        { label: w('Devices'), to: 'devices' },
        { label: w('Apps'), to: 'apps' },
        { label: w('Display'), value: w('Dark theme'), to: 'display' },
        { label: w('Sound'), to: 'sound' },
        { label: w('Battery'), to: 'battery' },
        { label: w('Privacy'), to: 'privacy' },
        { label: w('Security'), to: 'security' },
        { label: w('Location'), to: 'location' },
        { label: w('System'), to: 'system' },
      ],
    },
    network: page('Network', [
      { label: w('Airplane mode'), toggle: 'airplane' },
      { label: w('Wi-Fi'), toggle: 'wifi' },
      { label: w('Mobile data'), toggle: 'data' },
    ]),
    devices: page('Devices', [
      { label: w('Bluetooth'), toggle: 'bluetooth' },
      { label: w('Printing'), to: 'printing' },
    ]),
    printing: page('Printing', [{ label: w('Print service'), toggle: 'print' }]),
    apps: page('Apps', [{ label: w('All apps'), to: 'allapps' }]),
    allapps: page('All apps', [{ label: w('Camera'), role: 'item' }]),
    display: page('Display', [
      { label: w('Dark theme'), toggle: 'dark' },
      { label: w('Screen timeout'), shows: 'timeout', value: '30 seconds', to: 'timeout' },
    ]),
    timeout: page(
      'Screen timeout',
      ['30 seconds', '1 minute', '5 minutes', '15 minutes'].map((label) => ({ label, choose: { key: 'timeout' } })),
    ),
    sound: page('Sound', [{ label: w('Vibrate'), toggle: 'vibrate' }]),
    battery: page('Battery', [
      { label: w('Battery saver'), to: 'saver' },
      { label: w('Level'), value: '81 %', role: 'item' },
    ]),
    saver: page('Battery saver', [{ label: `Use ${w('Battery saver')}`, toggle: 'saver' }]),
    privacy: page('Privacy', [{ label: w('Microphone access'), toggle: 'mic' }]),
    security: page('Security', [{ label: w('Screen lock'), to: 'lock' }]),
    lock: page('Screen lock', [{ label: 'None', choose: { key: 'lock' } }]),
    location: page('Location', [
      { label: `Use ${w('Location')}`, toggle: 'location' },
      { label: w('Location scanning'), toggle: 'scanning' },
    ]),
    system: page('System', [
      { label: w('Languages'), to: 'languages' },
      { label: w('Reset options'), to: 'reset' },
      { label: w('Phone name'), shows: 'name', to: 'name' },
    ]),
    reset: page('Reset options', [{ label: 'Erase all data', choose: { key: 'erased', ask: 'Erase everything?' } }]),
    name: page('Phone name', [
      { label: w('Phone name'), field: 'typed' },
      { label: 'Save', choose: { key: 'saved' }, role: 'button' },
    ]),
    languages: page(
      'Languages',
      languages.map((label) => ({ label, choose: { key: 'language', ask: `Change the language to ${label}?` } })),
    ),
  };
  const phone = new FakePhone(pages);
  phone.state.wifi = 'on';
  return phone;
}

const plain = (word: string): string => word;
/** Every word becomes another that means nothing, the same each time. */
const nonsense = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    let sum = 7;
    for (const letter of word.toLowerCase()) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
    const syllables = ['ba', 'ke', 'zo', 'mi', 'ru', 'ta', 'lo', 'ne', 'vi', 'pu', 'sha', 'dri', 'gol'];
    const made = [0, 1, 2, 3].map((i) => syllables[Math.floor(sum / 13 ** i) % 13] ?? '').join('');
    return made;
  });

const goals: readonly (readonly [string, (w: (word: string) => string) => string, Record<string, string>])[] = [
  ['turn on a switch', (w) => `Turn on ${w('Airplane mode')}`, { airplane: 'on' }],
  ['set the language', (w) => `Set the ${w('Languages')} to Português`, { language: 'Português (Brasil)' }],
  ['two parts', (w) => `Turn off ${w('Wi-Fi')} and turn on ${w('Dark theme')}`, { wifi: 'off', dark: 'on' }],
  ['set a value', (w) => `Set the ${w('Screen timeout')} to 5 minutes`, { timeout: '5 minutes' }],
  ['a main switch', (w) => `Turn on ${w('Location')}`, { location: 'on' }],
  ['a switch on a page of its own', (w) => `Enable ${w('Battery saver')}`, { saver: 'on' }],
];

for (const [title, goal, wanted] of goals) {
  for (const [words, w] of [
    ['plain', plain],
    ['nonsense', nonsense],
  ] as const) {
    for (const search of [true, false]) {
      test(`the planner finds its way: ${title}, ${words} words, ${search ? 'with' : 'without'} a search`, () => {
        const phone = phoneIn(w, search);
        const ended = drive(phone, goal(w));
        expect(ended, JSON.stringify(ended, null, 1)).toMatchObject({ outcome: 'achieved' });
        expect(phone.state).toMatchObject(wanted);
        expect(ended.steps).toBeLessThanOrEqual(search ? 16 : 48);
      });
    }
  }
}

test('nothing is done when the state asked for is already there', () => {
  const phone = phoneIn(plain);
  phone.state.airplane = 'on';
  const ended = drive(phone, 'Turn on airplane mode');
  expect(ended.outcome).toBe('achieved');
  expect(phone.state.airplane).toBe('on');
  expect(ended.actions.filter((action) => action.includes('Airplane'))).toHaveLength(1); // the search result, not the switch
});

test('a page is opened, a search is made, a fact is found', () => {
  expect(drive(phoneIn(plain), 'Open the battery page')).toMatchObject({ outcome: 'achieved' });
  const searched = drive(phoneIn(plain), 'Search for bluetooth in settings');
  expect(searched.outcome).toBe('achieved');
  expect(searched.actions.at(-1)).toContain('bluetooth');
  expect(drive(phoneIn(plain), 'What is the level?')).toMatchObject({ outcome: 'achieved', result: '81 %' });
});

test('a goal that cannot be reached ends as failed, in words, within forty steps, and nothing was changed', () => {
  for (const [w, search] of [
    [plain, true],
    [nonsense, true],
    [plain, false],
  ] as const) {
    const phone = phoneIn(w, search);
    const before = JSON.stringify(phone.state);
    const ended = drive(phone, 'Turn on the flux capacitor');
    expect(ended.outcome).toBe('failed');
    expect(ended.result).toContain('flux capacitor');
    expect(ended.steps).toBeLessThanOrEqual(search ? 40 : 48);
    expect(JSON.stringify(phone.state)).toBe(before);
  }
});

test('a goal in words the planner does not know ends at once and says so', () => {
  const ended = drive(phoneIn(plain), 'Frobnicate the whatsit');
  expect(ended).toMatchObject({ outcome: 'failed', steps: 0 });
  expect(ended.result).toContain('I do not understand "Frobnicate the whatsit"');
});

test('P24 a goal of two parts is planned first, and the plan is kept up to date and no more', () => {
  const ended = drive(phoneIn(plain), 'Turn off Wi-Fi and turn on dark theme');
  expect(ended.plans).toBe(3);
  const without = drive(phoneIn(plain), 'Turn off Wi-Fi and turn on dark theme', tools('write_todos'));
  expect(without).toMatchObject({ outcome: 'achieved', plans: 0 });
});

test('P41 the first rationale is intent only; later ones judge the last step, then say the intent', () => {
  const ended: Ended = drive(phoneIn(plain), 'Turn on airplane mode');
  expect(ended.rationales[0]).toMatch(/^I /);
  for (const rationale of ended.rationales.slice(1)) {
    expect(rationale.length).toBeLessThanOrEqual(280);
    expect(rationale).not.toMatch(/^I /);
  }
});

test('only tools on offer are used', () => {
  const ended = drive(phoneIn(plain), 'Turn on airplane mode', tools('scroll_to', 'open_app', 'write_todos', 'hide_keyboard', 'ask_user'));
  expect(ended.outcome).toBe('achieved');
});

test('the same request gives the same decision', () => {
  expect(drive(phoneIn(nonsense), `Turn on ${nonsense('Dark theme')}`)).toEqual(
    drive(phoneIn(nonsense), `Turn on ${nonsense('Dark theme')}`),
  );
});
