import { intersect, isEmpty, type Rect } from '../geometry.ts';
import type { Mask } from './masks.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** Pixels, three bytes each, and what is drawn into them. Everything outside `clip` stays as it is. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** A filled box; `radius` rounds its corners, `opacity` is 0 to 1. */
  box(frame: Rect, colour: string, clip: Rect, radius = 0, opacity = 1): void {
    const area = this.inside(frame, clip);
    if (area === null) return;
    const rgb = rgbOf(colour);
    const round = Math.min(radius, (frame[2] - frame[0]) / 2, (frame[3] - frame[1]) / 2);
    for (let y = area[1]; y < area[3]; y++) {
      const vertical = Math.max(0, frame[1] + round - (y + 0.5), y + 0.5 - (frame[3] - round));
      if (round === 0 || vertical === 0) {
        this.span(area[0], area[2], y, rgb, opacity);
        continue;
      }
      const whole = Math.sqrt(Math.max(0, round * round - vertical * vertical));
      const left = frame[0] + round - whole;
      const right = frame[2] - round + whole;
      const from = Math.max(area[0], Math.ceil(left));
      const to = Math.min(area[2], Math.floor(right));
      this.span(from, to, y, rgb, opacity);
      // The pixels that the curve cuts through.
      if (from - 1 >= area[0]) this.blend(from - 1, y, rgb, opacity * (from - left));
      if (to < area[2] && to >= from) this.blend(to, y, rgb, opacity * (right - to));
    }
  }

  /** A mask in one colour, with the pen at `x`, `y`. */
  mask(mask: Mask, x: number, y: number, colour: string, clip: Rect): void {
    const left = Math.round(x) + mask.left;
    const top = Math.round(y) + mask.top;
    const area = this.inside([left, top, left + mask.width, top + mask.height], clip);
    if (area === null) return;
    const [red, green, blue] = rgbOf(colour);
    const { pixels } = this;
    const { cover, width } = mask;
    for (let row = area[1]; row < area[3]; row++) {
      let from = (row - top) * width + area[0] - left;
      let i = (row * this.width + area[0]) * 3;
      for (let column = area[0]; column < area[2]; column++, from++, i += 3) {
        const part = cover[from] ?? 0;
        if (part === 0) continue;
        const r = pixels[i] ?? 0;
        const g = pixels[i + 1] ?? 0;
        const b = pixels[i + 2] ?? 0;
        pixels[i] = r + ((red - r) * part) / 255;
        pixels[i + 1] = g + ((green - g) * part) / 255;
        pixels[i + 2] = b + ((blue - b) * part) / 255;
      }
    }
  }

  private inside(frame: Rect, clip: Rect): Rect | null {
    const rounded: Rect = [Math.round(frame[0]), Math.round(frame[1]), Math.round(frame[2]), Math.round(frame[3])];
    const area = intersect(intersect(rounded, clip), [0, 0, this.width, this.height]);
    return isEmpty(area) ? null : area;
  }

  private span(from: number, to: number, y: number, rgb: Rgb, opacity: number): void {
    if (to <= from) return;
    const start = (y * this.width + from) * 3;
    const end = (y * this.width + to) * 3;
    const { pixels } = this;
    const [red, green, blue] = rgb;
    if (opacity === 1 && red === green && green === blue) {
      pixels.fill(red, start, end);
      return;
    }
    const kept = 1 - opacity;
    for (let i = start; i < end; i += 3) {
      pixels[i] = (pixels[i] ?? 0) * kept + red * opacity;
      pixels[i + 1] = (pixels[i + 1] ?? 0) * kept + green * opacity;
      pixels[i + 2] = (pixels[i + 2] ?? 0) * kept + blue * opacity;
    }
  }

  private blend(x: number, y: number, rgb: Rgb, opacity: number): void {
    if (opacity > 0) this.span(x, x + 1, y, rgb, Math.min(1, opacity));
  }
}
