import type { Role, TreeNode } from './accessibility-tree.ts';
import { area } from './areas.ts';
import type { Bounds } from './geometry.ts';
import type { Item, Outline } from './page-outline.ts';
import { oneLine } from './text-line.ts';

/** Roles whose name usually stands beside them, not in them. */
const namedBeside: ReadonlySet<Role> = new Set(['switch', 'checkbox', 'radio', 'field', 'slider', 'picker']);

/**
 * Names what has no label of its own: by the row it stands in, by the text beside it, or by the words of its id; and
 * tells repeated labels apart by their row. Texts that became a label are no longer items of their own.
 */
export function nameItems(outline: Outline, nodes: readonly TreeNode[], window: Bounds): Item[] {
  const { items, marks } = outline;
  const byNode = new Map<number, Item>();
  for (const item of items) if (item.kind === 'element') byNode.set(item.node, item);
  const used = new Set<Item>();
  let index: ItemIndex | null = null;
  for (const [i, item] of items.entries()) {
    if (item.kind !== 'element') continue;
    // A switch that says only its state (ON, OFF) still wants a name.
    const state =
      item.role === 'switch' && item.label === oneLine(nodes[item.node]?.text ?? '') && item.label.length <= 12 ? item.label : '';
    if (item.label !== state) continue;
    item.label = '';
    const parent = nodes[item.node]?.parent ?? -1;
    const owner = parent < 0 ? -1 : (marks.owner[parent] ?? -1);
    const row = owner >= 0 && !marks.open.has(owner) ? byNode.get(owner) : undefined;
    if (namedBeside.has(item.role)) {
      if (row !== undefined && row.label !== '') item.label = row.label;
      else {
        index ??= new ItemIndex(items, nodes.length);
        nameFromBeside(item, index, nodes, window, used);
      }
      if (item.label === '' && state === '') item.label = labelAbove(items, i, window);
    }
    if (item.label === '') item.label = state;
    else if (state !== '' && state !== item.label) item.value = item.value === '' ? state : `${state}, ${item.value}`;
    if (item.label === '') {
      item.label = wordsOfId(nodes[item.node]?.id ?? '', item.role);
      item.namedById = item.label !== '';
    }
  }
  const left = used.size === 0 ? items : items.filter((item) => !used.has(item));
  tellApart(left);
  return left;
}

/** Where the items of a stretch of nodes stand: elements are counted, texts found, both without going through all items. */
class ItemIndex {
  private readonly others: Int32Array;
  private readonly texts: Item[];
  constructor(items: readonly Item[], nodes: number) {
    this.others = new Int32Array(nodes + 1);
    for (const item of items) if (item.kind !== 'text') this.others[item.node + 1] = 1;
    for (let i = 1; i <= nodes; i++) this.others[i] = (this.others[i] ?? 0) + (this.others[i - 1] ?? 0);
    this.texts = items.filter((item) => item.kind === 'text');
  }

  elements(from: number, end: number): number {
    return (this.others[end] ?? 0) - (this.others[from] ?? 0);
  }

  /** Texts come in the order of their nodes. */
  textsIn(from: number, end: number): Item[] {
    let low = 0;
    let high = this.texts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.texts[middle]?.node ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const found: Item[] = [];
    for (let i = low; i < this.texts.length && found.length < 6; i++) {
      const text = this.texts[i] as Item;
      if (text.node >= end) break;
      found.push(text);
    }
    return found;
  }
}

/** The texts of the smallest frame that holds this element and no other one. */
function nameFromBeside(item: Item, index: ItemIndex, nodes: readonly TreeNode[], window: Bounds, used: Set<Item>): void {
  let at = nodes[item.node]?.parent ?? -1;
  for (let step = 0; step < 6 && at >= 0; step++) {
    const frame = nodes[at] as TreeNode;
    if (frame.scrollable || (frame.bounds !== null && area(frame.bounds) > area(window) / 4)) return;
    if (index.elements(at, frame.end) > 1) return;
    const texts = index.textsIn(at, frame.end).filter((one) => !used.has(one) && one.role === 'text');
    const [first, ...rest] = texts;
    if (first !== undefined) {
      if (rest.length > 3) return;
      item.label = first.label;
      const further = rest.map((one) => one.label).filter((label) => label !== first.label);
      item.value = (item.role === 'field' ? [item.value, ...further] : [...further, item.value]).filter((text) => text !== '').join(', ');
      for (const one of texts) used.add(one);
      return;
    }
    at = frame.parent;
  }
}

/** The text right above a field, or before it in its line. */
function labelAbove(items: readonly Item[], index: number, window: Bounds): string {
  const item = items[index] as Item;
  let best: Item | undefined;
  for (let i = index - 1; i >= Math.max(0, index - 4); i--) {
    const one = items[i] as Item;
    if (one.kind !== 'text') break;
    if (one.role !== 'text') continue;
    const gap = item.bounds[1] - one.bounds[3];
    if (gap < -(item.bounds[3] - item.bounds[1]) || gap > (window[3] - window[1]) / 20) continue;
    if (best === undefined || one.bounds[3] > best.bounds[3] + 8 || (one.bounds[3] > best.bounds[3] - 8 && one.bounds[0] < best.bounds[0]))
      best = one;
  }
  return best?.label ?? '';
}

const roleWords = new Set([
  'btn',
  'button',
  'img',
  'image',
  'iv',
  'tv',
  'view',
  'icon',
  'layout',
  'container',
  'id',
  'll',
  'rl',
  'fl',
  'root',
  'content',
  'action',
]);

/** `com.app:id/btn_open_menu` → `open menu`; empty when nothing but role words is left. */
function wordsOfId(id: string, role: Role): string {
  const name = id.slice(id.lastIndexOf('/') + 1);
  if (name === '' || name.length > 60) return '';
  const words = oneLine(name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' '))
    .toLowerCase()
    .split(' ');
  const telling = words.filter((word) => word.length > 1 && !roleWords.has(word) && word !== role && !/^\d+$/.test(word));
  return telling.slice(0, 4).join(' ');
}

/** Elements with the same role and label get the title of their row behind it: `Delete (Alice)`. */
function tellApart(items: readonly Item[]): void {
  const alike = new Map<string, Item[]>();
  for (const item of items) {
    if (item.kind !== 'element' || item.row < 0) continue;
    const key = `${item.role}\n${item.label}`;
    const list = alike.get(key);
    if (list === undefined) alike.set(key, [item]);
    else list.push(item);
  }
  let titles: Map<number, string> | null = null;
  for (const list of alike.values()) {
    if (list.length < 2) continue;
    titles ??= rowTitles(items);
    const found = list.map((item) => titles?.get(item.row) ?? '');
    const times = new Map<string, number>();
    for (const title of found) times.set(title, (times.get(title) ?? 0) + 1);
    for (const [i, item] of list.entries()) {
      const title = found[i] ?? '';
      if (title !== '' && title !== item.label && times.get(title) === 1)
        item.label = item.label === '' ? title : `${item.label} (${title})`;
    }
  }
}

function rowTitles(items: readonly Item[]): Map<number, string> {
  const titles = new Map<number, string>();
  for (const item of items) if (item.row >= 0 && item.label !== '' && !titles.has(item.row)) titles.set(item.row, item.label);
  return titles;
}
