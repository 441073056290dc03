import type { AccessibilityTree, Role, TreeNode } from './accessibility-tree.ts';
import type { Bounds } from './geometry.ts';
import { markNodes, type NodeMarks, onlyScrolls } from './node-marks.ts';
import type { PageElement } from './page.ts';
import { type Group, groupOf } from './page-groups.ts';
import { findRows, type ListCount } from './page-rows.ts';
import { bounded, heldText, oneLine } from './text-line.ts';

/** One thing of the page that is shown: an element to act on, a text to read, or a container that scrolls. */
export interface Item {
  readonly node: number;
  readonly kind: 'element' | 'text' | 'scroller';
  readonly role: Role;
  label: string;
  /** What stands with it beyond the label: a row's second line, a field's text. */
  value: string;
  /** What an empty field asks for, where that is not its label. */
  readonly hint: string;
  readonly states: string[];
  readonly bounds: Bounds;
  readonly takes: PageElement['takes'];
  secret: boolean;
  /** The row of a list it stands in (a node), -1 for none. */
  readonly row: number;
  /** Index into the outline's groups, -1 for none. */
  readonly group: number;
  covered: string | null;
  /** Its label is made of its id's words, since nothing else names it. */
  namedById: boolean;
}

export interface Outline {
  /** In reading order; a scroller stands after what is in it. */
  readonly items: Item[];
  readonly groups: readonly Group[];
  /** By the scroller's node. */
  readonly lists: ReadonlyMap<number, ListCount>;
  readonly marks: NodeMarks;
  readonly loading: boolean;
}

/** What a person could read or touch on the page, in the order of the source. Linear in the number of nodes. */
export function outlinePage(tree: AccessibilityTree, window: Bounds): Outline {
  const { nodes } = tree;
  const marks = markNodes(tree, window);
  const rows = findRows(tree, marks, window);
  const parts = gatherParts(nodes, marks);
  const items: Item[] = [];
  const groups: Group[] = [];
  const groupAt = new Int32Array(nodes.length).fill(-1);
  const openScrollers: number[] = [];
  let loading = false;
  const closeUntil = (index: number): void => {
    for (let top = openScrollers.at(-1); top !== undefined && (nodes[top]?.end ?? 0) <= index; top = openScrollers.at(-1)) {
      openScrollers.pop();
      items.push(scrollerItem(nodes, top, marks, groupAt[top] ?? -1));
    }
  };

  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as TreeNode;
    closeUntil(i);
    const inherited = node.parent < 0 ? -1 : (groupAt[node.parent] ?? -1);
    const group = groupOf(node, inherited < 0 ? undefined : groups[inherited], window);
    groupAt[i] = group === null ? inherited : groups.push({ ...group, node: i }) - 1;
    if (marks.seen[i] !== 1) continue;
    if (node.role === 'progress' && isBusy(node)) loading = true;
    if (rows.cut.has(rows.of[i] ?? -1)) continue;
    if (marks.acts[i] === i) {
      if (onlyScrolls(node)) openScrollers.push(i);
      else items.push(elementItem(nodes, i, marks, parts.get(i) ?? [], groupAt[i] ?? -1, rows.of[i] ?? -1, groups));
    }
    for (const text of freeTexts(nodes, i, marks)) items.push(textItem(node, i, text, groupAt[i] ?? -1, rows.of[i] ?? -1, marks));
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return { items, groups, lists: rows.lists, marks, loading };
}

const isBusy = (node: TreeNode): boolean =>
  node.value === '' || /^\D*$/.test(node.value) ? node.text === '' || !/\d/.test(node.text) : false;

/** The texts that stand inside an element and belong to it, by element. */
function gatherParts(nodes: readonly TreeNode[], marks: NodeMarks): Map<number, string[]> {
  const parts = new Map<number, string[]>();
  for (let i = 0; i < nodes.length; i++) {
    const owner = marks.owner[i] as number;
    if (owner < 0 || owner === i || marks.seen[i] !== 1 || marks.open.has(owner)) continue;
    const node = nodes[i] as TreeNode;
    for (const text of [node.text, node.description, node.role === 'progress' ? node.value : '']) {
      if (text === '') continue;
      const list = parts.get(owner);
      if (list === undefined) parts.set(owner, [text]);
      else list.push(text);
    }
  }
  return parts;
}

