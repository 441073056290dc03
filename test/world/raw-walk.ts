/**
 * A second reading of raw Android XML that shares no code with world/: by pattern, one attribute at a time. It says what a
 * page must not lose.
 */
export interface RawElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: number;
  readonly box: readonly [number, number, number, number] | null;
}

const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

export function rawElements(xml: string): RawElement[] {
  const found: RawElement[] = [];
  const path: number[] = [];
  for (const match of xml.matchAll(/<(\/?)([^\s<>/!?]+)((?:"[^"]*"|[^">])*?)(\/?)>/g)) {
    if (match[1] === '/') {
      path.pop();
      continue;
    }
    const attributes = new Map<string, string>();
    for (const [, name = '', value = ''] of (match[3] ?? '').matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)) attributes.set(name, unescaped(value));
    const edges = (attributes.get('bounds') ?? '').match(/-?\d+/g)?.map(Number);
    const [l, t, r, b] = edges ?? [];
    const box = l !== undefined && t !== undefined && r !== undefined && b !== undefined ? ([l, t, r, b] as const) : null;
    found.push({ tag: match[2] ?? '', attributes, parent: path.at(-1) ?? -1, box });
    if (match[4] !== '/') path.push(found.length - 1);
  }
  return found;
}

export const squash = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The shown nodes that take an action (of several at one place, the outermost) and the shown texts. */
export function mustBeSeen(xml: string): { boxes: (readonly [number, number, number, number])[]; texts: string[] } {
  const all = rawElements(xml);
  const root = all[0]?.attributes;
  const width = Number(root?.get('width') ?? Math.max(...all.map((one) => (one.parent <= 0 ? (one.box?.[2] ?? 0) : 0))));
  const height = Number(root?.get('height') ?? Math.max(...all.map((one) => (one.parent <= 0 ? (one.box?.[3] ?? 0) : 0))));
  const texts = new Set<string>();
  const boxes: (readonly [number, number, number, number])[] = [];
  const acting = all.map(({ tag, attributes, box }) => {
    if (tag === 'hierarchy' || attributes.get('displayed') === 'false' || attributes.get('visible-to-user') === 'false') return false;
    if (box !== null && !(box[2] > box[0] && box[3] > box[1] && box[0] < width && box[2] > 0 && box[1] < height && box[3] > 0))
      return false;
    if (attributes.get('password') !== 'true') for (const name of ['text', 'content-desc']) texts.add(squash(attributes.get(name) ?? ''));
    return (
      box !== null &&
      (['clickable', 'long-clickable', 'checkable', 'scrollable'].some((name) => attributes.get(name) === 'true') ||
        /EditText/.test(attributes.get('class') ?? tag))
    );
  });
  for (const [i, { box, parent }] of all.entries()) {
    if (acting[i] !== true || box === null) continue;
    let above = parent;
    while (above >= 0 && acting[above] !== true) above = all[above]?.parent ?? -1;
    const frame = all[above]?.box;
    if (!frame?.every((edge, k) => Math.abs(edge - (box[k] ?? 0)) <= 2)) boxes.push(box);
  }
  texts.delete('');
  return { boxes, texts: [...texts] };
}

/** Overlap of nine tenths of what both cover. */
export function coversSame(a: readonly number[], b: readonly number[]): boolean {
  const [al = 0, at = 0, ar = 0, ab = 0] = a;
  const [bl = 0, bt = 0, br = 0, bb = 0] = b;
  const shared = Math.max(0, Math.min(ar, br) - Math.max(al, bl)) * Math.max(0, Math.min(ab, bb) - Math.max(at, bt));
  return shared / ((ar - al) * (ab - at) + (br - bl) * (bb - bt) - shared) >= 0.9;
}
