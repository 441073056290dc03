/** Words a goal and a screen can have in common, compared without regard to case, accents, hyphens and plurals. */

const sameWord: Readonly<Record<string, string>> = { theme: 'mode', colour: 'color', cellular: 'mobile', preference: 'setting' };
const empty = new Set(['the', 'a', 'an', 'my', 'your', 'this', 'and', 'of']);
const leading = /^(?:use|using|enable|allow|turn on|switch on)\s+/i;
/** What a person adds to a name when speaking of its page. */
const trailing = /\s+(?:page|screen|settings?|menu|section|app|option|toggle|switch|feature|mode|list|tab|app info)$/i;

/** A match this good names the same thing. */
export const EXACT = 0.9;
/** A match this good holds every word that was asked for. */
export const NEAR = 0.6;

/** From here, at most one word more than was asked for. */
export const ONE_MORE = 0.75;

function canonical(word: string): string {
  const bare = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, '');
  const singular =
    bare.length > 3 && bare.endsWith('ies') ? `${bare.slice(0, -3)}y` : bare.length > 3 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare;
  return sameWord[singular] ?? singular;
}

/** The words of a text in order, made comparable; words that carry nothing are left out. */
export function wordsOf(text: string): string[] {
  const words = text.split(/[\s,;:.·/|()[\]‹›"“”!?]+/u).map(canonical);
  return words.filter((word) => word !== '' && !empty.has(word));
}

const alike = (a: string, b: string): boolean => {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return common >= 5 && Math.max(a.length, b.length) - common <= 4;
};

const equal = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((word, i) => word === b[i]);

function compare(wanted: readonly string[], found: readonly string[]): number {
  if (wanted.length === 0 || found.length === 0) return 0;
  if (equal(wanted, found)) return 1;
  const exact = wanted.filter((word) => found.includes(word)).length;
  const held = wanted.filter((word) => found.some((other) => alike(word, other))).length;
  const extra = Math.max(0, found.length - held);
  if (held === wanted.length) {
    if (wanted.length === found.length) return wanted.every((word, i) => alike(word, found[i] ?? '')) ? 0.94 : 0.86;
    return Math.max(NEAR, (exact === held ? 0.85 : 0.78) - 0.06 * extra);
  }
  if (found.every((word) => wanted.includes(word))) return 0.35 + (0.2 * found.length) / wanted.length;
  return (0.3 * held) / wanted.length;
}

/** What a wanted name may also be written as on a screen. */
function variants(name: string): readonly string[] {
  const short = name.replace(trailing, '');
  const bare = name.replace(leading, '');
  return [...new Set([name, bare, short, bare.replace(trailing, '')])].filter((variant) => wordsOf(variant).length > 0);
}

/** How well `found` names what `wanted` names: 1 the same words, from EXACT on the same thing, from NEAR on all its words, 0 nothing. */
export function match(wanted: string, found: string): number {
  let best = 0;
  for (const [i, want] of variants(wanted).entries()) {
    for (const [j, have] of variants(found).slice(0, 2).entries()) {
      const score = compare(wordsOf(want), wordsOf(have)) - 0.03 * (i > 0 ? 1 : 0) - 0.02 * (j > 0 ? 1 : 0);
      best = Math.max(best, score);
    }
  }
  return best;
}

/** The best match of several names for one thing. */
export const matchAny = (wanted: readonly string[], found: string): number => Math.max(0, ...wanted.map((name) => match(name, found)));

/** Whether every word of `wanted` stands somewhere in `text`. */
export function mentions(text: string, wanted: string): boolean {
  const have = wordsOf(text);
  const want = wordsOf(wanted.replace(trailing, ''));
  return want.length > 0 && want.every((word) => have.includes(word));
}

/** Whether two labels are the same text, allowing for one that was cut. */
export function sameLabel(a: string, b: string): boolean {
  const [x, y] = [a.trim().toLowerCase(), b.trim().toLowerCase()];
  if (x === y) return true;
  const cut = (text: string): string | null => (/…$|\.\.\.$/.test(text) ? text.replace(/…$|\.\.\.$/, '') : null);
  const [cx, cy] = [cut(x), cut(y)];
  return (cx !== null && cx.length > 0 && y.startsWith(cx)) || (cy !== null && cy.length > 0 && x.startsWith(cy));
}

/** At most `limit` characters on one line, cut with a mark. */
export function clip(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return line.length <= limit
    ? line
    : `${letters
        .slice(0, limit - 1)
        .join('')
        .slice(0, limit - 1)}…`;
}

export const quoted = (text: string): string => `"${clip(text, 60)}"`;
