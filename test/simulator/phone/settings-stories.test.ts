import { expect, test } from 'vitest';
import { keyboardTop } from '../../../simulator/phone/android/metrics.ts';
import { windowsOf } from '../../../simulator/phone/android/windows.ts';
import { languages } from '../../../simulator/phone/apps/settings/languages.ts';
import { Hand } from './hand.ts';

test('airplane mode is found two pages deep, and takes Wi-Fi with it', () => {
  const hand = new Hand().tap('Settings').tap('Network & internet').tap('Airplane mode');
  expect(hand.phone.settings).toMatchObject({ airplane_mode: true, wifi: false });
  expect(hand.node('Airplane mode')).toBeDefined();
});

test('a disabled switch does nothing', () => {
  const hand = new Hand({ settings: { airplane_mode: true, wifi: false } })
    .launch('settings')
    .tap('Network & internet')
    .tap('Internet')
    .tap('Mobile data');
  expect(hand.phone.settings.mobile_data).toBe(true);
  expect(hand.hit?.acted).toBe(false);
});

test('a list shows only the rows in sight, scrolls as far as the finger, and stops at its end', () => {
  const hand = new Hand().launch('settings');
  expect(hand.texts).not.toContain('About phone');
  hand.drag([540, 2000], [540, 1500]);
  expect(hand.phone.scroll['settings/root']).toBe(500);
  hand.drag([540, 2000], [540, 100]).drag([540, 2000], [540, 100]);
  const end = hand.phone.scroll['settings/root'];
  expect(hand.texts).toContain('About phone');
  hand.drag([540, 2000], [540, 100]);
  expect(hand.phone.scroll['settings/root']).toBe(end);
  expect(hand.hit?.acted).toBe(false);
});

test('a tap on what the keyboard covers presses the key', () => {
  const hand = new Hand().launch('settings').tap('Network & internet').tap('Hotspot & tethering').tap('Hotspot password');
  hand.tap('Password');
  const save = hand.node('Save');
  expect(save.bounds[1]).toBeGreaterThan(keyboardTop);
  expect(windowsOf(hand.phone).at(-1)?.kind).toBe('keyboard');
  hand.tap('Save');
  expect(hand.hit).toMatchObject({ window: 'keyboard' });
  expect(hand.phone.settings.hotspot_password).toBe('');
  hand.key('back');
  expect(windowsOf(hand.phone).some(({ kind }) => kind === 'keyboard')).toBe(false);
  expect(hand.node('Save')).toBeDefined();
});

test('where the page makes room for the keyboard its list ends above it', () => {
  const hand = new Hand().launch('settings').tap('Search settings').type('a');
  const list = hand.nodes.find(({ cls }) => cls.endsWith('RecyclerView'));
  expect(list?.bounds[3]).toBe(keyboardTop);
});

test('a password is dots in the tree and its length is all that shows', () => {
  const hand = new Hand()
    .launch('settings')
    .tap('Network & internet')
    .tap('Hotspot & tethering')
    .tap('Hotspot password')
    .tap('Password')
    .type('s3cret-pass');
  expect(hand.source).not.toContain('s3cret');
  expect(hand.nodes.find(({ password }) => password)?.text).toBe('•••••••••••');
  hand.do({ kind: 'hide_keyboard' }).tap('Save');
  expect(hand.phone.settings.hotspot_password).toBe('s3cret-pass');
});

test('typing on the keyboard’s own keys writes into the field', () => {
  const hand = new Hand().launch('settings').tap('Search settings');
  const keys = (name: string) => {
    const keyboard = windowsOf(hand.phone).find(({ kind }) => kind === 'keyboard');
    return keyboard?.root.children[0]?.children.find(({ text }) => text === name)?.bounds ?? [0, 0, 0, 0];
  };
  for (const letter of 'dark') {
    const [left, top, right, bottom] = keys(letter);
    hand.at((left + right) / 2, (top + bottom) / 2);
  }
  expect(hand.texts).toContain('Dark theme');
  hand.tap('Dark theme');
  expect(hand.texts).toContain('Screen timeout');
});

