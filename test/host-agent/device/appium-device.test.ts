import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AppiumDevice } from '../../../host-agent/device/appium-device.ts';
import type { ActionReport } from '../../../runtime/ports.ts';
import type { DeviceAction } from '../../../world/device-action.ts';
import type { Page, PageElement } from '../../../world/page.ts';
import { see } from '../../../world/see.ts';
import { type Bench, startBench } from './simulated-phone.ts';

/** The real Appium, the simulated phone, and what the phone itself says of what happened to it. */
let bench: Bench;
const signal = new AbortController().signal;

beforeAll(async () => {
  bench = await startBench();
}, 90_000);
afterAll(async () => {
  await bench.close();
}, 30_000);
beforeEach(async () => {
  await bench.phone.client.faults({ latencyMs: 0, hangNext: null });
  await bench.phone.client.reset();
});

class Session {
  page: Page | null = null;
  readonly device: AppiumDevice;
  constructor(device: AppiumDevice) {
    this.device = device;
  }

  async look(): Promise<Page> {
    const seen = await this.device.observe(signal);
    if (seen.kind === 'unreadable') throw new Error(`${seen.code}: ${seen.message}`);
    this.page = see(this.page, seen);
    return this.page;
  }

  element(like: string | ((element: PageElement) => boolean)): PageElement {
    const found = this.page?.elements.find((each) => each.actionable && (typeof like === 'string' ? each.label === like : like(each)));
    if (found === undefined) throw new Error(`no ${String(like)} on:\n${this.page?.body}`);
    return found;
  }

  async act(action: DeviceAction, like?: string | ((element: PageElement) => boolean), within = signal): Promise<ActionReport> {
    const target = like === undefined || this.page === null ? null : { element: this.element(like), page: this.page };
    return await this.device.perform(action, target, within);
  }

  async tap(like: string | ((element: PageElement) => boolean)): Promise<Page> {
    expect(await this.act({ name: 'tap', ref: 'e1' }, like)).toMatchObject({ failure: null, landed: true });
    return await this.look();
  }
}

async function session(secrets: Record<string, string> = {}): Promise<Session> {
  const device = await bench.open(secrets);
  onTestFinished(() => device.close());
  const opened = new Session(device);
  await opened.look();
  return opened;
}

const field = (element: PageElement): boolean => element.role === 'field';
const touchesSince = async (since: number) => (await bench.phone.client.touches(since)).map(({ kind }) => kind);
const count = async (): Promise<number> => (await bench.phone.client.state()).touches;

test('the way from the home screen to a switch, verified from the phone itself', { timeout: 60_000 }, async () => {
  const phone = await session();
  expect(phone.page?.app).toContain('launcher');
  await phone.tap('Settings');
  await phone.tap('Network & internet');
  expect((await bench.phone.client.state()).foreground.package).toBe('com.android.settings');
  const before = (await bench.phone.client.state()).settings.airplane_mode?.value;
  await phone.tap((element) => element.label.startsWith('Airplane mode'));
  expect((await bench.phone.client.state()).settings.airplane_mode?.value).toBe(!before);
  expect(await phone.act({ name: 'back' })).toMatchObject({ failure: null });
  await phone.look();
  expect(await phone.act({ name: 'home' })).toMatchObject({ failure: null });
  expect((await phone.look()).app).toContain('launcher');
});

test('D2 D3 text is typed, replaced, submitted and the keyboard hidden, as the phone sees it', { timeout: 60_000 }, async () => {
  const phone = await session();
  await phone.act({ name: 'open_app', app: 'Settings' });
  await phone.look();
  await phone.tap('Search settings');
  for (const text of ['Wi-Fi', 'Ünïcödé 日本語 🎂 100%s']) {
    expect(await phone.act({ name: 'type_text', ref: 'e1', text }, field)).toMatchObject({ failure: null, landed: true });
    expect((await phone.look()).elements.find(field)?.value).toBe(text);
  }
  expect((await bench.phone.client.state()).keyboard).toBe(true);
  expect(phone.page?.keyboard).toBe('shown');
  expect(await phone.act({ name: 'hide_keyboard' })).toMatchObject({ failure: null });
  expect((await bench.phone.client.state()).keyboard).toBe(false);
  const since = await count();
  expect(await phone.act({ name: 'hide_keyboard' })).toMatchObject({ failure: null, note: 'no keyboard was shown' });
  expect(await touchesSince(since)).toEqual([]);
  expect(await phone.act({ name: 'clear_text', ref: 'e1' }, field)).toMatchObject({ failure: null });
  expect((await phone.look()).elements.find(field)?.value).toBeUndefined();
});

test('a row far down a long list is scrolled to; words that are not there end at the end', { timeout: 120_000 }, async () => {
  const phone = await session();
  await phone.act({ name: 'open_app', app: 'com.android.settings' });
  await phone.look();
  await phone.act({ name: 'scroll_to', text: 'System' });
  await phone.look();
  await phone.tap('System');
  await phone.tap((element) => element.label.startsWith('Languages'));
  await phone.tap((element) => /language/i.test(element.label));
  if (phone.page?.elements.some(({ label }) => /^add a language$/i.test(label)))
    await phone.tap((element) => /^add a language$/i.test(element.label));
  const found = await phone.act({ name: 'scroll_to', text: 'Português' });
  expect(found).toMatchObject({ failure: null, note: expect.stringMatching(/found after \d+ scrolls?|on the page already/) });
  expect((await phone.look()).body).toContain('Português');
  const missing = await phone.act({ name: 'scroll_to', text: 'Klingon' });
  expect(missing).toMatchObject({ failure: { code: expect.stringMatching(/action_refused|timed_out/) } });
});

