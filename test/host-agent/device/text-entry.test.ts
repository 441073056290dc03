import { expect, test } from 'vitest';
import { field, type InHand, phoneInHand, signal, targetOf } from './phone-in-hand.ts';
import type { SmallNode } from './small-phone.ts';

const type = (device: InHand['device'], phone: InHand['phone'], node: SmallNode, text: string, submit = false) =>
  device.perform({ name: 'type_text', ref: 'e1', text, submit }, targetOf(node, phone), signal);

test('D2 what was typed is in the field, and nothing else, whatever characters', async () => {
  const name = field('name', { text: 'old text', hint: 'Your name' });
  const { phone, device } = await phoneInHand([name]);
  for (const text of ['plain', 'Ünïcödé', '日本語', '🎂👩‍👩‍👧', '100%s %d', 'a\nb', '"quotes" & <tags>', 'שלום', 'x'.repeat(1_000), '']) {
    expect(await type(device, phone, name, text)).toMatchObject({ failure: null, landed: true });
    expect(name.text).toBe(text);
  }
});

test('D2 a field that eats letters is cleared and typed into again another way, once', async () => {
  const name = field('name', { garble: (text, way) => (way === 'keys' ? text.replaceAll('c', '') : text) });
  const { phone, device } = await phoneInHand([name]);
  expect(await type(device, phone, name, 'abcdc')).toMatchObject({
    failure: null,
    note: expect.stringContaining('typed again another way'),
  });
  expect(name.text).toBe('abcdc');
  expect(phone.touched).toEqual(['tap name', 'keys name', 'clear name', 'type name']);
});

test('D2 what still differs is reported with what arrived, and is not submitted', { timeout: 10_000 }, async () => {
  const name = field('name', { garble: (text) => text.replace('cde', '') });
  const { phone, device } = await phoneInHand([name]);
  expect(await type(device, phone, name, 'abcdefgh@example.com', true)).toMatchObject({
    failure: { code: 'text_differs', message: expect.stringContaining('"abfgh@example.com"') },
    landed: true,
  });
  expect(phone.touched.filter((touch) => /^(keys|type) /.test(touch))).toHaveLength(2);
  expect(phone.touched.join()).not.toContain('pressKey');
});

test('D2 text that arrives late is waited for and not typed again', async () => {
  const name = field('name');
  let arrived = '';
  name.garble = (text) => {
    setTimeout(() => {
      name.text = text;
    }, 300);
    arrived = text;
    return '';
  };
  const { phone, device } = await phoneInHand([name]);
  expect(await type(device, phone, name, 'slow')).toMatchObject({ failure: null });
  expect([arrived, phone.touched]).toEqual(['slow', ['tap name', 'keys name']]);
});

test('D2 a hint is not a value, even when it reads the same as what is typed', async () => {
  const search = field('search', { hint: 'Search' });
  const { phone, device } = await phoneInHand([search]);
  expect(await type(device, phone, search, 'shoes')).toMatchObject({ failure: null });
  expect(phone.touched).toEqual(['tap search', 'keys search']);
});

test('D2 a masked field is compared by its length and its content is never told', { timeout: 10_000 }, async () => {
  const secret = field('secret', { password: true });
  const { phone, device, logged } = await phoneInHand([secret]);
  expect(await type(device, phone, secret, 'hunter2')).toMatchObject({ failure: null });
  expect(secret.text).toBe('hunter2');
  secret.garble = (text) => text.slice(1);
  const report = await type(device, phone, secret, 'correcthorse');
  expect(report).toMatchObject({
    failure: { code: 'text_differs', message: expect.stringContaining('11 characters where 12 were typed') },
  });
  expect(JSON.stringify(report) + logged.join()).not.toMatch(/orrecthorse/);
});

test('D2 submit presses enter once the text is there', async () => {
  const name = field('name');
  const { phone, device } = await phoneInHand([name]);
  await type(device, phone, name, 'go', true);
  expect(phone.touched).toEqual(['tap name', 'keys name', 'POST mobile: pressKey {"keycode":66}']);
});

test('D2 a field without a locator is tapped where it was seen and typed into as the focused one', async () => {
  const name = field('name');
  const { phone, device } = await phoneInHand([name]);
  expect(await device.perform({ name: 'type_text', ref: 'e1', text: 'hi' }, targetOf(name, phone, { locators: [] }), signal)).toMatchObject(
    { failure: null },
  );
  expect(name.text).toBe('hi');
});

