const clock = /(?<![\p{Nd}.,])\p{Nd}{1,2}[:.：]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?![\p{Nd}])\s?(?:[ap]\.?m\.?(?!\p{L}))?/giu;
const share = /\p{Nd}+(?:[.,]\p{Nd}+)?\s?%|百分之\s?\p{Nd}+|\p{Nd}+ percent/giu;
const ago = /\p{Nd}+\s?(?:s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|秒|分钟?|小时|天)\s?(?:ago|left|remaining|前)/giu;
const sizeOrSpeed = /\p{Nd}+(?:[.,]\p{Nd}+)?\s?(?:[KMG]i?B)(?:\/s)?/gu;

/** The text holds a part that changes by itself: a clock, a percentage, a time ago, a transfer. */
export const isClockwork = (text: string): boolean =>
  /\p{Nd}/u.test(text) && [clock, share, ago, sizeOrSpeed].some((pattern) => text.search(pattern) >= 0);

/** The text without its digits: `12:41` and `12:42` are one, `3 unread` and `12 unread` too. */
export function masked(text: string): string {
  if (!/\p{Nd}/u.test(text)) return text;
  return text
    .replace(clock, '#')
    .replace(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu, '#')
    .replace(/#(?:\s*[/:]\s*#)+/g, '#');
}

/** The text with only what changes by itself masked; other numbers stay. */
export const withoutClockwork = (text: string): string =>
  isClockwork(text) ? [clock, share, ago, sizeOrSpeed].reduce((rest, pattern) => rest.replace(pattern, '#'), text) : text;

/** A short, stable digest of strings (FNV-1a, 64 bits as two halves); for comparing, not for secrecy. */
export function digest(parts: readonly string[]): string {
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (const part of parts) {
    for (let i = 0; i <= part.length; i++) {
      const code = i === part.length ? 0x1f : part.charCodeAt(i);
      high = Math.imul(high ^ code, 0x01000193) >>> 0;
      low = Math.imul(low ^ (code + (high & 0xff)), 0x01000193) >>> 0;
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
