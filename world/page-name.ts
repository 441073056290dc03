import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import { appName, isLauncher } from './app-name.ts';
import { area, clipped } from './areas.ts';
import type { Bounds } from './geometry.ts';
import type { Page } from './page.ts';
import { isKeyboardApp } from './page-groups.ts';
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
  const home = app === null && tree.appName === null ? '' : appName(app, tree.appName);
  if (dialog === null) {
    const title = titleOf(tree.nodes, outline, items, window, null);
    return { name: join(home, title), title, dialog: null };
  }
  const under = titleOf(tree.nodes, outline, items, window, dialog);
  const base = under === '' && dialog.alone ? baseName(previous, home === '' ? 'App' : home) : join(home, under);
  return { name: `${base}${separator}${dialogMark}${dialog.title}`, title: under, dialog: dialog.title };
}

/** The page's name without the dialog over it. */
function baseName(page: Page | null, otherwise: string): string {
  if (page === null) return otherwise;
  const at = page.name.indexOf(`${separator}${dialogMark}`);
  return at < 0 ? page.name : page.name.slice(0, at);
}

function join(app: string, title: string): string {
  if (app === '') return title === '' ? 'App' : title;
  return title === '' || title.toLowerCase() === app.toLowerCase() ? app : `${app}${separator}${title}`;
}

interface Dialog {
  readonly title: string;
  readonly node: number;
  readonly end: number;
  /** The source holds nothing but the dialog's window. */
  readonly alone: boolean;
}

const systemDialogId = /:id\/(alertTitle|aerr_\w+|permission_message)$/;

function findDialog(tree: AccessibilityTree, outline: Outline, items: readonly Item[], window: Bounds): Dialog | null {
  const { nodes } = tree;
  const group = outline.groups.findLast((one) => one.kind === 'dialog' && nodes[one.node]?.shown);
  if (group !== undefined)
    return { title: dialogTitle(nodes, items, group.node, group.label), node: group.node, end: nodes[group.node]?.end ?? 0, alone: false };
  if (tree.platform === 'ios') return null;
  for (let root = 0; root < nodes.length; root = Math.max(root + 1, nodes[root]?.end ?? 0)) {
    const node = nodes[root] as TreeNode;
    if (node.bounds === null || !node.shown || !isDialogWindow(nodes, root, outline, window)) continue;
    const others = nodes.filter((one, i) => one.parent < 0 && i !== root && one.app === node.app).length;
    return { title: dialogTitle(nodes, items, root, ''), node: root, end: node.end, alone: others === 0 };
  }
  return null;
}

/** Android gives a dialog, a menu or a sheet a window of its own: smaller than the screen, or marked by the system's own ids. */
function isDialogWindow(nodes: readonly TreeNode[], root: number, outline: Outline, window: Bounds): boolean {
  const node = nodes[root] as TreeNode;
  if (/permissioncontroller|packageinstaller/.test(node.app)) return true;
  // A window holds something; a lone node at the root of a poor dump is none.
  if (node.app === 'com.android.systemui' || isKeyboardApp(node.app) || node.bounds === null || node.end - root < 2) return false;
  const [width, height] = [window[2] - window[0], window[3] - window[1]];
  const part = clipped(node.bounds, window);
  if (part !== null && part[3] - part[1] < height * 0.9 && area(part) < area(window) * 0.85 && part[2] - part[0] > width * 0.15)
    return true;
  const end = node.end;
  for (let i = root; i < end; i++) if (outline.marks.seen[i] === 1 && systemDialogId.test(nodes[i]?.id ?? '')) return true;
  return false;
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
  const height = window[3] - window[1];
  const top = window[1] + height * 0.3;
  const isElsewhere = (item: Item): boolean => except !== null && item.node >= except.node && item.node < except.end;
  const isInBar = (item: Item): boolean => outline.groups[item.group]?.kind === 'bar';
  const high = items.filter((item) => item.bounds[1] <= top && item.label !== '' && item.label.length <= 60 && !isElsewhere(item));
  const texts = high.filter(
    (item) =>
      item.kind === 'text' && item.row < 0 && /\p{L}/u.test(item.label) && !isClassName(item.label) && !isStatusBar(nodes, item.node),
  );

  const inBar = texts.find(isInBar) ?? high.find((item) => (item.role === 'picker' || item.role === 'field') && isInBar(item));
  if (inBar !== undefined) return inBar.label;
  const bar = outline.groups.find(
    (group) => nodes[group.node]?.type === 'XCUIElementTypeNavigationBar' && outline.marks.seen[group.node] === 1,
  );
  const named = bar === undefined ? '' : oneLine(nodes[bar.node]?.text ?? '');
  if (named !== '' && !isClassName(named)) return bounded(named, 60);
  const titled =
    texts.find((item) => /collapsing/i.test(nodes[item.node]?.id ?? '')) ?? texts.find((item) => titleId.test(localId(nodes[item.node])));
  if (titled !== undefined) return titled.label;
  const tab = items.find(
    (item) =>
      item.kind === 'element' &&
      item.states.includes('selected') &&
      item.label !== '' &&
      (item.role === 'tab' || outline.groups[item.group]?.kind === 'tabs') &&
      !isElsewhere(item),
  );
  if (tab !== undefined) return bounded(tab.label, 60);
  if (high.some(isInBar) || isLauncher(nodes[0]?.app ?? '')) return '';
  return (
    texts.find((item) => item.label.length <= 40 && !/\p{Nd}/u.test(item.label) && item.bounds[1] < window[1] + height * 0.15)?.label ?? ''
  );
}

const localId = (node: TreeNode | undefined): string => (node === undefined ? '' : node.id.slice(node.id.lastIndexOf('/') + 1));

/** A bar named by the class of its controller tells a person nothing. */
const isClassName = (text: string): boolean =>
  /^\w+\.\w+View$|^[A-Z]\w*(View|Controller|ViewContainer)\w*$/.test(text) && !text.includes(' ');

const isStatusBar = (nodes: readonly TreeNode[], index: number): boolean => {
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1)
    if (
      nodes[at]?.type === 'XCUIElementTypeStatusBar' ||
      (nodes[at]?.app === 'com.android.systemui' && nodes[0]?.app !== nodes[nodes.length - 1]?.app)
    )
      return true;
  return false;
};
