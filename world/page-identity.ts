import type { TreeNode } from './accessibility-tree.ts';
import { digest, masked } from './masking.ts';
import type { Page } from './page.ts';
import type { PageName } from './page-name.ts';
import type { Item, Outline } from './page-outline.ts';

/**
 * The page's identity (rule W10): the app, its title with digits masked, the dialog over it. A page without a title is
 * known by what it is made of: the resource ids outside of rows, in no order. Rows, values, clocks and counters are no
 * part of it.
 */
export function fingerprintOf(
  app: string | null,
  name: PageName,
  nodes: readonly TreeNode[],
  outline: Outline,
  items: readonly Item[],
): string {
  const parts = [app ?? '', masked(name.title).toLowerCase(), name.dialog === null ? '' : `dialog ${masked(name.dialog).toLowerCase()}`];
  if (name.title === '') parts.push(...skeleton(nodes, outline, items));
  return digest(parts);
}

function skeleton(nodes: readonly TreeNode[], outline: Outline, items: readonly Item[]): string[] {
  const made = new Set<string>();
  for (const item of items) {
    if (item.row >= 0) continue;
    const id = nodes[item.node]?.id ?? '';
    if (item.kind === 'text') {
      if (id !== '' && /[/:]/.test(id)) made.add(`text ${id}`);
    } else made.add(`${item.role} ${id === '' ? masked(item.label) : id}`);
  }
  for (const group of outline.groups) made.add(`group ${group.kind}`);
  return [...made].sort();
}

/** What an element is known by from one observation to the next; equal ones are numbered. */
export function identityOf(item: Item, node: TreeNode | undefined): string {
  return JSON.stringify([item.kind === 'text' ? 'text' : item.role, node?.id ?? '', item.label, item.row >= 0 ? 1 : 0]);
}

/**
 * Whether two observations show the same page, though in other data, another state, scrolled, or another language:
 * equal fingerprints, most of the page labelled alike, or made alike with no word in common (which is another language).
 */
export const samePage = (a: Page, b: Page): boolean =>
  sameScreen(a, b) || (a.app === b.app && (a.dialog === null) === (b.dialog === null) && isTranslation(a, b));

/** What two observations are compared by. */
export interface ScreenFacts extends Pick<Page, 'app' | 'dialog' | 'fingerprint'> {
  readonly elements: readonly { readonly role: string; readonly label: string }[];
}

/** The same page in the same language: only then may refs go over from one observation to the next. */
export function sameScreen(a: ScreenFacts, b: ScreenFacts): boolean {
  if (a.app !== b.app || (a.dialog === null) !== (b.dialog === null)) return false;
  return a.fingerprint === b.fingerprint || alike(a, b) >= 0.5;
}

function isTranslation(a: Page, b: Page): boolean {
  const words = (page: Page): Set<string> => new Set(page.elements.map((one) => one.label).filter((label) => /\p{L}{2}/u.test(label)));
  const [left, right] = [words(a), words(b)];
  if (left.size < 4 || right.size < 4 || [...left].some((label) => right.has(label))) return false;
  const [one, other] = [shape(a), shape(b)];
  return commonLength(one, other) >= 0.8 * Math.max(one.length, other.length);
}

/** What the page is made of, without its words: role and resource id of each element, in order; at most 200. */
const shape = (page: Page): string[] =>
  page.elements
    .slice(0, 200)
    .map((one) => `${one.role}\n${(JSON.parse(one.identity) as string[])[1] ?? ''}\n${one.value === undefined ? '' : 'value'}`);

/** Length of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Uint16Array(b.length + 1);
  for (const one of a) {
    const next = new Uint16Array(b.length + 1);
    for (let k = 1; k <= b.length; k++) next[k] = one === b[k - 1] ? (row[k - 1] ?? 0) + 1 : Math.max(row[k] ?? 0, next[k - 1] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Share of the labelled elements of the smaller page that stand on the other one too. */
function alike(a: ScreenFacts, b: ScreenFacts): number {
  const names = (page: ScreenFacts): Set<string> =>
    new Set(page.elements.filter((one) => one.label !== '').map((one) => `${one.role}\n${masked(one.label)}`));
  const [left, right] = [names(a), names(b)];
  const smaller = Math.min(left.size, right.size);
  if (smaller < 3) return 0;
  let shared = 0;
  for (const one of left) if (right.has(one)) shared++;
  return shared / smaller;
}
