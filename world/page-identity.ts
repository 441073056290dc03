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
 * equal fingerprints, or the same app and dialog with most of the page made alike.
 */
export function samePage(a: Page, b: Page): boolean {
  if (a.app !== b.app || (a.dialog === null) !== (b.dialog === null)) return false;
  if (a.fingerprint === b.fingerprint) return true;
  return alike(a, b) >= 0.5;
}

/** Share of the labelled elements of the smaller page that stand on the other one too. */
function alike(a: Page, b: Page): number {
  const names = (page: Page): Set<string> =>
    new Set(page.elements.filter((one) => one.label !== '').map((one) => `${one.role}\n${masked(one.label)}`));
  const [left, right] = [names(a), names(b)];
  const smaller = Math.min(left.size, right.size);
  if (smaller < 3) return 0;
  let shared = 0;
  for (const one of left) if (right.has(one)) shared++;
  return shared / smaller;
}
