import type { Bounds, Point, Size } from '../../world/geometry.ts';
import { type Hand, onScreen } from './hand.ts';

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

/** The way of a finger that moves in `direction` across `area`, away from the edges of the screen, where the system's own gestures begin. */
export function fingerPath(direction: Direction, area: Bounds, size: Size): { readonly from: Point; readonly to: Point } {
  const marginX = Math.max(size.width * 0.06, 1);
  const marginY = Math.max(size.height * 0.06, 1);
  const left = Math.max(area[0], marginX);
  const right = Math.min(area[2], size.width - marginX);
  const top = Math.max(area[1], marginY);
  const bottom = Math.min(area[3], size.height - marginY);
  const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
  const near = 0.15; // of the area, so that the finger does not touch what stands at its rim
  const [x1, x2] = [left + (right - left) * near, right - (right - left) * near];
  const [y1, y2] = [top + (bottom - top) * near, bottom - (bottom - top) * near];
  switch (direction) {
    case 'up':
      return { from: { x: midX, y: y2 }, to: { x: midX, y: y1 } };
    case 'down':
      return { from: { x: midX, y: y1 }, to: { x: midX, y: y2 } };
    case 'left':
      return { from: { x: x2, y: midY }, to: { x: x1, y: midY } };
    case 'right':
      return { from: { x: x1, y: midY }, to: { x: x2, y: midY } };
  }
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
