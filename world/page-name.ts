import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import { appName } from './app-name.ts';
import { area } from './areas.ts';
import type { Bounds } from './geometry.ts';
import type { Page } from './page.ts';
import type { Item, Outline } from './page-outline.ts';
import { bounded, oneLine } from './text-line.ts';

export interface PageName {
  /** Such as `Settings › Network & internet`, `Settings › Date & time › dialog: Set time`. */
  readonly name: string;
  /** What the page calls itself; empty when it does not. */
  readonly title: string;
  readonly dialog: string | null;
}

const separator = ' › ';
const dialogMark = 'dialog: ';

/** Names a page as a person would: the app, the page's own title, and the dialog over it. */
export function namePage(
  tree: AccessibilityTree,
  outline: Outline,
  items: readonly Item[],
  window: Bounds,
  app: string | null,
  previous: Page | null,
): PageName {
  const dialog = findDialog(tree, outline, items, window);
  const home = appName(app, tree.appName);
  if (dialog === null) {
    const title = titleOf(tree.nodes, outline, items, window, null);
    return { name: join(home, title), title, dialog: null };
  }
  const under = titleOf(tree.nodes, outline, items, window, dialog);
  const base = under === '' && dialog.alone ? baseName(previous, home) : join(home, under);
  return { name: `${base}${separator}${dialogMark}${dialog.title}`, title: under, dialog: dialog.title };
}

/** The page's name without the dialog over it. */
export function baseName(page: Page | null, otherwise: string): string {
  if (page === null) return otherwise;
  const at = page.name.indexOf(`${separator}${dialogMark}`);
  return at < 0 ? page.name : page.name.slice(0, at);
}

const join = (app: string, title: string): string =>
  title === '' || title.toLowerCase() === app.toLowerCase() ? app : `${app}${separator}${title}`;

interface Dialog {
  readonly title: string;
  readonly node: number;
  readonly end: number;
  /** The source holds nothing but the dialog's window. */
  readonly alone: boolean;
}

const dialogId = /:id\/(alertTitle|aerr_\w+|permission_message|buttonPanel|parentPanel|dialog\w*)$|^android:id\/button1$/;

function findDialog(tree: AccessibilityTree, outline: Outline, items: readonly Item[], window: Bounds): Dialog | null {
  const { nodes } = tree;
  const group = outline.groups.findLast((one) => one.kind === 'dialog' && nodes[one.node]?.shown);
  if (group !== undefined)
    return { title: dialogTitle(nodes, items, group.node, group.label), node: group.node, end: nodes[group.node]?.end ?? 0, alone: false };
  if (tree.platform === 'ios') return null;
  const marked = nodes.findIndex((node, i) => outline.marks.seen[i] === 1 && dialogId.test(node.id));
  const marks = marked < 0 ? nodes.findIndex((node) => /permissioncontroller|packageinstaller/.test(node.app)) : marked;
  if (marks < 0) return null;
  let root = marks;
  while ((nodes[root]?.parent ?? -1) >= 0) root = nodes[root]?.parent ?? -1;
  const bounds = nodes[root]?.bounds;
  const end = nodes[root]?.end ?? 0;
  const roots = nodes.filter((node) => node.parent < 0 && node.app !== 'com.android.systemui').length;
  if (bounds && area(bounds) > area(window) * 0.95 && marked >= 0 && !/alertTitle|aerr_|permission_/.test(nodes[marked]?.id ?? ''))
    return null;
  return { title: dialogTitle(nodes, items, root, ''), node: root, end, alone: roots <= 1 };
}

function dialogTitle(nodes: readonly TreeNode[], items: readonly Item[], root: number, label: string): string {
  if (label !== '') return bounded(oneLine(label), 80);
  const end = nodes[root]?.end ?? 0;
  const inside = items.filter((item) => item.node >= root && item.node < end && item.label !== '');
  const titled = inside.find((item) => /:id\/(alertTitle|permission_message|title\w*)$/.test(nodes[item.node]?.id ?? ''));
  const text = titled ?? inside.find((item) => item.kind === 'text') ?? inside[0];
  return bounded(text?.label ?? 'untitled', 80);
}

const titleId = /(^|_)(title|heading|header)$|(toolbar|action_bar|page|screen|header|actionbar)_?title$/i;

function titleOf(nodes: readonly TreeNode[], outline: Outline, items: readonly Item[], window: Bounds, except: Dialog | null): string {
  const top = window[1] + (window[3] - window[1]) * 0.3;
  const usable = items.filter((item) => item.label !== '' && !(except !== null && item.node >= except.node && item.node < except.end));
  const named = (item: Item | undefined): string => (item === undefined ? '' : bounded(item.label, 60));
  const texts = usable.filter((item) => item.kind === 'text' && /\p{L}/u.test(item.label) && item.label.length <= 60 && item.row < 0);
  const high = texts.filter((item) => item.bounds[1] <= top);
  const inBar = high.find((item) => outline.groups[item.group]?.kind === 'bar');
  if (inBar !== undefined) return named(inBar);
  const bar = nodes.find((node, i) => outline.marks.seen[i] === 1 && node.type === 'XCUIElementTypeNavigationBar' && node.text !== '');
  if (bar !== undefined) return bounded(oneLine(bar.text), 60);
  const collapsing = high.find((item) => /collapsing/i.test(nodes[item.node]?.id ?? ''));
  if (collapsing !== undefined) return named(collapsing);
  const titled = high.find((item) => titleId.test(localId(nodes[item.node])));
  if (titled !== undefined) return named(titled);
  const tab = usable.find(
    (item) =>
      item.kind === 'element' && item.states.includes('selected') && (item.role === 'tab' || outline.groups[item.group]?.kind === 'tabs'),
  );
  if (tab !== undefined) return named(tab);
  const first = high.filter((item) => item.label.length <= 40 && item.bounds[1] < window[1] + (window[3] - window[1]) * 0.15)[0];
  return named(first);
}

const localId = (node: TreeNode | undefined): string => (node === undefined ? '' : node.id.slice(node.id.lastIndexOf('/') + 1));
