/** Left, top, right, bottom in pixels of the screen; right and bottom are outside. */
export type Rect = readonly [left: number, top: number, right: number, bottom: number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const width = (r: Rect): number => r[2] - r[0];
export const height = (r: Rect): number => r[3] - r[1];
export const isEmpty = (r: Rect): boolean => r[2] <= r[0] || r[3] <= r[1];
export const contains = (r: Rect, { x, y }: Point): boolean => x >= r[0] && x < r[2] && y >= r[1] && y < r[3];
export const centre = (r: Rect): Point => ({ x: Math.floor((r[0] + r[2]) / 2), y: Math.floor((r[1] + r[3]) / 2) });

/** What both cover; empty when they do not meet. */
export const intersect = (a: Rect, b: Rect): Rect => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
