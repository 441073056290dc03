import type { TreeNode } from './accessibility-tree.ts';
import { area, contains } from './areas.ts';
import type { Bounds } from './geometry.ts';
import { isKeyboardApp } from './page-groups.ts';
import type { Item, Outline } from './page-outline.ts';
import { quoted } from './text-line.ts';

interface Cover {
  readonly node: number;
  readonly end: number;
  readonly bounds: Bounds;
  readonly what: string;
  /** A modal one blocks the whole page, not only what lies below it. */
  readonly modal: boolean;
  /** Lies only over what comes before it in the source. */
  readonly later: boolean;
}

/** Says of each item what lies over it (rule W5): a keyboard, a dialog, another window, a layer that takes the touch. */
export function markCovered(
  items: readonly Item[],
  outline: Outline,
  nodes: readonly TreeNode[],
  window: Bounds,
  unseenKeyboard: boolean,
): void {
  const covers: Cover[] = [...groupCovers(outline, nodes), ...windowCovers(nodes, window), ...layerCovers(items, nodes, window)];
  if (unseenKeyboard) covers.push(...keyboardOutsideSource(items, nodes, window));
  if (covers.length === 0) return;
  for (const item of items) {
    if (item.kind === 'text') continue;
    const end = nodes[item.node]?.end ?? item.node + 1;
    const over = covers.find((cover) => {
      const inside = item.node >= cover.node && item.node < cover.end;
      const around = cover.node >= item.node && cover.node < end;
      if (inside || around || (cover.later && item.node > cover.node)) return false;
      return cover.modal || holdsMiddle(cover.bounds, item.bounds, window);
    });
    if (over !== undefined) item.covered = over.what;
  }
}

function holdsMiddle(cover: Bounds, of: Bounds, window: Bounds): boolean {
  const x = (Math.max(of[0], window[0]) + Math.min(of[2], window[2])) / 2;
  const y = (Math.max(of[1], window[1]) + Math.min(of[3], window[3])) / 2;
  return x >= cover[0] && x < cover[2] && y >= cover[1] && y < cover[3];
}

function groupCovers(outline: Outline, nodes: readonly TreeNode[]): Cover[] {
  return outline.groups.flatMap((group) => {
    const node = nodes[group.node];
    if (!node?.bounds || !node.shown || (group.kind !== 'keyboard' && group.kind !== 'dialog')) return [];
    const what = group.kind === 'keyboard' ? 'the keyboard' : group.label === '' ? 'a dialog' : `the dialog ${quoted(group.label, 60)}`;
    return [
      {
        node: group.node,
        end: node.end,
        bounds: node.bounds,
        what,
        modal: group.kind === 'dialog' && node.type === 'XCUIElementTypeAlert',
        later: false,
      },
    ];
  });
}

/**
 * UiAutomator2 gives the window in front without the keyboard over it. A keyboard takes at least the lowest three tenths of an
 * upright screen; a page that made room for it has nothing there, so what does stand there is covered. Not where the
 * field that has the cursor stands there itself: then the keyboard floats, or is one of metal.
 */
function keyboardOutsideSource(items: readonly Item[], nodes: readonly TreeNode[], window: Bounds): Cover[] {
  if (nodes.some((node) => node.role === 'keyboard' || isKeyboardApp(node.app))) return [];
  const [left, top, right, bottom] = window;
  const height = bottom - top;
  const bounds: Bounds = [left, top + height * (height > right - left ? 0.7 : 0.6), right, bottom];
  if (items.some((item) => item.states.includes('focused') && holdsMiddle(bounds, item.bounds, window))) return [];
  return [{ node: nodes.length, end: nodes.length, bounds, what: 'the keyboard', modal: false, later: false }];
}

/** Android's other windows, where the source holds several: a smaller one lies over a larger one. */
function windowCovers(nodes: readonly TreeNode[], window: Bounds): Cover[] {
  const covers: Cover[] = [];
  for (let i = 0; i < nodes.length; i = Math.max(i + 1, nodes[i]?.end ?? 0)) {
    const node = nodes[i];
    if (!node?.bounds || !node.shown || node.app === '' || area(node.bounds) >= area(window) * 0.95) continue;
    covers.push({ node: i, end: node.end, bounds: node.bounds, what: 'another window', modal: false, later: false });
  }
  return covers;
}

/** A later element that takes touches and holds the whole of an earlier one lies over it (a scrim, a sheet, a drawer). */
function layerCovers(items: readonly Item[], nodes: readonly TreeNode[], window: Bounds): Cover[] {
  return items.flatMap((item) => {
    if (item.kind !== 'element' || area(item.bounds) < area(window) / 6) return [];
    const node = nodes[item.node];
    const earlier = items.some(
      (one) =>
        one.node < item.node && one.kind === 'element' && (nodes[one.node]?.end ?? 0) <= item.node && contains(item.bounds, one.bounds),
    );
    if (node === undefined || !earlier) return [];
    return [
      {
        node: item.node,
        end: node.end,
        bounds: item.bounds,
        what: item.label === '' ? 'a layer over the page' : quoted(item.label, 60),
        modal: false,
        later: true,
      },
    ];
  });
}
