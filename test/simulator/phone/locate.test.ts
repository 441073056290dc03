import { expect, test } from 'vitest';
import { activeWindow, windowsOf } from '../../../simulator/phone/android/windows.ts';
import { BadSelector } from '../../../simulator/phone/locate/bad-selector.ts';
import { find } from '../../../simulator/phone/locate/find.ts';
import { locatedTree } from '../../../simulator/phone/locate/located.ts';
import { Hand } from './hand.ts';

const network = locatedTree(activeWindow(windowsOf(new Hand().launch('settings').tap('Network & internet').phone)).root);
const texts = (using: string, value: string): string[] => find(network, using, value).map(({ node }) => node.text ?? '');

test.each([
  ['//android.widget.TextView[@text="Airplane mode"]', ['Airplane mode']],
  ["//*[@resource-id='android:id/title' and contains(@text,'net')]", ['Internet']],
  ["//*[@text='SIMs' or @text='VPN']", ['SIMs', 'VPN']],
  ["//*[starts-with(@text, 'Air')]/following-sibling::android.widget.TextView", ['Calls, data and Wi-Fi are off while this is on']],
  ["(//*[@resource-id='android:id/title'])[2]", ['SIMs']],
  ["(//*[@resource-id='android:id/title'])[last()]", ['Private DNS']],
  ["//android.widget.LinearLayout[.//android.widget.TextView[@text='Airplane mode']][@clickable='true']//android.widget.Switch", ['OFF']],
  ["//*[@text='Airplane mode']/../..//android.widget.Switch", ['OFF']],
  ["//*[normalize-space(@text)='VPN' and not(@content-desc)]", ['VPN']],
  ['/hierarchy/android.widget.FrameLayout', ['']],
  ["//*[@text='None']/preceding-sibling::*[1]", ['VPN']],
  ["//*[@text='nowhere']", []],
])('the XPath %s is understood', (xpath, wanted) => {
  expect(texts('xpath', xpath)).toEqual(wanted);
});

test.each([
  ['new UiSelector().text("SIMs")', ['SIMs']],
  ['new UiSelector().textContains("AIRPLANE")', ['Airplane mode']],
  ['new UiSelector().description("Navigate up")', ['']],
  ['new UiSelector().resourceId("android:id/title").instance(1)', ['SIMs']],
  ['new UiSelector().className("android.widget.Switch").checkable(true)', ['OFF']],
  [
    'new UiSelector().className("androidx.recyclerview.widget.RecyclerView").childSelector(new UiSelector().textStartsWith("Private"))',
    ['Private DNS'],
  ],
  ['new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("VPN"))', ['VPN']],
  ['new UiSelector().textMatches("S.Ms")', ['SIMs']],
  ['new UiSelector().text("say \\"no\\"")', []],
])('the selector %s is understood', (selector, wanted) => {
  expect(texts('-android uiautomator', selector)).toEqual(wanted);
});

test.each([
  ['xpath', '//*['],
  ['xpath', '//*[bad()]'],
  ['xpath', 'count(//*)'],
  ['-android uiautomator', 'new UiSelector().txet("a")'],
  ['-android uiautomator', 'text("a")'],
  ['css selector', '#a'],
])('%s %s is refused with a reason', (using, value) => {
  expect(() => find(network, using, value)).toThrow(BadSelector);
});
