import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import { judgeAction } from '../../world/judge-action.ts';
import { asPageSource, type DroidBotState } from './droidbot-state.ts';
import { folderFiles, havePages, pageSource } from './page-files.ts';

function effect(a: string, b: string, action: DeviceAction = { name: 'back' }): string {
  const before = pageOf(a);
  const { effect: judged } = judgeAction({ action, before, after: pageOf(b, before), target: null, failure: null, landed: true });
  return judged;
}

/** Made by reading the states: what each recorded event did to the page. Where its end was not recorded there is no row. */
const kea: Readonly<Record<string, 'changed' | 'unchanged'>> = {
  'event_2025-05-13_205544': 'unchanged', // kill of an app that was not there
  'event_2025-05-13_205600': 'unchanged', // scroll up at the top
  'event_2025-05-13_205620': 'changed', // Next: the second page of the introduction
  'event_2025-05-13_205629': 'changed', // Next: the form of the first account
  'event_2025-05-13_205651': 'changed', // Get started: the budget book
  'event_2025-05-13_205700': 'changed', // the phone is turned
  'event_2025-05-13_205707': 'unchanged', // scroll left where nothing goes left
  'event_2025-05-13_205713': 'changed', // the balance opens its menu
  'event_2025-05-13_205749': 'changed', // New balance opens its dialog
  'event_2025-05-13_205800': 'changed', // OK without an amount: "Required"
  'event_2025-05-13_205808': 'changed', // back: the hint and the dialog go
  'event_2025-05-13_205822': 'changed', // the type of the transaction opens its list
  'event_2025-05-13_205828': 'changed', // back: the list closes
};

test.runIf(havePages)('W9 every event of MyExpenses that has both its states is judged as its states tell', () => {
  const states = new Map<string, string>();
  const judged: Record<string, string> = {};
  const files = folderFiles('sequences/kea_myexpenses');
  for (const file of files.filter((one) => one.includes('/state_'))) {
    const state = JSON.parse(pageSource(file)) as DroidBotState;
    states.set(state.state_str, asPageSource(state));
  }
  for (const file of files.filter((one) => one.includes('/event_'))) {
    const event = JSON.parse(pageSource(file)) as {
      start_state: string;
      stop_state: string;
      event: { event_type: string; direction?: string };
    };
    const [start, stop] = [states.get(event.start_state), states.get(event.stop_state)];
    if (start === undefined || stop === undefined) continue;
    const directions = { UP: 'up', DOWN: 'down', LEFT: 'left', RIGHT: 'right' } as const;
    const direction = directions[event.event.direction as keyof typeof directions];
    judged[file.replace(/.*\/|\.json$/g, '')] = effect(
      start,
      stop,
      direction === undefined ? { name: 'back' } : { name: 'scroll', direction },
    );
  }
  expect(judged).toEqual(kea);
});

const month = 'sequences/mobilegpt_createEvent_161955';
const search = 'sequences/mobilegpt_searchEvent_163032';

test.skipIf(!havePages).each([
  [`${month}/0.xml`, `${month}/1.xml`, 'changed'],
  [`${month}/1.xml`, `${month}/2.xml`, 'changed'],
  [`${month}/2.xml`, `${month}/3.xml`, 'changed'],
  [`${month}/0.xml`, `${month}/3.xml`, 'unchanged'],
  [`${search}/0.xml`, `${search}/1.xml`, 'changed'],
  [`${search}/1.xml`, `${search}/2.xml`, 'changed'],
  ['sequences/ios_wifi_proxy/0_off.xml', 'sequences/ios_wifi_proxy/1_manual.xml', 'changed'],
  ['sequences/ios_wifi_proxy/1_manual.xml', 'sequences/ios_wifi_proxy/2_manual_auth.xml', 'changed'],
  ['sequences/ios_wifi_proxy/2_manual_auth.xml', 'sequences/ios_wifi_proxy/3_auto.xml', 'changed'],
  ['sequences/ios_wifi_proxy/3_auto.xml', 'sequences/ios_wifi_proxy/4_auto_url.xml', 'changed'],
  ['sequences/ios_wechat_safe_mode/0_restart.xml', 'sequences/ios_wechat_safe_mode/1_clear_cache.xml', 'changed'],
  ['sequences/ios_wechat_safe_mode/1_clear_cache.xml', 'sequences/ios_wechat_safe_mode/2_upload_logs.xml', 'changed'],
  ['sequences/ios_wechat_search/0_empty.xml', 'sequences/ios_wechat_search/1_typed.xml', 'changed'],
  ['sequences/ios_location/0_when_in_use.xml', 'sequences/ios_location/1_always.xml', 'changed'],
  ['sequences/ios_location/0_when_in_use.xml', 'sequences/ios_location/0_when_in_use.xml', 'unchanged'],
])('W9 from %s to %s: %s', (a, b, expected) => {
  expect(effect(pageSource(a), pageSource(b))).toBe(expected);
});

test.runIf(havePages)(
  'P44 an event saved on a month that looks as before cannot be told from the last page alone: the page says unchanged',
  () => {
    const before = pageOf(pageSource(`${month}/0.xml`));
    const after = pageOf(pageSource(`${month}/3.xml`), before);
    const judged = judgeAction({
      action: { name: 'tap', ref: 'e1' },
      before,
      after,
      target: null,
      failure: null,
      landed: true,
      expect: [{ kind: 'text_visible', text: 'laundry' }],
    });
    expect(judged).toMatchObject({ success: false, judgedBy: 'expect', note: '"laundry" is not on the page' });
  },
);
