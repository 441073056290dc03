import { expect, test } from 'vitest';
import { button, field, phoneInHand, signal, targetOf } from './phone-in-hand.ts';

test('an element is tapped by its most durable locator', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok, button('no', { bounds: [400, 200, 600, 300] })]);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).toEqual({
    failure: null,
    landed: true,
    locator: { using: 'accessibility id', value: 'ok' },
  });
  expect(phone.touched).toEqual(['tap ok']);
});

test('of several that match, the one that stands where it was seen is tapped', async () => {
  const nodes = [100, 300, 500].map((top, i) => button(`row${i}`, { desc: 'Delete', bounds: [0, top, 1080, top + 150] }));
  const { phone, device } = await phoneInHand(nodes);
  const [, second] = nodes;
  if (second === undefined) throw new Error('no row');
  await device.perform({ name: 'tap', ref: 'e1' }, targetOf(second, phone), signal);
  expect(phone.touched).toEqual(['tap row1']);
});

test('an element that has moved is tapped where it is now; another that took its name is not', async () => {
  const ok = button('ok', { text: 'OK' });
  const { phone, device } = await phoneInHand([ok]);
  const target = targetOf(ok, phone);
  ok.bounds = [100, 900, 300, 1000];
  expect(await device.perform({ name: 'tap', ref: 'e1' }, target, signal)).toMatchObject({ failure: null });
  ok.text = 'Buy now';
  ok.desc = 'Buy now';
  ok.bounds = [0, 1500, 1080, 1900];
  expect(await device.perform({ name: 'tap', ref: 'e1' }, target, signal)).toMatchObject({
    failure: { code: 'element_gone' },
    landed: false,
  });
  expect(phone.touched).toEqual(['tap ok']);
});

test('an element that is gone is refused and nothing is sent', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  const target = targetOf(ok, phone);
  phone.nodes = [];
  expect(await device.perform({ name: 'tap', ref: 'e1' }, target, signal)).toMatchObject({
    failure: { code: 'element_gone' },
    landed: false,
  });
  expect(phone.touched).toEqual([]);
});

test('D4 a stale element is located again once by the same meaning, and tapped once', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  phone.fault('POST element/click', { error: 'stale element reference', status: 404 });
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).toMatchObject({ failure: null, landed: true });
  expect(phone.touched).toEqual(['tap ok']);
  phone.fault('POST element/click', { error: 'stale element reference', status: 404 }, 2);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).toMatchObject({
    failure: { code: 'element_gone' },
    landed: false,
  });
  expect(phone.touched).toEqual(['tap ok']);
});

test('D1 a tap by coordinate needs no page source and no search, and lands in the middle', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  phone.fault('GET source', 'hang', 9);
  phone.fault('POST elements', 'hang', 9);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone, { locators: [] }), signal)).toMatchObject({
    failure: null,
    landed: true,
    locator: null,
  });
  expect(phone.touched).toEqual(['touch 200,250', 'tap ok']);
});

test('D1 when the search hangs, the element is touched where it was seen', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok], {}, { commandMs: 1_500 });
  phone.fault('POST elements', 'hang', 9);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).toMatchObject({ failure: null, landed: true });
  expect(phone.touched[0]).toBe('touch 200,250');
});

test('W4 no point that is outside the screen or no number is ever sent', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  const nowhere: unknown = null;
  for (const bounds of [
    [2000, 0, 2100, 50],
    [0, -300, 100, -200],
    [Number.NaN, 0, 10, 10],
    [0, 0, Number.POSITIVE_INFINITY, Number.NaN],
    [5, 5, 5, 5],
    [nowhere, nowhere, nowhere, nowhere],
    ['1', 2, 3, 4],
  ]) {
    const target = targetOf(ok, phone, { locators: [], bounds: bounds as [number, number, number, number] });
    for (const name of ['tap', 'long_press'] as const) {
      const report = await device.perform({ name, ref: 'e1' }, target, signal);
      if (bounds[0] !== '1') expect(report).toMatchObject({ failure: { code: 'action_refused' }, landed: false });
    }
  }
  expect(phone.touched.filter((touch) => !/^(touch|hold|tap) [\w.,]+$/.test(touch))).toEqual([]);
  expect(phone.touched.join()).not.toMatch(/NaN|Infinity|null|-/);
});

