import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';
import type { Page } from '../../world/page.ts';
import { havePages, pageFiles, pageSource } from './page-files.ts';
import { coversSame, mustBeSeen, squash } from './raw-walk.ts';

/** What stands in the raw XML and not on the page. */
function lost(xml: string, page: Page): { nodes: number; texts: string[] } {
  const { boxes, texts } = mustBeSeen(xml);
  const body = squash(page.body);
  const elements = page.elements.filter((one) => one.actionable);
  return {
    nodes: boxes.filter((box) => !elements.some((one) => coversSame(one.bounds, box))).length,
    texts: texts.filter((text) => !body.includes(text)),
  };
}

const files = [
  ...pageFiles('android'),
  ...pageFiles('sequences/mobilegpt_createEvent_161955'),
  ...pageFiles('sequences/mobilegpt_searchEvent_163032'),
].filter((file) => !file.includes('two_documents'));

test.skipIf(!havePages).each(files)('no actionable node and no visible text of %s is lost', (file) => {
  const xml = pageSource(file);
  expect(lost(xml, pageOf(xml))).toEqual({ nodes: 0, texts: [] });
});

test.runIf(havePages)('the second walk bites: a page without one of its elements, or one of its lines, has lost something', () => {
  const xml = pageSource('android/shirates_NetworkAndInternetScreen.xml');
  const page = pageOf(xml);
  for (const element of page.elements.filter((one) => one.actionable)) {
    const without = { ...page, elements: page.elements.filter((one) => one !== element) };
    const twin = without.elements.some((one) => one.actionable && coversSame(one.bounds, element.bounds));
    if (!twin) expect(lost(xml, without).nodes).toBe(1);
  }
  const lines = page.body.split('\n');
  const unseen = lines.filter((_line, i) => lost(xml, { ...page, body: lines.filter((_one, k) => k !== i).join('\n') }).texts.length > 0);
  expect(unseen.length).toBeGreaterThan(8);
});

test.runIf(havePages)('the second walk bites: a node dropped from what the product reads is missed', () => {
  const xml = pageSource('android/shirates_NetworkAndInternetScreen.xml');
  const dropped = xml.replace(/<android\.widget\.Switch [^>]*text="OFF"[^>]*\/>/, '');
  expect(dropped).not.toBe(xml);
  expect(lost(xml, pageOf(dropped))).toEqual({ nodes: 1, texts: ['OFF'] });
});
