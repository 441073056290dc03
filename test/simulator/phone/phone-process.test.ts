import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PhoneClient, PhoneRefused } from '../../../simulator/phone/client.ts';
import { type LaunchedPhone, launchPhone, stopPhone } from '../../../simulator/phone/launch.ts';

const stateFile = join(mkdtempSync(join(tmpdir(), 'tapwright-phone-')), 'phone.json');
let phone: LaunchedPhone;

beforeAll(async () => {
  phone = await launchPhone({ stateFile, seed: 3 });
}, 60_000);
afterAll(() => stopPhone(stateFile));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('the phone is its own process, written down for its owner alone, and found again', async () => {
  expect(isAlive(phone.pid)).toBe(true);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toMatchObject({ pid: phone.pid });
  const again = await launchPhone({ stateFile });
  expect(again).toMatchObject({ pid: phone.pid, adopted: true });
  expect(phone.adopted).toBe(false);
});

test('without the token the phone says nothing', async () => {
  await expect(new PhoneClient({ url: phone.url, token: 'wrong' }).state()).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await fetch(`${phone.url}/state`)).status).toBe(401);
});

test('every touch is numbered and kept, with what it hit, over a reset too', async () => {
  const { client } = phone;
  await client.reset();
  const before = (await client.state()).touches;
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  await client.input({ kind: 'gesture', fingers: [[{ x: 540, y: 330, t: 0 }]] });
  const touches = await client.touches(before);
  expect(touches.map(({ n, kind }) => [n, kind])).toEqual([
    [before + 1, 'launch'],
    [before + 2, 'tap'],
  ]);
  expect(touches[1]).toMatchObject({ from: { x: 540, y: 330 }, changed: true, hit: { label: 'Network & internet', acted: true } });
  expect((await client.state()).page).toMatchObject({ key: 'settings/network', title: 'Network & internet', dialog: null });
  await client.reset({ settings: { dark_theme: true } });
  const state = await client.state();
  expect(state.settings.dark_theme?.value).toBe(true);
  expect(state.touches).toBe(before + 2);
});

test('the clock moves by looks and touches and when told to, never by itself', async () => {
  const { client } = phone;
  await client.reset();
  const start = (await client.state()).now;
  await sleep(50);
  expect((await client.state()).now).toBe(start);
  await client.source();
  expect((await client.state()).now).toBe(start + 100);
  await client.tick(60_000);
  expect((await client.state()).now).toBe(start + 60_100);
});

test('a gesture that hangs before it landed never lands; one that hangs after has landed', async () => {
  const { client } = phone;
  await client.reset();
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  const impatient = new PhoneClient(phone, { deadlineMs: 300 });
  const tap = { kind: 'gesture' as const, fingers: [[{ x: 540, y: 330, t: 0 }]] };
  await client.faults({ hangNext: 'before' });
  await expect(impatient.input(tap)).rejects.toMatchObject({ code: 'timed_out' });
  await sleep(100);
  expect((await client.state()).page.key).toBe('settings/root');
  await client.faults({ hangNext: 'after' });
  await expect(impatient.input(tap)).rejects.toMatchObject({ code: 'timed_out' });
  expect((await client.state()).page.key).toBe('settings/network');
});

test('a new driver session ends the one before', async () => {
  const [first, second] = ['first', 'second'].map((ticket) => new PhoneClient(phone, { ticket })) as [PhoneClient, PhoneClient];
  await first.openSession('first');
  expect(await first.source()).toContain('<hierarchy');
  await second.openSession('second');
  await expect(first.input({ kind: 'key', key: 'home' })).rejects.toBeInstanceOf(PhoneRefused);
  await expect(first.source()).rejects.toMatchObject({ code: 'session_superseded' });
  expect(await second.source()).toContain('<hierarchy');
});

test('what cannot be understood is refused with a reason', async () => {
  const { client } = phone;
  await expect(client.input({ kind: 'launch', package: 'com.nothing' })).rejects.toMatchObject({ code: 'no_such_app' });
  await expect(client.element('nowhere')).rejects.toMatchObject({ code: 'stale_element' });
  await expect(client.find({ using: 'xpath', value: '//*[' })).rejects.toMatchObject({ code: 'invalid_selector' });
  await expect(client.input({ kind: 'gesture', fingers: [] } as never)).rejects.toMatchObject({ code: 'bad_request' });
});

test('left alone, the phone ends by itself', async () => {
  const lonelyFile = join(mkdtempSync(join(tmpdir(), 'tapwright-phone-')), 'phone.json');
  const lonely = await launchPhone({ stateFile: lonelyFile, idleExitMs: 400 });
  for (let i = 0; i < 100 && isAlive(lonely.pid); i++) await sleep(100);
  expect(isAlive(lonely.pid)).toBe(false);
  await expect(lonely.client.state()).rejects.toMatchObject({ code: 'device_lost' });
}, 60_000);

const tapNetwork = { kind: 'gesture' as const, fingers: [[{ x: 540, y: 330, t: 0 }]] };

test('faults: a lost tap does nothing, a doubled one happens twice, and the log says so', async () => {
  const { client } = phone;
  await client.reset();
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  await client.faults({ nextTap: 'lost' });
  expect(await client.input(tapNetwork)).toMatchObject({ fault: 'lost', changed: false });
  expect((await client.state()).page.key).toBe('settings/root');
  await client.faults({ nextTap: 'doubled' });
  await client.input(tapNetwork);
  expect((await client.state()).page.key).toBe('settings/internet');
  expect((await client.touches()).slice(-2).map(({ fault }) => fault)).toEqual(['doubled', 'doubled']);
});

test('faults: page sources that are none, one look each, then the page again', async () => {
  const { client } = phone;
  await client.reset();
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  await client.faults({ nextSources: ['empty', 'truncated', 'error_text', 'no_content', 'two_documents', 'home'] });
  expect(await client.source()).toBe('');
  expect(await client.source()).not.toContain('</hierarchy>');
  expect(await client.source()).toBe('Failed to Dump Window Hierarchy');
  expect(await client.source()).toMatch(/<hierarchy[^>]*><\/hierarchy>/);
  expect((await client.source()).split('<hierarchy')).toHaveLength(3);
  expect(await client.source()).toContain('nexuslauncher');
  expect(await client.source()).toContain('Network &amp; internet');
});

test('faults: text that loses a letter, an app that crashes, one that stops answering, a session that dies', async () => {
  const { client } = phone;
  await client.reset();
  await client.input({ kind: 'launch', package: 'com.android.settings' });
  await client.input({ kind: 'gesture', fingers: [[{ x: 540, y: 140, t: 0 }]] });
  await client.faults({ nextText: 'altered' });
  expect(await client.input({ kind: 'text', text: 'dark' })).toMatchObject({ text: 'dar', fault: 'altered' });
  await client.faults({ now: 'not_responding' });
  expect(await client.source()).toContain('Settings isn’t responding');
  const [wait] = await client.find({ using: 'id', value: 'android:id/aerr_wait' });
  await client.input({ kind: 'tap_element', uid: wait?.uid ?? '' });
  expect((await client.state()).foreground.app).toBe('settings');
  await client.faults({ now: 'crash' });
  expect((await client.state()).foreground.app).toBe('launcher');
  const session = new PhoneClient(phone, { ticket: 'mortal' });
  await session.openSession('mortal');
  await client.faults({ now: 'session_death' });
  await expect(session.source()).rejects.toMatchObject({ code: 'session_superseded' });
});
