import { expect, test } from 'vitest';
import { pngSize, scaleOf } from '../../../host-agent/device/observe.ts';
import type { Observation } from '../../../world/observation.ts';
import { button, field, phoneInHand, signal, targetOf } from './phone-in-hand.ts';

async function observed(device: { observe(signal: AbortSignal): Promise<unknown> }): Promise<Observation> {
  const seen = (await device.observe(signal)) as Observation;
  expect(seen.kind).toBe('observation');
  return seen;
}

test('W4 size, rotation, scale, focus, keyboard and picture come with the source they belong to', async () => {
  const { phone, device, artifacts } = await phoneInHand([button('ok')]);
  phone.keyboard = true;
  phone.rotation = 1;
  phone.size = { width: 2280, height: 1080 };
  phone.png = { width: 1140, height: 540 };
  const seen = await observed(device);
  expect(seen).toMatchObject({
    platform: 'android',
    size: { width: 2280, height: 1080 },
    rotation: 90,
    scale: 0.5,
    focusedApp: 'com.example.app',
    keyboard: 'shown',
    screenshot: { mediaType: 'image/png' },
  });
  expect(String(await artifacts.get(seen.source.sha256))).toBe(phone.source());
});

test('W4 points and pixels at scale 1, 2, 2.625 and 3, upright and lying', () => {
  const window = { width: 390, height: 844 };
  for (const scale of [1, 2, 2.625, 3]) {
    const shot = { width: Math.round(390 * scale), height: Math.round(844 * scale) };
    expect(scaleOf(shot, window)).toBeCloseTo(scale, 2);
    expect(scaleOf({ width: shot.height, height: shot.width }, window)).toBeCloseTo(scale, 2);
    expect(scaleOf(shot, { width: 844, height: 390 })).toBeCloseTo(scale, 2);
  }
  expect(pngSize(Buffer.from('not a picture at all, really'))).toBeNull();
});

/** Deadlines that a busy machine does not reach. */
const patient = { quietMs: 20, patienceMs: 600, loadingMs: 2_000, withinMs: 20_000 };

test('a page that changes while it is read is read again, so that all is of one moment', async () => {
  const { phone, device, artifacts } = await phoneInHand([button('ok')], {}, { settle: patient, commandMs: 10_000 });
  for (let i = 0; i < 5; i++) phone.sources.push(() => phone.source().replace('index="0" package', `index="${i}" package`));
  const seen = await observed(device);
  expect(String(await artifacts.get(seen.source.sha256))).toBe(phone.source());
});

test('a page that never stands still is taken as it is at the deadline', async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  let tick = 0;
  for (let i = 0; i < 500; i++) phone.sources.push(() => phone.source().replace('content-desc="ok"', `content-desc="${tick++} s"`));
  const began = performance.now();
  await observed(device);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a page that stands still costs two reads', async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  await device.observe(signal);
  expect(phone.commands.filter((command) => command === 'GET source')).toHaveLength(2);
});

test('after an action a change is waited for, and the lack of one is believed after a little', async () => {
  const ok = button('ok');
  const { phone, device } = await phoneInHand([ok], {}, { settle: { ...patient, patienceMs: 2_000 }, commandMs: 10_000 });
  await device.observe(signal);
  ok.onTap = () => {
    setTimeout(() => {
      phone.nodes = [button('next')];
    }, 300);
  };
  await device.perform({ name: 'tap', ref: 'e1' }, targetOf(ok, phone), signal);
  expect((await observed(device)).tree.nodes.some(({ description }) => description === 'next')).toBe(true);

  const next = phone.nodes[0] ?? ok;
  await device.perform({ name: 'tap', ref: 'e1' }, targetOf(next, phone), signal);
  const began = performance.now();
  await observed(device);
  expect(performance.now() - began).toBeGreaterThan(1_900);
  const reads = (): number => phone.commands.filter((command) => command === 'GET source').length;
  const before = reads();
  await observed(device);
  expect(reads() - before).toBe(2);
});

