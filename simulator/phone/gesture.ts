import type { Point } from './geometry.ts';

/** Where a finger was, and when, in milliseconds from the gesture's start. */
export interface Touch extends Point {
  readonly t: number;
}
/** One finger from down to up: at least one touch. */
export type Finger = readonly Touch[];

export type Gesture =
  | { readonly kind: 'tap' | 'long_press'; readonly at: Point }
  | { readonly kind: 'swipe'; readonly from: Point; readonly to: Point; readonly path: readonly Point[]; readonly ms: number }
  | { readonly kind: 'pinch'; readonly at: Point; readonly scale: number };

const slop = 21;
const longPressMs = 500;
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** What the fingers did. A second finger makes it a pinch; a third changes nothing. */
export function recognise(fingers: readonly Finger[]): Gesture | null {
  const [first, second] = fingers.filter((finger) => finger.length > 0);
  const from = first?.[0];
  const to = first?.at(-1);
  if (first === undefined || from === undefined || to === undefined) return null;
  const from2 = second?.[0];
  const to2 = second?.at(-1);
  if (from2 !== undefined && to2 !== undefined) {
    const before = Math.max(1, distance(from, from2));
    return {
      kind: 'pinch',
      at: { x: Math.round((from.x + from2.x) / 2), y: Math.round((from.y + from2.y) / 2) },
      scale: distance(to, to2) / before,
    };
  }
  const ms = to.t - from.t;
  if (first.some((touch) => distance(touch, from) > slop)) {
    return { kind: 'swipe', from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y }, path: first.map(({ x, y }) => ({ x, y })), ms };
  }
  return { kind: ms >= longPressMs ? 'long_press' : 'tap', at: { x: from.x, y: from.y } };
}
