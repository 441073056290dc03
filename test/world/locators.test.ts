import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';
import type { Locator } from '../../world/locator.ts';
import { bar, list, node, row, screen, seen, text } from './android-source.ts';
import { havePages, pageFiles, pageSource } from './page-files.ts';
import { type RawElement, rawElements } from './raw-walk.ts';

const javaString = (source: string): string =>
  source
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\(["\\])/g, '$1');

/** What an Android driver finds by a locator, worked out on the raw XML. */
function found(xml: string, { using, value }: Locator): RawElement[] {
  const all = rawElements(xml).filter((one) => one.tag !== 'hierarchy');
  const has =
    (name: string, wanted: string) =>
    (one: RawElement): boolean =>
      (one.attributes.get(name) ?? '') === wanted;
  if (using === 'accessibility id') return all.filter(has('content-desc', value));
  if (using === 'id') return all.filter(has('resource-id', value));
  if (using === '-android uiautomator') {
    const [, method = '', argument = '', , instance] =
      /^new UiSelector\(\)\.(\w+)\("((?:\\.|[^"\\])*)"\)(\.instance\((\d+)\))?$/.exec(value) ?? [];
    const names: Record<string, string> = { text: 'text', resourceId: 'resource-id', className: 'class' };
    const matches = all.filter(
      (one) =>
        (method === 'className' ? (one.attributes.get('class') ?? one.tag) : (one.attributes.get(names[method] ?? '') ?? '')) ===
        javaString(argument),
    );
    return instance === undefined ? matches : matches.slice(Number(instance), Number(instance) + 1);
  }
  return byXPath(xml, value);
}

/** The two shapes of XPath that the product writes. */
function byXPath(xml: string, value: string): RawElement[] {
  const all = rawElements(xml);
  const shape =
    /^\(?\/\/\*\[@([\w-]+)=("[^"]*"|'[^']*')\]\/ancestor::\*\[(\d+)\](?:\/descendant::\*\[@class="([^"]*)"\]\)\[(\d+)\])?$/.exec(value);
  if (shape === null) throw new Error(`unread XPath ${value}`);
  const [, name = '', quoted = '', steps = '0', type, place] = shape;
  const start = all.filter((one) => (one.attributes.get(name) ?? '') === quoted.slice(1, -1));
  const frames = start.map((one) => {
    let at = all.indexOf(one);
    for (let k = 0; k < Number(steps); k++) at = all[at]?.parent ?? -1;
    return at;
  });
  if (type === undefined) return frames.flatMap((at) => all[at] ?? []);
  const below = (i: number, frame: number): boolean => {
    for (let at = all[i]?.parent ?? -1; at >= 0; at = all[at]?.parent ?? -1) if (at === frame) return true;
    return false;
  };
  const inside = all.filter((one, i) => (one.attributes.get('class') ?? one.tag) === type && frames.some((frame) => below(i, frame)));
  return inside.slice(Number(place) - 1, Number(place));
}

test.skipIf(!havePages).each(pageFiles('android').filter((file) => !file.includes('two_documents')))(
  'every locator on %s finds its element and no other',
  (file) => {
    const xml = pageSource(file);
    for (const element of pageOf(xml).elements.filter((one) => one.actionable)) {
      expect(element.locators.length).toBeGreaterThan(0);
      for (const locator of element.locators) {
        const matches = found(xml, locator);
        expect(matches, JSON.stringify(locator)).toHaveLength(1);
        expect(matches[0]?.box, JSON.stringify(locator)).toEqual(element.bounds);
      }
    }
  },
);

test('locators come most durable first: accessibility id, resource id, text, the labelled row, the place', () => {
  const page = seen(
    screen(
      bar('Shop'),
      list(
        row('Apples', 300, node('ImageButton', [900, 300, 1040, 390], { clickable: true })),
        row('Pears', 500, node('ImageButton', [900, 500, 1040, 590], { clickable: true })),
      ),
    ),
  );
  const using = (label: string): string[] => page.elements.find((one) => one.label === label)?.locators.map((one) => one.using) ?? [];
  expect(using('Navigate up')).toEqual(['accessibility id', '-android uiautomator']);
  expect(page.elements.find((one) => one.label === 'Apples')?.locators[0]).toEqual({
    using: 'xpath',
    value: '//*[@text="Apples"]/ancestor::*[1]',
  });
  const icons = page.elements.filter((one) => one.role === 'button' && one.label !== 'Navigate up');
  expect(icons.map((one) => one.locators[0]?.using)).toEqual(['xpath', 'xpath']);
});

test('quotes, backslashes and line breaks of a text stand in a locator as the driver reads them', () => {
  const words = 'Say "hi" \\ it\'s\nnew';
  const xml = screen(node('Button', [0, 300, 400, 400], { text: words, clickable: true }), text('other', 600));
  const [locator] = seen(xml).elements[0]?.locators ?? [];
  expect(locator?.value).toBe('new UiSelector().text("Say \\"hi\\" \\\\ it\'s\\nnew")');
  expect(found(xml, locator as Locator)).toHaveLength(1);
});

test('what stands in a field never makes a locator', () => {
  const page = seen(screen(node('EditText', [0, 300, 900, 400], { text: 'plums', hint: 'Fruit' })));
  expect(JSON.stringify(page.elements[0]?.locators)).not.toContain('plums');
});
