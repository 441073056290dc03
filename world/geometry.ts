import { z } from 'zod';

/** Left, top, right, bottom, in the unit of the page source (pixels on Android, points on iOS). */
export const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Bounds = z.infer<typeof Bounds>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const Size = z.object({ width: z.number(), height: z.number() });
export type Size = z.infer<typeof Size>;
