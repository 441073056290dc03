import type { Bounds } from '../../world/geometry.ts';
import { type Direction, drag, fingerFor, fingerPath, gestureArea } from './gestures.ts';
import { type Hand, Refusal } from './hand.ts';
import { shows } from './source-facts.ts';

const scrollMs = 450;

/** One screenful, less what is needed to see where one came from. */
export async function scroll(hand: Hand, direction: Direction, bounds: Bounds | null): Promise<void> {
  const { from, to } = fingerPath(fingerFor[direction], await gestureArea(hand, bounds), await hand.size());
  await drag(hand, from, to, scrollMs);
}

export async function swipe(hand: Hand, direction: Direction, bounds: Bounds | null): Promise<void> {
  const { from, to } = fingerPath(direction, await gestureArea(hand, bounds), await hand.size());
  await drag(hand, from, to, 220);
}

/**
 * Scrolls until the words are on the page. Without a direction: down to the end, then up to the other end.
 * Throws Refusal `action_refused` when the ends are reached without them.
 */
export async function scrollTo(hand: Hand, text: string, direction: Direction | undefined, bounds: Bounds | null): Promise<string> {
  let source = await pageSource(hand);
  if (shows(source, text)) return 'it was on the page already';
  let scrolls = 0;
  for (const way of direction === undefined ? (['down', 'up'] as const) : [direction]) {
    for (let still = 0; still < 2; ) {
      if (hand.left < 2_000)
        throw new Refusal(
          'timed_out',
          `${JSON.stringify(text)} was not found in ${scrolls} scrolls; the time for one action was up, go on scrolling`,
        );
      await scroll(hand, way, bounds);
      scrolls++;
      const next = await stillSource(hand, source);
      if (shows(next, text)) return `found after ${scrolls} ${scrolls === 1 ? 'scroll' : 'scrolls'}`;
      still = next === source ? still + 1 : 0;
      source = next;
    }
  }
  throw new Refusal('action_refused', `${JSON.stringify(text)} is not in this list: the end was reached after ${scrolls} scrolls`);
}

/** The source once it no longer moves. */
async function stillSource(hand: Hand, before: string): Promise<string> {
  let source = await pageSource(hand);
  for (let reads = 0; reads < 12; reads++) {
    await hand.sleep(source === before ? 120 : 60);
    const next = await pageSource(hand);
    if (next === source) return next;
    source = next;
  }
  return source;
}

async function pageSource(hand: Hand): Promise<string> {
  return await hand.read('page source', (browser) => browser.getPageSource());
}
