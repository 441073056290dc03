import type { Bounds } from '../../world/geometry.ts';
import type { Locator } from '../../world/locator.ts';
import type { PageElement } from '../../world/page.ts';
import { DriverError, isGone } from './errors.ts';
import { type Hand, Refusal } from './hand.ts';

/** An element of the page, found on the device, and known to be the one that was meant. */
export interface Located {
  readonly elementId: string;
  readonly locator: Locator;
  readonly bounds: Bounds;
}

const w3cElement = 'element-6066-11e4-a52e-4f735466cecf';
const findWithinMs = 6_000;

/**
 * Finds the element by its locators, most durable first, and makes sure that it is the same one: by where it stands, or,
 * when it has moved, by its size and words.
 * Null: it has no locator, or the device could not search; it can then be touched where it was seen.
 * Throws Refusal `element_gone` when the device searched and it is not there.
 */
export async function locate(hand: Hand, element: PageElement): Promise<Located | null> {
  let searched = false;
  for (const locator of element.locators) {
    let found: Located | null;
    try {
      found = await findBy(hand, locator, element);
    } catch (error) {
      if (!(error instanceof DriverError) || isGone(error.kind) || error.kind === 'cancelled') throw error;
      if (error.kind === 'timed_out') break; // a search that hangs would hang again
      continue;
    }
    searched = true;
    if (found !== null) return found;
  }
  if (!searched) return null;
  throw new Refusal('element_gone', `${describe(element)} is no longer where it was; look at the page again`);
}

/**
 * Does something with an element; if it went stale in between, it is located again by the same meaning, once (rule D4).
 * A stale element means that the driver did nothing, so this is no repetition.
 */
export async function withElement<T>(
  hand: Hand,
  element: PageElement,
  located: Located,
  use: (located: Located) => Promise<T>,
): Promise<T> {
  try {
    return await use(located);
  } catch (error) {
    if (!(error instanceof DriverError) || (error.kind !== 'stale_element' && error.kind !== 'no_such_element')) throw error;
    const again = await locate(hand, element);
    if (again === null) throw new Refusal('element_gone', `${describe(element)} went away while it was being used`);
    return await use(again);
  }
}

async function findBy(hand: Hand, locator: Locator, element: PageElement): Promise<Located | null> {
  const found = await hand.read('finding the element', (browser) => browser.findElements(locator.using, locator.value), findWithinMs);
  const candidates: Located[] = [];
  for (const reference of found.slice(0, 12)) {
    const elementId = reference[w3cElement];
    if (typeof elementId !== 'string') continue;
    const bounds = await boundsOf(hand, elementId);
    if (bounds !== null) candidates.push({ elementId, locator, bounds });
  }
  const inPlace = candidates.find((candidate) => sameBounds(candidate.bounds, element.bounds));
  if (inPlace !== undefined) return inPlace;
  const [only, ...more] = candidates;
  if (only === undefined || more.length > 0) return null;
  return (await isSameThing(hand, only, element)) ? only : null;
}

async function boundsOf(hand: Hand, elementId: string): Promise<Bounds | null> {
  try {
    const { x, y, width, height } = await hand.read('element bounds', (browser) => browser.getElementRect(elementId));
    return [x, y, x + width, y + height];
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'stale_element' || error.kind === 'no_such_element')) return null;
    throw error;
  }
}

function sameBounds(a: Bounds, b: Bounds): boolean {
  return a.every((side, i) => Math.abs(side - (b[i] ?? Number.NaN)) <= 2);
}

/** For an element that has moved: the same size, and words that are the same or part of its label. */
async function isSameThing(hand: Hand, { elementId, bounds }: Located, element: PageElement): Promise<boolean> {
  const attributes = hand.platform === 'android' ? ['text', 'content-desc'] : ['label', 'value'];
  const words: string[] = [];
  for (const attribute of attributes) {
    const value: unknown = await hand.read('element words', (browser) => browser.getElementAttribute(elementId, attribute));
    if (typeof value === 'string' && value.trim() !== '') words.push(hand.secrets.scrub(value).replace(/\s+/g, ' ').trim());
  }
  if (words.some((word) => word === element.label || element.label.includes(word) || word === element.value)) return true;
  const [width, height] = [bounds[2] - bounds[0], bounds[3] - bounds[1]];
  const sameSize =
    Math.abs(width - (element.bounds[2] - element.bounds[0])) <= 2 && Math.abs(height - (element.bounds[3] - element.bounds[1])) <= 2;
  return words.length === 0 && sameSize;
}

export function describe(element: PageElement): string {
  return `${element.ref} (${element.role}${element.label === '' ? '' : ` ${JSON.stringify(element.label)}`})`;
}
