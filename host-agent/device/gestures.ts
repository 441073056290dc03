import type { Bounds, Point, Size } from '../../world/geometry.ts';
import { type Hand, onScreen, Refusal } from './hand.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** A finger that touches a point. Milliseconds. */
export async function touch(hand: Hand, point: Point, holdMs: number): Promise<void> {
  const { x, y } = onScreen(point, await hand.size());
  await finger(hand, holdMs > 500 ? 'long press' : 'tap', [
    { type: 'pointerMove', duration: 0, x, y, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pause', duration: holdMs },
    { type: 'pointerUp', button: 0 },
  ]);
}

/** A finger that drags from one point to another and rests before it lifts, so that nothing flings on. */
export async function drag(hand: Hand, from: Point, to: Point, durationMs: number): Promise<void> {
  const size = await hand.size();
  const [start, end] = [onScreen(from, size), onScreen(to, size)];
  await finger(hand, 'swipe', [
    { type: 'pointerMove', duration: 0, ...start, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerMove', duration: durationMs, ...end, origin: 'viewport' },
    { type: 'pause', duration: 80 },
    { type: 'pointerUp', button: 0 },
  ]);
}

async function finger(hand: Hand, what: string, actions: object[]): Promise<void> {
  await hand.act(what, (browser) =>
    browser.performActions([{ type: 'pointer', id: 'finger1', parameters: { pointerType: 'touch' }, actions }]),
  );
}

/**
 * The way of a finger that moves in `direction` across `area`, away from the edges of the screen, where the system's own
 * gestures begin. Throws Refusal when what is left of the area is too small to move in.
 */
export function fingerPath(direction: Direction, area: Bounds, size: Size): { readonly from: Point; readonly to: Point } {
  const across = stretch(area[0], area[2], size.width);
  const along = stretch(area[1], area[3], size.height);
  const way = direction === 'up' || direction === 'down' ? along : across;
  if (!(way.end - way.start >= 8)) {
    throw new Refusal(
      'action_refused',
      `there is no room to move a finger ${direction} in [${area.join(', ')}], away from the edges of the screen`,
    );
  }
  const [midX, midY] = [(across.start + across.end) / 2, (along.start + along.end) / 2];
  switch (direction) {
    case 'up':
      return { from: { x: midX, y: along.end }, to: { x: midX, y: along.start } };
    case 'down':
      return { from: { x: midX, y: along.start }, to: { x: midX, y: along.end } };
    case 'left':
      return { from: { x: across.end, y: midY }, to: { x: across.start, y: midY } };
    case 'right':
      return { from: { x: across.start, y: midY }, to: { x: across.end, y: midY } };
  }
}

/** Where a finger may go between two sides: off the screen's edge, and off the area's rim, so that it touches nothing that stands there. */
function stretch(from: number, to: number, length: number): { readonly start: number; readonly end: number } {
  const low = Math.max(from, length * 0.06);
  const high = Math.min(to, length * 0.94);
  const rim = Math.max(0, high - low) * 0.15;
  return { start: low + rim, end: Math.max(high - rim, low + rim) };
}

/** To show what lies further down, the finger moves up. */
export const fingerFor: Readonly<Record<Direction, Direction>> = { down: 'up', up: 'down', right: 'left', left: 'right' };

/** What a gesture without an element moves: the main list of the page, else the middle of the screen; above the keyboard. */
export async function gestureArea(hand: Hand, bounds: Bounds | null): Promise<Bounds> {
  const size = await hand.size();
  if (bounds !== null) return bounds;
  const area = hand.screen?.scroller ?? [0, size.height * 0.15, size.width, size.height * 0.85];
  const floor = hand.screen?.keyboard === 'shown' ? size.height * 0.5 : size.height;
  return [area[0], area[1], area[2], Math.max(Math.min(area[3], floor), area[1] + 1)];
}
