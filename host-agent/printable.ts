import { stripVTControlCharacters } from 'node:util';
import { wellFormed } from '../world/text-line.ts';

/**
 * Text from a screen, a model or a driver made safe for a terminal: one line, nothing that moves the cursor, changes colours,
 * or turns the direction of writing.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(wellFormed(text))
    .replace(/[^\S ]+/gu, ' ')
    .replace(/\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu, '');
}

/** The text cut to so many columns, with a mark where it was cut. */
export function cutTo(text: string, columns: number): string {
  if (columns <= 0) return '';
  let used = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    const width = widthOf(segment);
    if (used + width > columns - 1)
      return used + width === columns && kept.length + segment.length === text.length ? kept + segment : `${kept}…`;
    kept += segment;
    used += width;
  }
  return kept;
}

/** Columns that one character takes: two for East Asian wide ones and emoji. */
function widthOf(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (/^[\p{M}\u200b-\u200d]/u.test(grapheme)) return 0;
  const wide =
    /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) ||
    (code >= 0x1100 &&
      (code <= 0x115f ||
        (code >= 0x2e80 && code <= 0xa4cf) ||
        (code >= 0xac00 && code <= 0xd7a3) ||
        (code >= 0xf900 && code <= 0xfaff) ||
        (code >= 0xfe30 && code <= 0xfe6f) ||
        (code >= 0xff00 && code <= 0xff60) ||
        (code >= 0xffe0 && code <= 0xffe6) ||
        (code >= 0x20000 && code <= 0x3fffd)));
  return wide ? 2 : 1;
}
