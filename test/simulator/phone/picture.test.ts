import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { windowsOf } from '../../../simulator/phone/android/windows.ts';
import { picture } from '../../../simulator/phone/render/picture.ts';
import { Hand } from './hand.ts';

const draw = (hand: Hand): Promise<Buffer> => picture(hand.phone, windowsOf(hand.phone));

/** Pixels darker than grey in a rectangle. */
async function inkIn(png: Buffer, [left, top, right, bottom]: readonly number[]): Promise<number> {
  const region = { left: left ?? 0, top: top ?? 0, width: (right ?? 0) - (left ?? 0), height: (bottom ?? 0) - (top ?? 0) };
  const pixels = await sharp(png).extract(region).greyscale().raw().toBuffer();
  return pixels.filter((value) => value < 128).length;
}

test('the picture has the phone’s own pixels, and ink where the tree has words', async () => {
  const hand = new Hand().launch('settings');
  const png = await draw(hand);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1080, height: 2400 });
  for (const words of ['Network & internet', 'Connected devices', 'Battery'])
    expect(await inkIn(png, hand.node(words).bounds)).toBeGreaterThan(200);
});

test('the keyboard is in the picture and not in the page source', async () => {
  const hand = new Hand().launch('settings');
  const without = await draw(hand);
  hand.tap('Search settings');
  const withKeys = await draw(hand);
  const keys = [0, 1700, 1080, 2300];
  expect(await inkIn(withKeys, keys)).not.toBe(await inkIn(without, keys));
  expect(hand.source).not.toContain('inputmethod');
});

test('words can be read on a machine without a single font', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapwright-no-fonts-'));
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, '<?xml version="1.0"?><fontconfig><dir>/nowhere</dir></fontconfig>');
  const script = join(folder, 'draw.mts');
  const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    script,
    `import { firstDay } from ${at('../../../simulator/phone/first-day.ts')};
     import { happen } from ${at('../../../simulator/phone/machine.ts')};
     import { windowsOf } from ${at('../../../simulator/phone/android/windows.ts')};
     import { picture } from ${at('../../../simulator/phone/render/picture.ts')};
     const { phone } = happen(firstDay({ seed: 1, labels: 0, locale: 'en' }), { kind: 'launch', app: 'settings' });
     process.stdout.write((await picture(phone, windowsOf(phone))).toString('base64'));`,
  );
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const said = execFileSync(process.execPath, ['--import', tsx, script], {
    env: { ...process.env, FONTCONFIG_FILE: config },
    encoding: 'utf8',
    maxBuffer: 20_000_000,
    timeout: 60_000,
  });
  const hand = new Hand().launch('settings');
  return inkIn(Buffer.from(said, 'base64'), hand.node('Network & internet').bounds).then((ink) => expect(ink).toBeGreaterThan(200));
}, 60_000);