test('W4 half outside, the visible half is touched; swipes stay off the edges at any size', async () => {
  const half = button('half', { bounds: [980, 2200, 1280, 2400] });
  const { phone, device } = await phoneInHand([half]);
  await device.perform({ name: 'tap', ref: 'e1' }, targetOf(half, phone, { locators: [] }), signal);
  expect(phone.touched[0]).toBe('touch 1030,2240');
  for (const size of [
    { width: 1080, height: 2280 },
    { width: 2280, height: 1080 },
    { width: 390, height: 844 },
  ]) {
    phone.size = size;
    await device.observe(signal);
    for (const direction of ['up', 'down', 'left', 'right'] as const) {
      for (const name of ['scroll', 'swipe'] as const) {
        phone.touched.length = 0;
        await device.perform({ name, direction }, null, signal);
        const numbers = phone.touched.join().match(/\d+/g)?.map(Number) ?? [];
        expect(numbers).toHaveLength(4);
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
        for (const x of [x1, x2]) expect(x > size.width * 0.05 && x < size.width * 0.95).toBe(true);
        for (const y of [y1, y2]) expect(y > size.height * 0.05 && y < size.height * 0.95).toBe(true);
        const moved = { up: y1 - y2, down: y2 - y1, left: x1 - x2, right: x2 - x1 }[direction];
        expect(name === 'swipe' ? moved : -moved).toBeGreaterThan(50);
      }
    }
  }
});

test('a covered element, and an action without its element, are refused before anything is sent', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone, { covered: 'the keyboard' }), signal)).toMatchObject({
    failure: { code: 'element_covered' },
    landed: false,
  });
  expect(await device.perform({ name: 'tap', ref: 'e1' }, null, signal)).toMatchObject({ failure: { code: 'stale_ref' }, landed: false });
  expect(phone.touched).toEqual([]);
});

test('D5 a connection that breaks during a tap leaves its fate unknown and is not sent again', async () => {
  for (const fault of ['cut', 'cut_after'] as const) {
    const ok = button('ok');
    const { phone, device } = await phoneInHand([ok]);
    phone.fault('POST element/click', fault);
    await expect(device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).rejects.toMatchObject({
      code: 'session_lost',
      landed: null,
    });
    expect(phone.commands.filter((command) => command === 'POST element/click')).toHaveLength(1);
  }
});

test('D5 what drivers say when the session, the server on the device, or the device is gone', async () => {
  for (const [message, code] of [
    [
      "'POST /element' cannot be proxied to UiAutomator2 server because the instrumentation process is not running (probably crashed)",
      'session_lost',
    ],
    ['Could not proxy command to the remote server. Original error: socket hang up', 'session_lost'],
    ["adb: device 'emulator-5554' not found", 'device_lost'],
    ['error: device offline', 'device_lost'],
  ] as const) {
    const ok = button('ok');
    const { phone, device } = await phoneInHand([ok]);
    phone.fault('POST element/click', { error: 'unknown error', message });
    await expect(device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).rejects.toMatchObject({ code });
  }
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  phone.endSession();
  await expect(device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).rejects.toMatchObject({
    code: 'session_lost',
    landed: false,
  });
  await expect(device.observe(signal)).rejects.toMatchObject({ code: 'session_lost' });
});

test('D1 a command that hangs ends at its deadline with its fate unknown; closing ends too', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok], {}, { commandMs: 1_500 });
  phone.fault('POST element/click', 'hang');
  const began = performance.now();
  expect(await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal)).toMatchObject({
    failure: { code: 'timed_out' },
    landed: null,
  });
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(phone.commands.filter((command) => command === 'POST element/click')).toHaveLength(1);
});

test('P36 a stop before the touch sends nothing; a stop during it waits for it; none starts afterwards', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok]);
  const target = targetOf(ok, phone);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, target, AbortSignal.abort())).toMatchObject({
    failure: { code: 'cancelled' },
    landed: false,
  });
  expect(phone.touched).toEqual([]);

  phone.fault('POST element/click', { delayMs: 300 });
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 150);
  expect(await device.perform({ name: 'tap', ref: 'e1' }, target, stopping.signal)).toMatchObject({ failure: null, landed: true });

  const text = field('name');
  phone.nodes = [text];
  phone.fault('POST element/click', { delayMs: 300 });
  const again = new AbortController();
  setTimeout(() => again.abort(), 150);
  const report = await device.perform({ name: 'type_text', ref: 'e1', text: 'hello' }, targetOf(text, phone), again.signal);
  expect(report).toMatchObject({ failure: { code: 'cancelled' }, landed: true });
  expect(phone.touched).toEqual(['tap ok', 'tap name']);
});

test('P36 the time limit of an action is told apart from a stop', async () => {
  const { device } = await phoneInHand([]);
  const report = await device.perform({ name: 'wait', seconds: 30 }, null, AbortSignal.timeout(100));
  expect(report).toMatchObject({ failure: { code: 'timed_out' } });
});

