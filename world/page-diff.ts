import { isClockwork, masked, withoutClockwork } from './masking.ts';
import type { Page, PageElement } from './page.ts';
import { samePage } from './page-identity.ts';
import { bounded, oneLine, quoted } from './text-line.ts';

export interface ElementChange {
  readonly before: PageElement;
  readonly after: PageElement;
  /** What became of it, in words: `off → on`, `"abc" → "abcd"`. */
  readonly words: string;
  /** Only digits differ: a counter, a price, a clock without a colon. */
  readonly onlyNumbers: boolean;
}

/** What one page has that the other has not. Volatile parts (clocks, battery, progress) are masked. */
export interface PageDiff {
  /** Set when the page is another one: `Settings → Settings › Network & internet`. */
  readonly page: string | null;
  readonly appeared: readonly PageElement[];
  readonly gone: readonly PageElement[];
  readonly changed: readonly ElementChange[];
  /** Elements that stand elsewhere now, by more than a hundredth of the screen. */
  readonly moved: readonly ElementChange[];
  /** `shown` or `hidden`, when the keyboard came or went. */
  readonly keyboard: 'shown' | 'hidden' | null;
  /** Further facts: rotation, rows counted outside the screen. */
  readonly further: readonly string[];
}

export const isEmpty = (diff: PageDiff): boolean =>
  diff.page === null &&
  diff.appeared.length + diff.gone.length + diff.changed.length + diff.moved.length + diff.further.length === 0 &&
  diff.keyboard === null;

/**
 * Compares two observations by what they show. Elements are paired by ref where the second page was seen after the
 * first, then by what they are; the order of the elements does not matter.
 */
export function diffPages(before: Page, after: Page): PageDiff {
  const pairs: [PageElement, PageElement][] = [];
  const gone: PageElement[] = [];
  const left = new Set(after.elements);
  const byRef = new Map(after.elements.map((element) => [element.ref, element]));
  const unpaired: PageElement[] = [];
  for (const element of before.elements) {
    const twin = byRef.get(element.ref);
    if (twin !== undefined && twin.role === element.role && left.delete(twin)) pairs.push([element, twin]);
    else unpaired.push(element);
  }
  const byIdentity = new Map<string, PageElement[]>();
  for (const element of left) byIdentity.set(volatileKey(element), [...(byIdentity.get(volatileKey(element)) ?? []), element]);
  for (const element of unpaired) {
    const twin = byIdentity.get(volatileKey(element))?.shift();
    if (twin !== undefined && left.delete(twin)) pairs.push([element, twin]);
    else if (!isVolatile(element)) gone.push(element);
  }
  const changed = pairs.flatMap(([one, other]) => changeOf(one, other));
  const moved = pairs.flatMap(([one, other]) => moveOf(one, other, before));
  return {
    page: pageChange(before, after),
    appeared: [...left].filter((element) => !isVolatile(element)),
    gone,
    changed,
    moved,
    keyboard: keyboardChange(before, after),
    further: further(before, after),
  };
}

function pageChange(before: Page, after: Page): string | null {
  if (before.app === after.app && before.fingerprint === after.fingerprint) return null;
  if (before.name !== after.name) return `${before.name} → ${after.name}`;
  return samePage(before, after) ? null : `still named ${after.name}`;
}

const volatileKey = (element: PageElement): string =>
  `${element.role}\n${withoutClockwork(element.label)}\n${element.identity.split(',')[1] ?? ''}`;

/** A text that is nothing but a clock, a battery or a progress: its coming and going means nothing. */
const isVolatile = (element: PageElement): boolean =>
  !element.actionable &&
  (element.role === 'progress' || (/^(?:#|\s|%|:|[ap]\.?m\.?)*$/i.test(masked(element.label)) && isClockwork(element.label)));

function changeOf(before: PageElement, after: PageElement): ElementChange[] {
  const parts: string[] = [];
  let onlyNumbers = true;
  const compare = (was: string, is: string): void => {
    if (was === is || withoutClockwork(was) === withoutClockwork(is)) return;
    if (masked(was) !== masked(is) || was === '' || is === '') onlyNumbers = false;
    parts.push(`${quoted(was, 60)} → ${quoted(is, 60)}`);
  };
  compare(before.label, after.label);
  compare(before.value ?? '', after.value ?? '');
  const [lost, won] = [
    before.states.filter((one) => !after.states.includes(one)),
    after.states.filter((one) => !before.states.includes(one)),
  ];
  if (lost.length + won.length > 0) {
    parts.push(`${lost.join(' ') || `not ${won.join(' ')}`} → ${won.join(' ') || `not ${lost.join(' ')}`}`);
    onlyNumbers = false;
  }
  if ((before.covered === undefined) !== (after.covered === undefined)) {
    parts.push(after.covered === undefined ? 'no longer covered' : `covered by ${after.covered}`);
    onlyNumbers = false;
  }
  if (parts.length === 0) return [];
  return [{ before, after, words: parts.join(', '), onlyNumbers }];
}

function moveOf(before: PageElement, after: PageElement, page: Page): ElementChange[] {
  const [dx, dy] = [after.bounds[0] - before.bounds[0], after.bounds[1] - before.bounds[1]];
  if (Math.abs(dx) < page.size.width / 100 && Math.abs(dy) < page.size.height / 100) return [];
  return [{ before, after, words: direction(dx, dy), onlyNumbers: false }];
}

const direction = (dx: number, dy: number): string => (Math.abs(dy) >= Math.abs(dx) ? (dy < 0 ? 'up' : 'down') : dx < 0 ? 'left' : 'right');

function keyboardChange(before: Page, after: Page): 'shown' | 'hidden' | null {
  if (before.keyboard === 'unknown' || after.keyboard === 'unknown' || before.keyboard === after.keyboard) return null;
  return after.keyboard;
}

function further(before: Page, after: Page): string[] {
  const facts: string[] = [];
  if (before.rotation !== after.rotation) facts.push(`rotated to ${after.rotation}°`);
  if (before.leftOut.join('\n') !== after.leftOut.join('\n') && after.leftOut.length > 0) facts.push(`now ${after.leftOut.join(', ')}`);
  return facts;
}

/** What was observed, in one line of at most 240 characters; texts of the screen stand in it as JSON strings. */
export function describeDiff(diff: PageDiff): string {
  if (isEmpty(diff)) return 'nothing changed';
  const facts: string[] = [];
  if (diff.page !== null) facts.push(`the page is another one: ${diff.page}`);
  for (const change of diff.changed.slice(0, 3)) facts.push(`${nameOf(change.before)}: ${change.words}`);
  if (diff.page === null || facts.length < 2) {
    if (diff.appeared.length > 0) facts.push(`appeared: ${some(diff.appeared)}`);
    if (diff.gone.length > 0) facts.push(`gone: ${some(diff.gone)}`);
  }
  const [first] = diff.moved;
  if (first !== undefined && diff.page === null) facts.push(`${diff.moved.length} moved ${first.words}`);
  if (diff.keyboard !== null) facts.push(`keyboard ${diff.keyboard}`);
  return bounded(oneLine([...facts, ...diff.further].join('; ')), 240);
}

const nameOf = (element: PageElement): string => (element.label === '' ? element.role : `${quoted(element.label, 40)} ${element.role}`);

function some(elements: readonly PageElement[]): string {
  const named = elements.filter((element) => element.label !== '');
  const shown = named.slice(0, 3).map((element) => quoted(element.label, 40));
  return `${shown.join(', ')}${elements.length > shown.length ? `${shown.length > 0 ? ' and ' : ''}${elements.length - shown.length} more` : ''}`;
}
