import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { windowsOf } from '../../../simulator/phone/android/windows.ts';
import type { Input } from '../../../simulator/phone/machine.ts';
import { Hand } from './hand.ts';

const pages = process.env.TAPWRIGHT_PAGES ?? '../shared/pages';
const index = join(pages, 'INDEX.tsv');

interface Element {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly parent: number;
}

function elementsOf(xml: string): Element[] {
  const found: Element[] = [];
  const open: number[] = [];
  const parser = new Parser(
    {
      onopentag(name, values) {
        found.push({ name, attributes: Object.keys(values), values, parent: open.at(-1) ?? -1 });
        open.push(found.length - 1);
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

/** Sources of real phones, as Appium's UiAutomator2 driver gave them. */
function realSources(): string[] {
  return readFileSync(index, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , kind, part]) => kind === 'appium-uia2' && part === 'whole')
    .map(([file]) => readFileSync(join(pages, file ?? ''), 'utf8').trim());
}

const flags = 'checkable checked clickable enabled focusable focused long-clickable password scrollable selected displayed'.split(' ');

const everyPage = (): Hand[] => {
  const hands = [new Hand(), new Hand().launch('settings'), new Hand().launch('weather'), new Hand().launch('maps')];
  for (const page of ['Network & internet', 'Connected devices', 'Apps', 'Sound & vibration', 'Display'])
    hands.push(new Hand().launch('settings').tap(page));
  hands.push(
    new Hand().launch('settings').tap('Search settings').type('a"<&\n😀'),
    new Hand().launch('settings').tap('Display').tap('Screen timeout'),
  );
  for (const app of ['contacts', 'messages', 'notes', 'clock', 'calendar', 'shop', 'files', 'reader', 'dots'])
    hands.push(new Hand().launch(app));
  hands.push(new Hand().drag([540, 1200], [540, 500]));
  return hands;
};

test.skipIf(!existsSync(index))(
  'a page source has the form of the real ones: header, attributes and their order, class as tag, bounds, nesting',
  () => {
    const real = realSources();
    expect(real.length).toBeGreaterThan(8);
    const realElements = real.flatMap(elementsOf);
    const hierarchies = realElements.filter(({ name }) => name === 'hierarchy');
    const orders = new Set(realElements.filter(({ name }) => name !== 'hierarchy').map(({ attributes }) => attributes.join(' ')));
    const firstLines = new Set(real.map((xml) => xml.split('\n')[0]));
    for (const hand of everyPage()) {
      const xml = hand.source;
      const lines = xml.split('\n');
      expect(firstLines).toContain(lines[0]);
      expect(lines[1]).toMatch(/^<hierarchy index="0" class="hierarchy" rotation="\d" width="\d+" height="\d+">$/);
      expect(lines.at(-1)).toBe('</hierarchy>');
      const [hierarchy, ...elements] = elementsOf(xml);
      expect(hierarchy?.attributes).toEqual(hierarchies[0]?.attributes);
      const children = new Map<number, number>();
      const wrong: string[] = [];
      for (const { name, attributes, values, parent } of elements) {
        // Fields tell their hint last; the collected sources are older than that attribute.
        if (!orders.has(attributes.filter((attribute) => attribute !== 'hint').join(' ')))
          wrong.push(`attributes of ${name}: ${attributes.join(' ')}`);
        if (values.class !== name) wrong.push(`class of ${name}`);
        if (!/^\[\d+,\d+\]\[\d+,\d+\]$/.test(values.bounds ?? '')) wrong.push(`bounds ${values.bounds}`);
        const place = children.get(parent) ?? 0;
        children.set(parent, place + 1);
        if (values.index !== String(place)) wrong.push(`index of ${name}`);
        if (!flags.every((flag) => /^(true|false)$/.test(values[flag] ?? ''))) wrong.push(`flags of ${name}`);
      }
      expect(wrong).toEqual([]);
    }
  },
);

test.skipIf(!existsSync(index))('Settings uses the classes and resource ids of the real Settings', () => {
  const real = new Set(
    realSources()
      .flatMap(elementsOf)
      .map(({ values }) => values['resource-id']),
  );
  const ours = new Set(
    elementsOf(new Hand().launch('settings').tap('Network & internet').source).map(({ values }) => values['resource-id']),
  );
  for (const id of ours) if (id !== undefined) expect(real).toContain(id);
});

const inputs: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ x: fc.integer({ min: 0, max: 1079 }), y: fc.integer({ min: 0, max: 2399 }) })
      .map(({ x, y }): Input => ({ kind: 'gesture', fingers: [[{ x, y, t: 0 }]] })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 0, max: 1079 }),
        fc.integer({ min: 0, max: 2399 }),
        fc.integer({ min: 0, max: 1079 }),
        fc.integer({ min: 0, max: 2399 }),
      )
      .map(
        ([x, y, x2, y2]): Input => ({
          kind: 'gesture',
          fingers: [
            [
              { x, y, t: 0 },
              { x: x2, y: y2, t: 300 },
            ],
          ],
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Input>(
      { kind: 'key', key: 'back' },
      { kind: 'key', key: 'home' },
      { kind: 'key', key: 'enter' },
      { kind: 'hide_keyboard' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Input>(
      { kind: 'launch', app: 'settings' },
      { kind: 'launch', app: 'maps' },
      { kind: 'terminate', app: 'settings' },
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text): Input => ({ kind: 'text', text })) },
);

test('whatever hands do, the page can be read, lies on the screen, and no two nodes are the same', () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 40 }), fc.integer({ min: 0, max: 3 }), (all, labels) => {
      const hand = new Hand({ labels }).launch('settings');
      for (const input of all) hand.do(input);
      const elements = elementsOf(hand.source);
      expect(elements.length).toBeGreaterThan(5);
      for (const window of windowsOf(hand.phone)) expect(window.root.bounds[2]).toBeLessThanOrEqual(1080);
      const uids = hand.nodes.map(({ uid }) => uid);
      expect(new Set(uids).size).toBe(uids.length);
    }),
    { numRuns: 60 },
  );
});

test('the same seed and the same hands make the same phone', () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 25 }), fc.integer(), (all, seed) => {
      const [one, two] = [new Hand({ seed }), new Hand({ seed })];
      for (const input of all) {
        one.do(input);
        two.do(input);
      }
      expect(one.phone).toEqual(two.phone);
      expect(one.source).toBe(two.source);
    }),
    { numRuns: 20 },
  );
});