const noTexts: string[] = [];

/** The texts of a node that no element takes as its label. */
function freeTexts(nodes: readonly TreeNode[], index: number, marks: NodeMarks): string[] {
  const node = nodes[index] as TreeNode;
  const owner = marks.owner[index] as number;
  if (node.text === '' && node.description === '' && node.value === '' && node.hint === '') return noTexts;
  if (marks.acts[index] !== -1 || (owner >= 0 && !marks.open.has(owner))) return [];
  const texts = [node.text, node.description, node.value, node.hint].map(oneLine).filter((text) => text !== '');
  if (texts.length === 0 || (node.app === '' && (isScrollBar(nodes, node) || saysItsParts(nodes, index)))) return [];
  return texts.filter((text, i) => texts.indexOf(text) === i);
}

/** iOS gives scroll bars as thin frames with a text of their own (`Vertical scroll bar, 1 page`). */
function isScrollBar(nodes: readonly TreeNode[], node: TreeNode): boolean {
  if (node.role !== 'group' || node.bounds === null || nodes[node.parent]?.scrollable !== true) return false;
  return Math.min(node.bounds[2] - node.bounds[0], node.bounds[3] - node.bounds[1]) <= 32 && /\p{Nd}/u.test(node.text);
}

/** iOS labels some frames with all the texts in them, one after the other. */
function saysItsParts(nodes: readonly TreeNode[], index: number): boolean {
  const node = nodes[index] as TreeNode;
  if (node.role !== 'group') return false;
  let said = 0;
  const end = Math.min(node.end, index + 200);
  for (let i = index + 1; i < end; i++) {
    const text = nodes[i]?.text ?? '';
    if (text === '') continue;
    if (!node.text.includes(text)) return false;
    said += text.length;
  }
  return said >= node.text.length / 2;
}

function textItem(node: TreeNode, index: number, text: string, group: number, row: number, marks: NodeMarks): Item {
  const tappable = marks.open.get(marks.owner[index] ?? -1) === true;
  return {
    node: index,
    kind: tappable ? 'element' : 'text',
    role: node.role === 'image' ? 'image' : 'text',
    label: bounded(text),
    value: '',
    hint: '',
    states: node.selected ? ['selected'] : [],
    bounds: node.bounds ?? [0, 0, 0, 0],
    takes: tappable ? ['tap'] : [],
    secret: false,
    row,
    group,
    covered: null,
    namedById: false,
  };
}

function scrollerItem(nodes: readonly TreeNode[], index: number, marks: NodeMarks, group: number): Item {
  const node = nodes[index] as TreeNode;
  const all = [node, ...(marks.merged.get(index) ?? []).map((i) => nodes[i] as TreeNode)];
  const role = all.map((one) => one.role).find((one) => one !== 'group') ?? 'scroll';
  const label = all.map((one) => one.text || one.description).find((text) => text !== '') ?? '';
  return {
    node: index,
    kind: 'scroller',
    role,
    label: bounded(oneLine(label)),
    value: '',
    hint: '',
    states: node.enabled ? [] : ['disabled'],
    bounds: node.bounds ?? [0, 0, 0, 0],
    takes: ['scroll'],
    secret: false,
    row: -1,
    group,
    covered: null,
    namedById: false,
  };
}

function elementItem(
  nodes: readonly TreeNode[],
  index: number,
  marks: NodeMarks,
  parts: readonly string[],
  group: number,
  row: number,
  groups: readonly Group[],
): Item {
  const node = nodes[index] as TreeNode;
  const twins = marks.merged.get(index);
  const all = twins === undefined ? [node] : [node, ...twins.map((i) => nodes[i] as TreeNode)];
  const plainRole = elementRole(all);
  const role = groups[group]?.kind === 'tabs' && (plainRole === 'item' || plainRole === 'button') ? 'tab' : plainRole;
  return {
    node: index,
    kind: 'element',
    role,
    ...namesOf(all, parts, role),
    states: statesOf(all, role),
    bounds: node.bounds ?? [0, 0, 0, 0],
    takes: takesOf(all, role),
    secret: all.some((one) => one.secret),
    row,
    group,
    covered: null,
    namedById: false,
  };
}

