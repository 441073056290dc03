import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import type { Bounds } from './geometry.ts';
import type { NodeMarks } from './node-marks.ts';

/** Rows of one list that are not written, counted. */
export interface ListCount {
  above: number;
  below: number;
  /** Rows on the screen beyond those written. */
  cut: number;
  readonly sideways: boolean;
}

/** Rows of one list that are written; further ones are counted. */
const longestList = 20;

export interface Rows {
  /** The row each node stands in, -1 for none. */
  readonly of: Int32Array;
  readonly cut: ReadonlySet<number>;
  readonly lists: ReadonlyMap<number, ListCount>;
}

/** Rows are what a list's container holds directly, single wrappers aside. */
export function findRows(tree: AccessibilityTree, marks: NodeMarks, window: Bounds): Rows {
  const { nodes } = tree;
  const of = new Int32Array(nodes.length).fill(-1);
  const cut = new Set<number>();
  const lists = new Map<number, ListCount>();
  /** By the node that holds the rows: the scroller they belong to. */
  const holders = new Map<number, number>();
  const shown = new Map<number, { written: number; top: number }>();
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as TreeNode;
    const list = holders.get(node.parent);
    if (list !== undefined) {
      of[i] = i;
      countRow(nodes, i, list, marks, window, lists, shown, cut);
    } else if (node.parent >= 0) of[i] = of[node.parent] ?? -1;
    if (!isList(node) || lists.has(marks.acts[i] ?? -1)) continue;
    const scroller = marks.acts[i] ?? -1;
    holders.set(rowHolder(nodes, i), scroller < 0 ? i : scroller);
    const b = node.bounds;
    lists.set(scroller < 0 ? i : scroller, { above: 0, below: 0, cut: 0, sideways: b !== null && liesSideways(nodes, i) });
  }
  return { of, cut, lists };
}

const isList = (node: TreeNode): boolean => node.role === 'list' || (node.scrollable && node.role === 'group');

function rowHolder(nodes: readonly TreeNode[], list: number): number {
  let at = list;
  for (;;) {
    const first = nodes[at + 1];
    if (first === undefined || first.parent !== at || first.end !== nodes[at]?.end || first.end - at < 4) return at;
    at++;
  }
}

/** Rows side by side: the second one starts right of the first. */
function liesSideways(nodes: readonly TreeNode[], list: number): boolean {
  const holder = rowHolder(nodes, list);
  const first = nodes[holder + 1];
  const second = first === undefined ? undefined : nodes[first.end];
  if (!first?.bounds || !second?.bounds || second.parent !== holder) return false;
  return second.bounds[0] >= first.bounds[2] && Math.abs(second.bounds[1] - first.bounds[1]) <= 2;
}

function countRow(
  nodes: readonly TreeNode[],
  row: number,
  list: number,
  marks: NodeMarks,
  window: Bounds,
  lists: ReadonlyMap<number, ListCount>,
  shown: Map<number, { written: number; top: number }>,
  cut: Set<number>,
): void {
  const node = nodes[row] as TreeNode;
  const count = lists.get(list);
  if (count === undefined) return;
  if (marks.seen[row] === 1 || hasSeen(marks, row, node.end)) {
    if (!holdsSomething(nodes, row)) return;
    const top = node.bounds?.[1] ?? 0;
    const last = shown.get(list);
    // Cells of a grid that stand in one line are one row.
    const sameLine = last !== undefined && node.bounds !== null && Math.abs(last.top - top) <= 4;
    const written = (last?.written ?? 0) + (sameLine ? 0 : 1);
    shown.set(list, { written, top });
    if (written > longestList) {
      cut.add(row);
      count.cut++;
    }
    return;
  }
  const frame = nodes[list]?.bounds ?? window;
  const b = node.bounds;
  if (b === null || !holdsSomething(nodes, row)) return;
  const [start, end] = count.sideways ? [0, 2] : [1, 3];
  if ((b[start as 0] ?? 0) >= Math.min(frame[end as 2], window[end as 2])) count.below++;
  else if (b[end as 2] <= Math.max(frame[start as 0], window[start as 0])) count.above++;
}

function hasSeen(marks: NodeMarks, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (marks.seen[i] === 1) return true;
  return false;
}

function holdsSomething(nodes: readonly TreeNode[], row: number): boolean {
  const end = nodes[row]?.end ?? row;
  for (let i = row; i < end; i++) {
    const node = nodes[i] as TreeNode;
    if (node.text !== '' || node.description !== '' || node.clickable || node.checkable || node.value !== '') return true;
  }
  return false;
}
