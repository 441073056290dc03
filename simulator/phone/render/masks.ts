import sharp from 'sharp';
import type { IconName } from '../screen.ts';
import { advanceOf, ascent, outlineOf } from './font.ts';
import { iconSvg } from './icons.ts';

/** A shape that is drawn often: how much of each pixel it covers, 0 to 255, row by row. `left` and `top` are where its corner lies from the pen. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly cover: Uint8Array;
}

export type MaskKey =
  | { readonly kind: 'glyph'; readonly character: string; readonly size: number; readonly bold: boolean }
  /** Words in a script the phone has no outlines for: drawn with the machine's fonts, and blank where it has none. */
  | { readonly kind: 'foreign'; readonly text: string; readonly size: number }
  | { readonly kind: 'icon'; readonly name: IconName; readonly size: number };

export const nameOf = (key: MaskKey): string => {
  switch (key.kind) {
    case 'glyph':
      return `g${key.size}${key.bold ? 'b' : ''}${key.character}`;
    case 'foreign':
      return `f${key.size}${key.text}`;
    case 'icon':
      return `i${key.size}${key.name}`;
  }
};

interface Cell {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  /** What is drawn, with the pen at the given point. */
  readonly svg: (x: number, y: number) => string;
}

const fonts = 'Noto Sans, Noto Sans CJK JP, Noto Color Emoji, DejaVu Sans, sans-serif';
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that SVG does not allow
const printable = (text: string): string => text.replace(/[\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');

function cellOf(key: MaskKey): Cell {
  switch (key.kind) {
    case 'glyph': {
      const { size, bold, character } = key;
      const outline = outlineOf(character) ?? '';
      const scale = size / 1000;
      const weight = bold ? ' stroke="#000" stroke-width="28"' : '';
      const margin = Math.ceil(size * 0.2);
      return {
        width: Math.ceil(advanceOf(character) * size) + 2 * margin,
        height: Math.ceil(size * 1.5),
        left: -margin,
        top: -Math.ceil(size * ascent * 1.05),
        svg: (x, y) => `<path transform="translate(${x} ${y}) scale(${scale})" d="${outline}"${weight}/>`,
      };
    }
    case 'foreign': {
      const { size, text } = key;
      const ems = [...text].reduce((sum, character) => sum + Math.max(1, advanceOf(character)), 1);
      return {
        width: Math.ceil(ems * size),
        height: Math.ceil(size * 1.7),
        left: 0,
        top: -Math.ceil(size * 1.2),
        svg: (x, y) => `<text x="${x}" y="${y}" font-family="${fonts}" font-size="${size}">${escaped(printable(text))}</text>`,
      };
    }
    case 'icon': {
      const { name, size } = key;
      return { width: size + 2, height: size + 2, left: 0, top: 0, svg: (x, y) => iconSvg(name, '#000', x, y, size) };
    }
  }
}

const sheetWidth = 1_600;
/** More than a day of pages needs; whatever is typed must not fill the memory. */
const atMost = 4_000;

/** Keeps every mask that was ever needed; new ones are drawn together, on one sheet. */
export class MaskStore {
  private readonly masks = new Map<string, Mask>();

  get(key: MaskKey): Mask | undefined {
    return this.masks.get(nameOf(key));
  }

  /** Resolves once all of them can be had. */
  async prepare(keys: readonly MaskKey[]): Promise<void> {
    const missing = new Map(keys.filter((key) => !this.masks.has(nameOf(key))).map((key) => [nameOf(key), cellOf(key)]));
    if (missing.size === 0) return;
    if (this.masks.size > atMost) {
      this.masks.clear();
      await this.prepare(keys);
      return;
    }
    let [x, y, rowHeight] = [0, 0, 0];
    const placed = [...missing].map(([name, cell]) => {
      if (x + cell.width > sheetWidth && x > 0) [x, y, rowHeight] = [0, y + rowHeight, 0];
      const at = { name, cell, x, y };
      x += cell.width;
      rowHeight = Math.max(rowHeight, cell.height);
      return at;
    });
    const width = Math.max(sheetWidth, ...placed.map(({ cell }) => cell.width));
    const clips = placed.map(
      ({ cell, x, y }) =>
        `<svg x="${x}" y="${y}" width="${cell.width}" height="${cell.height}" overflow="hidden">${cell.svg(-cell.left, -cell.top)}</svg>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + rowHeight}">${clips.join('')}</svg>`;
    const sheet = await sharp(Buffer.from(svg), { unlimited: true }).extractChannel('alpha').raw().toBuffer();
    for (const { name, cell, x, y } of placed) {
      const cover = new Uint8Array(cell.width * cell.height);
      for (let row = 0; row < cell.height; row++) {
        const from = (y + row) * width + x;
        cover.set(sheet.subarray(from, from + cell.width), row * cell.width);
      }
      this.masks.set(name, { width: cell.width, height: cell.height, left: cell.left, top: cell.top, cover });
    }
  }
}
