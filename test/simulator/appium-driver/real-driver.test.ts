import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { remote } from 'webdriverio';
import { type LaunchedPhone, launchPhone, stopPhone } from '../../../simulator/phone/launch.ts';
import { RealAppium } from './real-appium.ts';

type Browser = Awaited<ReturnType<typeof remote>>;

const stateFile = join(mkdtempSync(join(tmpdir(), 'tapwright-driver-')), 'phone.json');
const appium = new RealAppium();
let phone: LaunchedPhone;
let browser: Browser;

const open = (capabilities: Record<string, unknown> = {}): Promise<Browser> =>
  remote({
    hostname: '127.0.0.1',
    port: appium.port,
    path: '/',
    logLevel: 'silent',
    connectionRetryCount: 0,
    capabilities: {
      platformName: 'Android',
      'appium:automationName': 'TapwrightSim',
      'appium:udid': 'sim',
      'appium:phoneUrl': phone.url,
      'appium:phoneToken': phone.token,
      'wdio:enforceWebDriverClassic': true,
      ...capabilities,
    },
  } as Parameters<typeof remote>[0]);

beforeAll(async () => {
  [phone] = await Promise.all([launchPhone({ stateFile }), appium.start()]);
  browser = await open();
}, 120_000);

afterAll(async () => {
  await browser?.deleteSession().catch(() => undefined);
  appium.stop();
  await stopPhone(stateFile);
}, 30_000);

beforeEach(() => phone.client.reset());

const idOf = (found: unknown): string => (found as Record<string, string>)['element-6066-11e4-a52e-4f735466cecf'] ?? '';
const find = async (using: string, value: string): Promise<string> => idOf(await browser.findElement(using, value));
const tap = async (words: string): Promise<void> =>
  browser.elementClick(await find('-android uiautomator', `new UiSelector().text("${words}")`));
const finger = (x: number, y: number, ...more: readonly object[]) => ({
  type: 'pointer' as const,
  id: 'finger1',
  parameters: { pointerType: 'touch' as const },
  actions: [{ type: 'pointerMove', duration: 0, x, y }, { type: 'pointerDown', button: 0 }, ...more, { type: 'pointerUp', button: 0 }],
});

test('a person’s way to airplane mode: found by every strategy, judged by the phone’s state', async () => {
  await browser.elementClick(await find('accessibility id', 'Settings'));
  expect(await browser.getCurrentPackage()).toBe('com.android.settings');
  await tap('Network & internet');
  const byPath = await find(
    'xpath',
    '//android.widget.LinearLayout[.//android.widget.TextView[@text="Airplane mode"] and @clickable="true"]//android.widget.Switch',
  );
  const bySelector = await find('-android uiautomator', 'new UiSelector().className("android.widget.Switch").checkable(true)');
  const byId = await find('id', 'android:id/switch_widget');
  const byClass = await find('class name', 'android.widget.Switch');
  expect(new Set([byPath, bySelector, byId, byClass]).size).toBe(1);
  expect(await browser.getElementAttribute(byPath, 'checked')).toBe('false');
  await browser.elementClick(byPath);
  expect(await browser.getElementAttribute(byPath, 'checked')).toBe('true');
  expect(await browser.isElementSelected(byPath)).toBe(true);
  expect((await phone.client.state()).settings.airplane_mode?.value).toBe(true);
});

test('an element is stale once its page has gone, and a new look is needed', async () => {
  await browser.execute('mobile: activateApp', { appId: 'com.android.settings' });
  const row = await find('-android uiautomator', 'new UiSelector().text("Display")');
  await tap('Network & internet');
  await expect(browser.elementClick(row)).rejects.toThrow(/stale element/i);
  await browser.back();
  await browser.elementClick(row);
  expect((await phone.client.state()).page.key).toBe('settings/display');
});

