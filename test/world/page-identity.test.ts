import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';
import { firstDay } from '../../simulator/phone/first-day.ts';
import type { Page } from '../../world/page.ts';
import { samePage } from '../../world/page-identity.ts';
import { bar, button, list, node, row, screen, seen } from './android-source.ts';
import { havePages, pageFiles, pageSource } from './page-files.ts';
import { lookAt } from './simulated-phone.ts';

const page = (path: string): Page => pageOf(pageSource(path));

test.skipIf(!havePages).each([
  ['two states of one phone', 'android/shirates_SecurityScreen.xml', 'android/shirates_SecurityScreen2.xml'],
  ['two languages', 'android/shirates_DateAndTime_en.xml', 'android/shirates_DateAndTime_ja.xml'],
  ['the same month, before and after', 'sequences/mobilegpt_createEvent_161955/0.xml', 'sequences/mobilegpt_createEvent_161955/3.xml'],
  ['a form, empty and filled in', 'sequences/mobilegpt_createEvent_161955/1.xml', 'sequences/mobilegpt_createEvent_161955/2.xml'],
  ['a search, typed', 'sequences/ios_wechat_search/0_empty.xml', 'sequences/ios_wechat_search/1_typed.xml'],
  ['a search, typed and later', 'sequences/ios_wechat_search/1_typed.xml', 'sequences/ios_wechat_search/2_typed_later.xml'],
  ['a proxy form, off and manual', 'sequences/ios_wifi_proxy/0_off.xml', 'sequences/ios_wifi_proxy/1_manual.xml'],
  ['a proxy form, manual and automatic', 'sequences/ios_wifi_proxy/2_manual_auth.xml', 'sequences/ios_wifi_proxy/3_auto.xml'],
])('W10 %s: one page', (_what, a, b) => {
  expect(samePage(page(a), page(b))).toBe(true);
});

test.skipIf(!havePages).each([
  ['Settings and Network & internet', 'android/shirates_SettingsTopScreen.xml', 'android/shirates_NetworkAndInternetScreen.xml'],
  ['Security and Date & time', 'android/shirates_SecurityScreen.xml', 'android/shirates_DateAndTime_en.xml'],
  ['Connected devices and Languages', 'android/shirates_ConnectedDevicesScreen.xml', 'android/shirates_Languages.xml'],
  ['Security and Date & time in Japanese', 'android/shirates_SecurityScreen.xml', 'android/shirates_DateAndTime_ja.xml'],
  ['Saved homes and the map', 'android/zillow_favorites.xml', 'android/zillow_map.xml'],
  ['a month and a form', 'sequences/mobilegpt_createEvent_161955/0.xml', 'sequences/mobilegpt_createEvent_161955/1.xml'],
  ['iOS Settings and Accessibility', 'ios/shirates_SettingsTopScreen.xml', 'ios/shirates_AccessibilityScreen.xml'],
  ['iOS Accessibility and Keyboards', 'ios/shirates_AccessibilityScreen.xml', 'ios/shirates_KeyboardScreen.xml'],
  ['two questions of iOS', 'ios_fragments/alert_contacts.xml', 'ios_fragments/alert_login_first.xml'],
])('W10 %s: different pages', (_what, a, b) => {
  expect(samePage(page(a), page(b))).toBe(false);
  expect(page(a).fingerprint).not.toBe(page(b).fingerprint);
});

test.runIf(havePages)('W10 no two real pages share a fingerprint, but those that are one page', () => {
  const byFingerprint = new Map<string, string[]>();
  for (const file of [...pageFiles('android'), ...pageFiles('ios')].filter((one) => !/two_documents|truncated/.test(one))) {
    const { fingerprint } = page(file);
    byFingerprint.set(fingerprint, [...(byFingerprint.get(fingerprint) ?? []), file]);
  }
  expect([...byFingerprint.values()].filter((files) => files.length > 1)).toEqual([
    ['android/alumnium_uia2_1.xml', 'android/alumnium_uia2_2.xml'],
    ['android/shirates_SecurityScreen.xml', 'android/shirates_SecurityScreen2.xml'],
  ]);
});

const rows = (from: number): string =>
  screen(bar('Inbox (3)'), list(...Array.from({ length: 8 }, (_, i) => row(`Mail ${from + i}`, 200 + i * 150))));

test('W10 the fingerprint is the same scrolled, with another count, in another order, at another time', () => {
  const { fingerprint } = seen(rows(1));
  expect(seen(rows(7)).fingerprint).toBe(fingerprint);
  expect(seen(rows(1).replace('Inbox (3)', 'Inbox (12)')).fingerprint).toBe(fingerprint);
  expect(
    seen(screen(bar('Inbox (3)'), list(row('Mail 2', 200), row('Mail 1', 400)), node('TextView', [900, 0, 1080, 40], { text: '12:41' })))
      .fingerprint,
  ).toBe(fingerprint);
  expect(seen(rows(1).replace('Inbox (3)', 'Sent')).fingerprint).not.toBe(fingerprint);
});

test('W10 a dialog over a page is another page, named over it', () => {
  const plain = seen(screen(bar('Basket'), button('Empty', 300)));
  const dialog =
    '<hierarchy rotation="0" width="1080" height="2000"><node class="android.widget.FrameLayout" package="com.example.shop" bounds="[100,700][980,1300]"><node class="android.widget.TextView" package="com.example.shop" resource-id="android:id/alertTitle" text="Empty the basket?" bounds="[120,720][900,800]"/><node class="android.widget.Button" package="com.example.shop" text="Empty" clickable="true" bounds="[600,1150][900,1280]"/></node></hierarchy>';
  const over = seen(dialog, plain);
  expect(over.name).toBe('Shop › Basket › dialog: Empty the basket?');
  expect(over.dialog).toBe('Empty the basket?');
  expect(over.fingerprint).not.toBe(plain.fingerprint);
  expect(samePage(plain, over)).toBe(false);
});

test.skipIf(!havePages).each([
  ['android/shirates_NetworkAndInternetScreen.xml', 'Settings › Network & internet'],
  ['android/shirates_SettingsTopScreen.xml', 'Settings'],
  ['android/shirates_DateAndTime_ja.xml', 'Settings › 日付と時刻'],
  ['android/shirates_clock_Alarm.xml', 'Clock › Alarm'],
  ['android/avc_uiautomator_dump_api27.xml', 'Home'],
  ['android/shirates_AppIsNotResponding.xml', "System › dialog: Settings isn't responding"],
  ['ios/shirates_KeyboardScreen.xml', 'Settings › Keyboards'],
  ['ios/shirates_SettingsTopScreen.xml', 'Settings'],
])('W10 a person would name %s %s', (file, name) => {
  expect(page(file).name).toBe(name);
});

test('W10 one page of the simulated phone in two languages is one page', () => {
  const options = { seed: 3, labels: 0 };
  const phones = ['en-US', 'pt-BR'].map((locale) => ({ ...firstDay({ ...options, locale }), foreground: 'settings' }));
  const [english, portuguese] = phones.map((phone) => lookAt(phone, null));
  if (english === undefined || portuguese === undefined) throw new Error('no pages');
  expect(english.body).not.toBe(portuguese.body);
  expect(samePage(english, portuguese)).toBe(true);
});
