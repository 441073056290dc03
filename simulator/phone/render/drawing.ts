import type { Rect } from '../geometry.ts';
import type { IconName } from '../screen.ts';
import { advanceOf, outlineOf } from './font.ts';
import type { MaskKey } from './masks.ts';

/** One thing to draw, cut to `clip`. */
export type Stroke =
  | {
      readonly kind: 'box';
      readonly frame: Rect;
      readonly colour: string;
      readonly radius: number;
      readonly opacity: number;
      readonly clip: Rect;
    }
  | { readonly kind: 'mask'; readonly mask: MaskKey; readonly x: number; readonly y: number; readonly colour: string; readonly clip: Rect };

export interface LineStyle {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly colour: string;
  readonly bold: boolean;
}

/** Collects what is to be drawn, in order. */
export class Drawing {
  readonly strokes: Stroke[] = [];
  clip: Rect;

  constructor(clip: Rect) {
    this.clip = clip;
  }

  box(frame: Rect, colour: string, { radius = 0, opacity = 1 }: { radius?: number; opacity?: number } = {}): void {
    this.strokes.push({ kind: 'box', frame, colour, radius, opacity, clip: this.clip });
  }

  circle(x: number, y: number, radius: number, colour: string): void {
    this.box([x - radius, y - radius, x + radius, y + radius], colour, { radius });
  }

  icon(name: IconName, colour: string, x: number, y: number, size: number): void {
    this.strokes.push({ kind: 'mask', mask: { kind: 'icon', name, size: Math.round(size) }, x, y, colour, clip: this.clip });
  }

  /** Letters the phone has outlines for are drawn from those; runs of others are left to the machine's fonts. */
  line(text: string, { x, baseline, size, colour, bold }: LineStyle): void {
    const put = (mask: MaskKey, pen: number): number =>
      this.strokes.push({ kind: 'mask', mask, x: pen, y: baseline, colour, clip: this.clip });
    let pen = x;
    let run = '';
    let runAt = 0;
    const flush = (): void => {
      if (run.trim() !== '') put({ kind: 'foreign', text: run.trimEnd(), size: Math.round(size) }, runAt);
      run = '';
    };
    for (const character of text) {
      const outline = outlineOf(character);
      if (outline === null || (run !== '' && character === ' ')) {
        if (run === '') runAt = pen;
        run += character;
      } else {
        flush();
        if (outline !== '') put({ kind: 'glyph', character, size: Math.round(size), bold }, pen);
      }
      pen += advanceOf(character) * size;
    }
    flush();
  }
}