test('D1 P36 a touch that hangs ends at its deadline or on a stop with its fate unknown, and is never sent again', {
  timeout: 90_000,
}, async () => {
  for (const hangNext of ['before', 'after'] as const) {
    const phone = await session();
    const since = await count();
    await bench.phone.client.faults({ hangNext });
    const began = performance.now();
    const report = await phone.act({ name: 'tap', ref: 'e1' }, 'Settings', AbortSignal.timeout(1_500));
    expect(report).toMatchObject({ failure: { code: 'timed_out' }, landed: null });
    expect(performance.now() - began).toBeLessThan(8_000);
    expect((await touchesSince(since)).length).toBe(hangNext === 'after' ? 1 : 0);
  }
});

test('D5 a newer session ends the older one, which then says so and touches nothing', { timeout: 60_000 }, async () => {
  const older = await session();
  const newer = await session();
  const since = await count();
  await expect(older.act({ name: 'tap', ref: 'e1' }, 'Settings')).rejects.toMatchObject({ code: 'session_lost' });
  await expect(older.device.observe(signal)).rejects.toMatchObject({ code: 'session_lost' });
  expect(await touchesSince(since)).toEqual([]);
  await newer.tap('Settings');
});

test('S7 a secret is typed for real, and is in no page, artifact or Appium log', { timeout: 60_000 }, async () => {
  const value = 'S3ntinel-phrase';
  const phone = await session({ pass: value });
  await phone.act({ name: 'open_app', app: 'Settings' });
  await phone.look();
  await phone.tap('Search settings');
  expect(await phone.act({ name: 'type_text', ref: 'e1', text: '{{secret:pass}}' }, field)).toMatchObject({ failure: null });
  const touches = await bench.phone.client.touches();
  expect(touches.some(({ text }) => text === value)).toBe(true);
  const page = await phone.look();
  expect(page.elements.find(field)?.value).toBe('{{secret:pass}}');
  expect(JSON.stringify(page)).not.toContain(value);
  expect(await bench.log()).not.toContain(value);
});

test('W4 an element without a locator is touched at its place on the screen', { timeout: 60_000 }, async () => {
  const phone = await session();
  const target = phone.element('Settings');
  if (phone.page === null) throw new Error('no page');
  const report = await phone.device.perform(
    { name: 'tap', ref: target.ref },
    { element: { ...target, locators: [] }, page: phone.page },
    signal,
  );
  expect(report).toMatchObject({ failure: null, landed: true, locator: null });
  expect((await bench.phone.client.state()).foreground.label).toBe('Settings');
});

test('a permission dialog is a page like any other, and is answered without one', { timeout: 60_000 }, async () => {
  for (const [name, granted] of [
    ['dismiss_dialog', false],
    ['accept_dialog', true],
  ] as const) {
    await bench.phone.client.reset();
    const phone = await session();
    await phone.act({ name: 'open_app', app: 'Maps' });
    const page = await phone.look();
    expect(page.dialog).not.toBeNull();
    expect(await phone.act({ name })).toMatchObject({ failure: null, landed: true });
    const { permissions, page: shown } = await bench.phone.client.state();
    expect(shown.dialog).toBeNull();
    expect(
      Object.entries(permissions).some(([key, answer]) => key.startsWith('maps.') && (answer === 'always' || answer === 'while_using')),
    ).toBe(granted);
    expect(await phone.act({ name })).toMatchObject({ failure: { code: 'action_refused' }, landed: false });
  }
});

test('an unknown app is unknown; a known one is opened and closed by its name', { timeout: 60_000 }, async () => {
  const phone = await session();
  expect(await phone.act({ name: 'open_app', app: 'Chess' })).toMatchObject({ failure: { code: 'app_unknown' }, landed: false });
  expect(await phone.act({ name: 'open_app', app: 'Weather' })).toMatchObject({ failure: null });
  expect((await bench.phone.client.state()).foreground.label).toBe('Weather');
  expect(await phone.act({ name: 'close_app', app: 'Weather' })).toMatchObject({ failure: null });
  expect((await bench.phone.client.state()).foreground.label).not.toBe('Weather');
});

test('D6 a session that ended for want of commands is recognised, and the phone is not touched', { timeout: 60_000 }, async () => {
  const device = await bench.open({}, { capabilities: { newCommandTimeout: 1 } });
  onTestFinished(() => device.close());
  const phone = new Session(device);
  await phone.look();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const since = await count();
  await expect(phone.act({ name: 'tap', ref: 'e1' }, 'Settings')).rejects.toMatchObject({ code: 'session_lost', landed: false });
  expect(await touchesSince(since)).toEqual([]);
});

test('D5 the Appium server dies with the host that started it, even after kill -9, and who still uses it is told', {
  timeout: 90_000,
}, async () => {
  const host = spawn(process.execPath, ['--import', 'tsx', new URL('appium-host.ts', import.meta.url).pathname, bench.dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    host.kill('SIGKILL');
  });
  const { pid, url } = await new Promise<{ pid: number; url: string }>((resolve, reject) => {
    host.once('exit', () => reject(new Error('the host ended')));
    host.stdout.on('data', (chunk) => resolve(JSON.parse(String(chunk)) as { pid: number; url: string }));
  });
  const device = await bench.open({}, { url });
  const phone = new Session(device);
  await phone.look();
  host.removeAllListeners('exit');
  host.kill('SIGKILL');
  for (let i = 0; i < 150 && isAlive(pid); i++) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isAlive(pid)).toBe(false);
  const since = await count();
  await expect(phone.act({ name: 'tap', ref: 'e1' }, 'Settings')).rejects.toMatchObject({ code: 'session_lost', landed: false });
  await expect(device.observe(signal)).rejects.toMatchObject({ code: 'session_lost' });
  expect(await touchesSince(since)).toEqual([]);
  await device.close();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