test('typing: focus, keyboard, value, clear, submit, and a field’s hint is not its text', async () => {
  await browser.execute('mobile: activateApp', { appId: 'com.android.settings' });
  await browser.elementClick(await find('id', 'com.android.settings:id/search_action_bar'));
  expect(await browser.isKeyboardShown()).toBe(true);
  const field = await find('class name', 'android.widget.EditText');
  expect(idOf(await browser.getActiveElement())).toBe(field);
  expect(await browser.getElementAttribute(field, 'hint')).toBe('Search settings');
  await browser.elementSendKeys(field, 'Blue');
  await browser.execute('mobile: type', { text: 'tooth 😀' });
  expect(await browser.getElementText(field)).toBe('Bluetooth 😀');
  await browser.elementClear(field);
  await browser.performActions([
    {
      type: 'key',
      id: 'keys',
      actions: [...'dns'].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ]);
  expect(await browser.getElementText(field)).toBe('dns');
  await browser.hideKeyboard();
  expect(await browser.isKeyboardShown()).toBe(false);
  await tap('Private DNS');
  expect((await phone.client.state()).page.key).toBe('settings/network');
  await expect(browser.elementSendKeys(await find('accessibility id', 'Navigate up'), 'x')).rejects.toThrow(
    /invalid element state|Cannot set/i,
  );
});

test('fingers: tap, long press, swipe, and a point outside the screen is refused', async () => {
  await browser.execute('mobile: activateApp', { appId: 'com.android.settings' });
  await browser.performActions([finger(540, 2000, { type: 'pointerMove', duration: 300, x: 540, y: 1200 })]);
  await browser.performActions([finger(540, 1000, { type: 'pause', duration: 700 })]);
  const [swipe, press] = (await phone.client.touches()).slice(-2);
  expect(swipe).toMatchObject({ kind: 'swipe', from: { x: 540, y: 2000 }, to: { x: 540, y: 1200 }, changed: true });
  expect(press?.kind).toBe('long_press');
  await browser.performActions([
    finger(300, 1000, { type: 'pointerMove', duration: 200, x: 200, y: 900 }),
    { ...finger(500, 1000, { type: 'pointerMove', duration: 200, x: 700, y: 1100 }), id: 'finger2' },
  ]);
  expect((await phone.client.touches()).at(-1)?.kind).toBe('pinch');
  await expect(browser.performActions([finger(5_000, 100)])).rejects.toThrow(/outside/i);
});

test('apps and keys: state, activate, terminate, home, back', async () => {
  const state = (): Promise<unknown> => browser.execute('mobile: queryAppState', { appId: 'com.android.settings' });
  expect(await state()).toBe(1);
  await browser.execute('mobile: activateApp', { appId: 'com.android.settings' });
  expect(await state()).toBe(4);
  await browser.execute('mobile: pressKey', { keycode: 3 });
  expect(await state()).toBe(3);
  expect(await browser.execute('mobile: terminateApp', { appId: 'com.android.settings' })).toBe(true);
  expect(await state()).toBe(1);
  await expect(browser.execute('mobile: activateApp', { appId: 'com.nothing' })).rejects.toThrow(/not installed/);
  expect(Object.keys(await browser.execute('mobile: listApps', {}))).toContain('com.android.settings');
});

test('alerts are answered by WebDriver’s own commands, and only while there is one', async () => {
  await browser.execute('mobile: activateApp', { appId: 'com.tapwright.sim.weather' });
  expect(await browser.getCurrentPackage()).toBe('com.google.android.permissioncontroller');
  expect(await browser.getAlertText()).toContain('location');
  await browser.dismissAlert();
  expect((await phone.client.state()).permissions['weather.location']).toBe('denied');
  await expect(browser.acceptAlert()).rejects.toThrow();
});

test('what belongs to the device: size, orientation, clipboard, picture, settings, information', async () => {
  expect(await browser.getWindowRect()).toEqual({ x: 0, y: 0, width: 1080, height: 2400 });
  expect(await browser.getOrientation()).toBe('PORTRAIT');
  await browser.setClipboard(Buffer.from('olá').toString('base64'), 'plaintext');
  expect(Buffer.from(await browser.getClipboard(), 'base64').toString()).toBe('olá');
  expect(
    Buffer.from(await browser.takeScreenshot(), 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await browser.updateSettings({ waitForIdleTimeout: 0 });
  expect(await browser.getSettings()).toMatchObject({ waitForIdleTimeout: 0 });
  expect(await browser.execute('mobile: deviceInfo', {})).toMatchObject({ simulated: true, realDisplaySize: '1080x2400' });
});

test('errors are WebDriver’s: nothing found, selector not understood, command unknown', async () => {
  expect(await browser.findElements('accessibility id', 'nowhere')).toEqual([]);
  expect(await browser.findElement('accessibility id', 'nowhere')).toMatchObject({ error: 'no such element' });
  await expect(browser.findElements('xpath', '//*[')).rejects.toThrow(/XPath/);
  await expect(browser.execute('mobile: nothing', {})).rejects.toThrow(/Unsupported execute method/);
});

test('C2 a new session takes the phone; the old one is told that it has ended', async () => {
  const newer = await open();
  await expect(browser.getPageSource()).rejects.toThrow(/session/i);
  const touches = (await phone.client.state()).touches;
  await expect(browser.performActions([finger(540, 330)])).rejects.toThrow(/session/i);
  expect((await phone.client.state()).touches).toBe(touches);
  expect(await newer.getPageSource()).toContain('<hierarchy');
  browser = newer;
});

test('without a phone, or with a wrong token, no session comes about', async () => {
  await expect(open({ 'appium:phoneToken': 'wrong' })).rejects.toThrow(/token/);
  await expect(open({ 'appium:phoneUrl': 'http://192.0.2.1:80' })).rejects.toThrow(/on this machine/);
});