test('a language asks before it changes, and Portuguese speaks Portuguese', () => {
  const hand = new Hand().launch('settings');
  hand.drag([540, 2000], [540, 100]).tap('System').tap('Languages & input').tap('Languages');
  expect(hand.texts).not.toContain('Português');
  for (let i = 0; i < 20 && !hand.texts.includes('Português'); i++) hand.drag([540, 2100], [540, 400]);
  hand.tap('Português');
  expect(hand.texts).toContain('Change the system language to Português?');
  hand.tap('Cancel');
  expect(hand.phone.locale).toBe('en');
  hand.tap('Português').tap('Change');
  expect(hand.phone.locale).toBe('pt');
  expect(hand.texts).toContain('Idiomas');
  hand.key('back').key('back').key('back');
  expect(hand.texts).toContain('Sistema');
  expect(languages).toHaveLength(200);
});

test('a dialog is the page source’s only window, and a touch beside it closes it', () => {
  const hand = new Hand().launch('settings').drag([540, 1500], [540, 1300]).tap('Display').tap('Screen timeout');
  expect(hand.texts).toContain('5 minutes');
  expect(hand.texts).not.toContain('Dark theme');
  hand.at(540, 120);
  expect(hand.texts).toContain('Dark theme');
  hand.tap('Screen timeout').tap('5 minutes');
  expect(hand.phone.settings.screen_timeout).toBe('5m');
});

test('an app asks for a permission on its first start; Back and home do not answer it', () => {
  const hand = new Hand().launch('weather');
  expect(hand.source).toContain('package="com.google.android.permissioncontroller"');
  hand.key('back');
  expect(hand.phone.question).not.toBeNull();
  hand.tap('Don’t allow');
  expect(hand.phone.permissions['weather.location']).toBe('denied');
  hand.key('home').launch('weather');
  expect(hand.phone.question).toBeNull();
});

test('a slider goes where it is touched', () => {
  const hand = new Hand().launch('settings').drag([540, 1500], [540, 1300]).tap('Display');
  const slider = hand.nodes.find(({ cls }) => cls.endsWith('SeekBar'));
  const [left, top, right, bottom] = slider?.bounds ?? [0, 0, 0, 0];
  hand.at(left + (right - left) * 0.8, (top + bottom) / 2);
  expect(hand.phone.settings.brightness).toBe(80);
  hand.drag([left + (right - left) * 0.8, (top + bottom) / 2], [right + 50, (top + bottom) / 2 + 5]);
  expect(hand.phone.settings.brightness).toBe(100);
});

test('Back goes one page up, from the first page home, and an app is found again where it was left', () => {
  const hand = new Hand().launch('settings').tap('Network & internet').tap('Internet');
  hand.key('home');
  expect(hand.phone.foreground).toBe('launcher');
  hand.launch('settings');
  expect(hand.texts).toContain('Mobile data');
  hand.key('back').key('back').key('back');
  expect(hand.phone.foreground).toBe('launcher');
});

test('the app drawer is pulled up, searched, and closed by pulling down', () => {
  const hand = new Hand().drag([540, 1200], [540, 500]);
  expect(hand.texts).toContain('Search apps');
  hand.tap('Search apps').type('sett').key('enter');
  expect(hand.phone.foreground).toBe('settings');
  hand.key('home').drag([540, 1200], [540, 500]).drag([540, 900], [540, 1700]);
  expect(hand.texts).not.toContain('Search apps');
});

test('a toast goes away by the phone’s clock alone', () => {
  const hand = new Hand().launch('settings').tap('Connected devices').tap('Pair new device');
  expect(hand.phone.toast).not.toBeNull();
  for (let i = 0; i < 10; i++) hand.key('volume_up');
  expect(hand.phone.toast).toBeNull();
});