test('something that turns is waited for, but not for ever', async () => {
  const spinner = button('spinner', { cls: 'android.widget.ProgressBar' });
  const { phone, device } = await phoneInHand([spinner], {}, { settle: patient, commandMs: 10_000 });
  setTimeout(() => {
    phone.nodes = [button('loaded')];
  }, 250);
  expect((await observed(device)).tree.nodes.some(({ description }) => description === 'loaded')).toBe(true);
  phone.nodes = [spinner];
  const began = performance.now();
  await observed(device);
  const took = performance.now() - began;
  expect(took > 1_900 && took < 10_000).toBe(true);
});

test('W1 what is no page is retried within one look, and told with its code when it stays', { timeout: 15_000 }, async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  phone.sources.push('Failed to Dump Window Hierarchy', 'Failed to Dump Window Hierarchy');
  await observed(device);
  for (const [source, code] of [
    ['', 'source_empty'],
    ['ERROR: could not get idle state.', 'source_not_xml'],
    [phone.source().slice(0, 700), 'source_truncated'],
    [phone.source() + phone.source(), 'source_two_documents'],
  ] as const) {
    phone.sources.push(...Array.from({ length: 40 }, () => source));
    expect(await device.observe(signal)).toMatchObject({ kind: 'unreadable', code, screenshot: null });
    phone.sources.length = 0;
  }
});

test('a driver that cannot read the page is asked again, and a stale answer from the source itself is no stale target', {
  timeout: 15_000,
}, async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  phone.fault('GET source', { error: 'stale element reference', message: 'from GET source itself' });
  await observed(device);
  phone.fault(
    'GET source',
    { error: 'unknown error', message: 'Timed out after 10000 milliseconds waiting for root AccessibilityNodeInfo' },
    2,
  );
  await observed(device);
  phone.fault('GET source', { error: 'unknown error', message: 'An error: Illegal character (d83d)' }, 9);
  expect(await device.observe(signal)).toMatchObject({
    kind: 'unreadable',
    code: 'source_failed',
    message: expect.stringContaining('Illegal character'),
  });
});

test('D1 probes that fail or hang are unknown, not failures', async () => {
  const { phone, device } = await phoneInHand([button('ok')], {}, { commandMs: 2_000 });
  phone.fault('GET appium/device/is_keyboard_shown', 'hang', 9);
  phone.fault('POST mobile: getCurrentPackage', { error: 'unknown error' }, 9);
  phone.fault('GET screenshot', { error: 'unknown error', message: 'secure window' }, 9);
  phone.fault('GET window/rect', { error: 'unknown error' }, 9);
  expect(await observed(device)).toMatchObject({
    keyboard: 'unknown',
    focusedApp: null,
    screenshot: null,
    size: { width: 1080, height: 2280 },
    scale: 1,
  });
});

test('W7 a page of another app than the one in front is read again, and handed on with both when it stays so', {
  timeout: 10_000,
}, async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  phone.front = 'com.example.other';
  setTimeout(() => {
    phone.pkg = 'com.example.other';
  }, 150);
  expect(await observed(device)).toMatchObject({ focusedApp: 'com.example.other', tree: { app: 'com.example.other' } });
  phone.front = 'com.example.third';
  expect(await observed(device)).toMatchObject({ focusedApp: 'com.example.third', tree: { app: 'com.example.other' } });
});

test('S8 while a secret field is on screen no picture is even taken', async () => {
  const { phone, device } = await phoneInHand([field('pin', { password: true, text: 'abcd' })]);
  expect((await observed(device)).screenshot).toBeNull();
  expect(phone.commands).not.toContain('GET screenshot');
});

test('P36 a look that is stopped ends at once as cancelled', async () => {
  const { phone, device } = await phoneInHand([button('ok')]);
  phone.fault('GET source', 'hang', 3);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 60);
  const began = performance.now();
  await expect(device.observe(stopping.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('D6 an idle end is recognised, and closing ends although the driver hangs', async () => {
  const { phone, device } = await phoneInHand([button('ok')], {}, { closeMs: 500 });
  phone.endSession();
  await expect(device.observe(signal)).rejects.toMatchObject({ code: 'session_lost' });
  phone.fault('DELETE ', 'hang');
  const began = performance.now();
  await device.close();
  expect(performance.now() - began).toBeLessThan(8_000);
});
