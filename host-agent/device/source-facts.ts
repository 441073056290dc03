import type { Bounds } from '../../world/geometry.ts';

/**
 * What the device layer needs to know of a page source before, or without, parsing it: facts read by pattern from text that
 * both drivers write in one known form. The page itself is made in world/.
 */

/** Whether a password field is on screen (rule S8). */
export function hasSecretField(source: string): boolean {
  return /\bpassword="true"|<XCUIElementTypeSecureTextField\b/.test(source);
}

/** Whether something turns or blinks to say that more is coming. A bar that shows a share is no such thing. */
export function looksLoading(source: string): boolean {
  return /<android\.widget\.ProgressBar\b|class="android\.widget\.ProgressBar"|<XCUIElementTypeActivityIndicator\b/.test(source);
}

/** The apps whose windows the source shows; empty when it does not say. */
export function appsIn(source: string): ReadonlySet<string> {
  const apps = new Set<string>();
  for (const match of source.matchAll(/\b(?:package|bundleId)="([^"]+)"/g)) if (match[1] !== undefined) apps.add(match[1]);
  return apps;
}

/** The largest thing that scrolls, or null. */
export function mainScroller(source: string): Bounds | null {
  let largest: Bounds | null = null;
  for (const [tag] of source.matchAll(/<[^<>]*\bscrollable="true"[^<>]*>|<XCUIElementType(?:Table|CollectionView|ScrollView)\b[^<>]*>/g)) {
    const bounds = boundsOf(tag);
    if (bounds !== null && area(bounds) > (largest === null ? 0 : area(largest))) largest = bounds;
  }
  return largest;
}

/** Whether any text, description or value on the page holds these words; case and Unicode form do not matter. */
export function shows(source: string, words: string): boolean {
  const wanted = plain(words);
  for (const match of source.matchAll(/\b(?:text|content-desc|label|value|name)="([^"]*)"/g)) {
    if (match[1] !== undefined && match[1] !== '' && plain(unescapeXml(match[1])).includes(wanted)) return true;
  }
  return false;
}

function boundsOf(tag: string): Bounds | null {
  const android = /\bbounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/.exec(tag);
  if (android !== null) return [Number(android[1]), Number(android[2]), Number(android[3]), Number(android[4])];
  if (/\bvisible="false"/.test(tag)) return null;
  const side = (name: string): number => Number(new RegExp(`\\b${name}="(-?[\\d.]+)"`).exec(tag)?.[1] ?? Number.NaN);
  const [x, y, width, height] = [side('x'), side('y'), side('width'), side('height')];
  return [x, y, width, height].every(Number.isFinite) ? [x, y, x + width, y + height] : null;
}

function area([left, top, right, bottom]: Bounds): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function plain(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('und').replace(/\s+/g, ' ').trim();
}

/** Text as it stands in an attribute, read. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, decimal?: string, hex?: string) => {
    if (decimal !== undefined || hex !== undefined) {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    return { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }[whole] ?? whole;
  });
}
