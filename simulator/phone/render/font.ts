import { readFileSync } from 'node:fs';

interface GlyphTable {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
}

/** Outlines of Latin, Greek and Cyrillic letters, so that pictures look the same on a machine without fonts (render/FONT-LICENSE.txt). */
const table = JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8')) as GlyphTable;

export const ascent = table.ascent / table.unitsPerEm;
export const lineHeight = (size: number): number => Math.round(size * 1.36);

/** The outline of a character, or null when only the machine's own fonts can draw it. */
export const outlineOf = (character: string): string | null => table.glyphs[character]?.[1] ?? null;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** Part of an em that a character takes. */
export const advanceOf = (character: string): number => {
  const glyph = table.glyphs[character];
  if (glyph !== undefined) return glyph[0] / table.unitsPerEm;
  return wide.test(character) ? 1 : 0.6;
};

export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) ems += advanceOf(character);
  return Math.ceil(ems * size);
}

/** The text cut with an ellipsis where it does not fit. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  const characters = [...text];
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Lines no wider than `room`, broken between words where possible. */
export function wrapped(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (textWidth(longer, size) <= room) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (textWidth(line, size) > room && line.length > 1) {
        let cut = line.length;
        while (cut > 1 && textWidth(line.slice(0, cut), size) > room) cut--;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    lines.push(line);
  }
  return lines;
}
