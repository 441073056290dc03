import { advanceOf, outlineOf } from './font.ts';

export interface LineStyle {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly colour: string;
  readonly bold: boolean;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
const printable = (text: string): boolean =>
  ![...text].some((character) => (character.codePointAt(0) ?? 0) < 0x20 || /\p{Surrogate}/u.test(character));

/** The outline moved to the pen's place; the path is relative after each `M`, so only those move. */
const moved = (outline: string, pen: number): string => outline.replace(/M(-?\d+)/g, (_, x: string) => `M${Number(x) + pen}`);

/**
 * One line of text. Letters the phone has outlines for are drawn from those; the rest (other scripts, emoji) are left to
 * the machine's fonts, and where it has none they show as nothing.
 */
export function lineSvg(text: string, { x, baseline, size, colour, bold }: LineStyle): string {
  const scale = size / 1000;
  let pen = 0;
  let path = '';
  const others: string[] = [];
  let run = '';
  let runAt = 0;
  const flush = (): void => {
    if (run.trim() !== '' && printable(run)) {
      others.push(
        `<text x="${(x + runAt * scale).toFixed(1)}" y="${baseline}" font-family="Noto Sans, Noto Sans CJK JP, Noto Color Emoji, DejaVu Sans, sans-serif" font-size="${size}" fill="${colour}">${escaped(run)}</text>`,
      );
    }
    run = '';
  };
  for (const character of text) {
    const outline = outlineOf(character);
    if (outline === null) {
      if (run === '') runAt = pen;
      run += character;
    } else {
      if (run !== '' && character !== ' ') flush();
      if (run !== '') run += character;
      path += moved(outline, Math.round(pen));
    }
    pen += advanceOf(character) * 1000;
  }
  flush();
  const weight = bold ? ` stroke="${colour}" stroke-width="28"` : '';
  const drawn =
    path === ''
      ? ''
      : `<path transform="translate(${x.toFixed(1)} ${baseline}) scale(${scale.toFixed(5)})" d="${path}" fill="${colour}"${weight}/>`;
  return drawn + others.join('');
}
