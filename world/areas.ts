import type { Bounds } from './geometry.ts';

export const area = (b: Bounds): number => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);

export const contains = (outer: Bounds, inner: Bounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

export const intersects = (a: Bounds, b: Bounds): boolean => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** The same place, give or take two units (nested frames differ by rounding). */
export const samePlace = (a: Bounds, b: Bounds): boolean =>
  Math.abs(a[0] - b[0]) <= 2 && Math.abs(a[1] - b[1]) <= 2 && Math.abs(a[2] - b[2]) <= 2 && Math.abs(a[3] - b[3]) <= 2;

/** The part of `b` inside `window`; null when there is none. */
export function clipped(b: Bounds, window: Bounds): Bounds | null {
  const part: Bounds = [Math.max(b[0], window[0]), Math.max(b[1], window[1]), Math.min(b[2], window[2]), Math.min(b[3], window[3])];
  return part[2] > part[0] && part[3] > part[1] ? part : null;
}