test('D4 a field that is redrawn while it is typed into is found again, and the text is there once', async () => {
  const name = field('name');
  const { phone, device } = await phoneInHand([name]);
  phone.fault('POST element/value', { error: 'stale element reference', status: 404 });
  expect(await type(device, phone, name, 'once')).toMatchObject({ failure: null });
  expect(name.text).toBe('once');
});

test('D5 a connection that breaks while typing is never typed over', async () => {
  const name = field('name');
  const { phone, device } = await phoneInHand([name]);
  phone.fault('POST element/value', 'cut_after');
  await expect(type(device, phone, name, '🎂')).rejects.toMatchObject({ code: 'session_lost', landed: null });
  expect(phone.touched).toEqual(['tap name', 'keys name']);
});

test('something that takes no text says so', async () => {
  const label = { ...field('label'), cls: 'android.widget.TextView' };
  const { phone, device } = await phoneInHand([label]);
  expect(await type(device, phone, label, 'x')).toMatchObject({ failure: { code: 'not_interactable' } });
});

test('a field is cleared, and a hint counts as clear', async () => {
  const name = field('name', { text: 'old', hint: 'Name' });
  const { phone, device } = await phoneInHand([name]);
  expect(await device.perform({ name: 'clear_text', ref: 'e1' }, targetOf(name, phone), signal)).toMatchObject({ failure: null });
  expect(name.text).toBe('');
});

test('S7 a secret reaches the device and nothing else: no report, log, page, artifact or error', { timeout: 15_000 }, async () => {
  const value = 'S3ntinel & <value>';
  const password = field('password', { password: true });
  const user = field('user', { bounds: [40, 600, 1040, 720] });
  const { phone, device, logged, artifacts } = await phoneInHand([password, user], { pin: value, short: '42' });
  const told: unknown[] = [];
  for (const node of [password, user]) {
    told.push(await type(device, phone, node, 'x{{secret:pin}}'));
    expect(node.text).toBe(`x${value}`);
  }
  const seen = await device.observe(signal);
  told.push(seen);
  if (seen.kind !== 'observation') throw new Error(seen.message);
  expect(seen.screenshot).toBeNull();
  const source = String(await artifacts.get(seen.source.sha256));
  expect(source).toContain('text="x{{secret:pin}}"');
  told.push(source);

  user.garble = (text) => `${text}!`;
  told.push(await type(device, phone, user, '{{secret:pin}}'));
  for (const message of [`Cannot set the element to '${value}'`, 'plain']) {
    phone.fault('POST element/value', { error: 'unknown error', message }, 1);
    phone.fault('POST mobile: type', { error: 'unknown error', message }, 1);
    told.push(await type(device, phone, user, '{{secret:pin}}'));
  }
  phone.fault('POST element/value', { error: 'invalid session id', message: `no session to type ${value} into` });
  told.push(
    await type(device, phone, user, '{{secret:pin}}').catch((error: Error) => [
      error.message,
      error.stack,
      String(error.cause),
      JSON.stringify(error),
    ]),
  );
  expect(told).toHaveLength(8);
  expect(JSON.stringify(told) + logged.join()).not.toMatch(/S3ntinel/);
});

test('S7 a short secret is scrubbed where it is all that is shown, and does not tear numbers apart', async () => {
  const pin = field('pin', { text: '42' });
  const price = field('price', { text: '142 €', bounds: [40, 600, 1040, 720] });
  const { device, artifacts } = await phoneInHand([pin, price], { short: '42' });
  const seen = await device.observe(signal);
  const source = String(await artifacts.get(seen.kind === 'observation' ? seen.source.sha256 : ''));
  expect(source).toContain('text="{{secret:short}}"');
  expect(source).toContain('text="142 €"');
});

test('S7 a secret that is not known is refused before anything is touched', async () => {
  const name = field('name');
  const { phone, device } = await phoneInHand([name]);
  expect(await type(device, phone, name, '{{secret:nope}}')).toMatchObject({ failure: { code: 'secret_unknown' }, landed: false });
  expect(phone.touched).toEqual([]);
});