/** What it is called, what stands with it, and for an empty field what its hint says beyond the name. */
function namesOf(all: readonly TreeNode[], parts: readonly string[], role: Role): Pick<Item, 'label' | 'value' | 'hint'> {
  const names: string[] = [];
  let holds = '';
  let hint = '';
  for (const one of all) {
    // A switch's own text says its state (ON, OFF); what names it is its description or stands beside it.
    if (one.role === 'switch') names.push(oneLine(one.description), oneLine(one.text));
    else names.push(oneLine(one.text), oneLine(one.description));
    if (holds === '') holds = one.role === 'field' ? heldText(one.value) : oneLine(one.value);
    if (hint === '') hint = oneLine(one.hint);
  }
  for (const part of parts) names.push(oneLine(part));
  const isField = role === 'field';
  const [label = '', ...rest] = distinct(wordsFirst(names));
  const isValueFirst = isField || role === 'slider';
  const value = distinct(isValueFirst ? [holds, ...rest] : [...rest, holds]).filter((text) => isField || text !== label);
  return {
    label: bounded(label === '' ? hint : label),
    value: value.map((text) => bounded(text)).join(', '),
    hint: isField && holds === '' && label !== '' && !saysAlready(label, hint) ? bounded(hint) : '',
  };
}

function statesOf(all: readonly TreeNode[], role: Role): string[] {
  const states: string[] = [];
  if (all.some((one) => one.checkable)) states.push(all.some((one) => one.checkable && one.checked) ? 'on' : 'off');
  if (all.some((one) => one.selected)) states.push('selected');
  if (all.some((one) => !one.enabled)) states.push('disabled');
  if (role === 'field' && all.some((one) => one.focused)) states.push('focused');
  const length = all.find((one) => one.secret)?.secretLength ?? 0;
  if (length > 0) states.push(`password(${length})`);
  return states;
}

function takesOf(all: readonly TreeNode[], role: Role): PageElement['takes'] {
  const takes: PageElement['takes'] = ['tap'];
  if (all.some((one) => one.longClickable)) takes.push('long_press');
  if (role === 'field') takes.push('type');
  if (all.some((one) => one.checkable)) takes.push('check');
  if (all.some((one) => one.scrollable)) takes.push('scroll');
  if (role === 'slider') takes.push('slide');
  return takes;
}

const plainRoles: ReadonlySet<Role> = new Set([
  'group',
  'text',
  'image',
  'window',
  'app',
  'list',
  'scroll',
  'pager',
  'web',
  'bar',
  'tabs',
  'dialog',
  'progress',
  'keyboard',
]);

/** The most telling role of the nodes at one place: a switch inside a frame is a switch. */
function elementRole(all: readonly TreeNode[]): Role {
  const telling = all.find((one) => !plainRoles.has(one.role));
  if (telling !== undefined) return telling.role;
  if (all.some((one) => one.checkable)) return 'checkbox';
  if (all.some((one) => one.role === 'image')) return 'image';
  if (all.some((one) => one.role === 'text')) return 'button';
  return 'item';
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Texts with a letter or a digit before mere glyphs (icon fonts draw with private characters). */
function wordsFirst(texts: readonly string[]): readonly string[] {
  if (texts.length < 2 || texts.every(hasWord)) return texts;
  return [...texts.filter(hasWord), ...texts.filter((text) => !hasWord(text))];
}

/** Without what is said already: equal, or standing in an earlier one as whole words. */
function distinct(texts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of texts) if (text !== '' && !kept.some((one) => saysAlready(one, text))) kept.push(text);
  return kept;
}

function saysAlready(whole: string, part: string): boolean {
  const at = whole.indexOf(part);
  if (at < 0) return false;
  const before = at === 0 || !/[\p{L}\p{N}]$/u.test(whole.slice(0, at));
  return before && !/^[\p{L}\p{N}]/u.test(whole.slice(at + part.length));
}