test('D3 the keyboard is hidden by its own command, and Back is never pressed without one', async () => {
  const { phone, device } = await phoneInHand([]);
  expect(await device.perform({ name: 'hide_keyboard' }, null, signal)).toMatchObject({ failure: null, note: 'no keyboard was shown' });
  expect(phone.touched).toEqual([]);
  phone.keyboard = true;
  expect(await device.perform({ name: 'hide_keyboard' }, null, signal)).toMatchObject({ failure: null });
  expect(phone.touched).toEqual(['hide keyboard']);
  phone.keyboard = true;
  phone.fault('POST appium/device/hide_keyboard', { error: 'unknown error', message: 'The keyboard cannot be hidden' });
  phone.fault('GET appium/device/is_keyboard_shown', { error: 'unknown error' }, 1, 1);
  expect(await device.perform({ name: 'hide_keyboard' }, null, signal)).toMatchObject({ failure: null });
  expect(phone.touched).toEqual(['hide keyboard']);
});

test('a dialog is answered by the driver, else by its own button, else it is said that there is none', async () => {
  const { phone, device } = await phoneInHand([]);
  phone.alert = true;
  expect(await device.perform({ name: 'accept_dialog' }, null, signal)).toMatchObject({ failure: null });
  phone.pkg = 'android';
  phone.nodes = [button('button2')];
  expect(await device.perform({ name: 'dismiss_dialog' }, null, signal)).toMatchObject({
    failure: null,
    note: 'pressed android:id/button2',
  });
  phone.nodes = [];
  expect(await device.perform({ name: 'dismiss_dialog' }, null, signal)).toMatchObject({
    failure: { code: 'action_refused' },
    landed: false,
  });
  expect(phone.touched).toEqual(['POST alert/accept', 'tap button2']);
});

test('an app is opened by id or by its name, and an unknown one is said to be unknown', async () => {
  const { phone, device } = await phoneInHand([]);
  expect(await device.perform({ name: 'open_app', app: 'com.example.notes' }, null, signal)).toMatchObject({ failure: null });
  expect(await device.perform({ name: 'open_app', app: 'Notes' }, null, signal)).toMatchObject({
    failure: { code: 'app_unknown' },
    landed: false,
  });
  phone.apps = { 'com.android.settings': {}, 'com.example.notes': { label: 'My Notes' }, 'org.a.clock': {}, 'org.b.clock': {} };
  for (const app of ['settings', 'my notes', 'org.a.clock'])
    expect(await device.perform({ name: 'open_app', app }, null, signal)).toMatchObject({ failure: null });
  expect(await device.perform({ name: 'open_app', app: 'clock' }, null, signal)).toMatchObject({
    failure: { code: 'app_unknown', message: expect.stringContaining('org.a.clock, org.b.clock') },
  });
  expect(phone.touched).toEqual(
    ['com.example.notes', 'com.android.settings', 'com.example.notes', 'org.a.clock'].map(
      (appId) => `POST mobile: activateApp ${JSON.stringify({ appId })}`,
    ),
  );
});

test('scroll_to scrolls until the words are there, and says when the end was reached without them', async () => {
  const { phone, device } = await phoneInHand([]);
  const pages = ['Alpha', 'Beta', 'Gamma & Delta'];
  let at = 0;
  const list = (): typeof phone.nodes => [
    button('list', {
      cls: 'androidx.recyclerview.widget.RecyclerView',
      scrollable: true,
      desc: pages[at] ?? '',
      bounds: [0, 300, 1080, 2000],
    }),
  ];
  phone.nodes = list();
  phone.touched.push = (...items: string[]): number => {
    for (const item of items) {
      const [, from = 0, to = 0] = /swipe \d+,(\d+) to \d+,(\d+)/.exec(item)?.map(Number) ?? [];
      at = Math.min(pages.length - 1, Math.max(0, at + (from > to ? 1 : -1)));
      phone.nodes = list();
    }
    return Array.prototype.push.apply(phone.touched, items);
  };
  expect(await device.perform({ name: 'scroll_to', text: 'gamma & delta' }, null, signal)).toMatchObject({
    failure: null,
    note: 'found after 2 scrolls',
  });
  expect(await device.perform({ name: 'scroll_to', text: 'Alpha' }, null, signal)).toMatchObject({ failure: null });
  expect(await device.perform({ name: 'scroll_to', text: 'Omega', direction: 'down' }, null, signal)).toMatchObject({
    failure: { code: 'action_refused', message: expect.stringContaining('the end was reached') },
    landed: true,
  });
});
