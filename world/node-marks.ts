import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import { area, intersects, samePlace } from './areas.ts';
import type { Bounds } from './geometry.ts';

/** What the outline needs to know of every node, by its index. */
export interface NodeMarks {
  /** It can be seen: the source says so and it lies on the screen. */
  readonly seen: Uint8Array;
  /** The node that stands for it as an element: itself, an enclosing one at the same place, or -1 when it takes no action. */
  readonly acts: Int32Array;
  /** The nearest element at or above it that takes a touch (not one that only scrolls); -1 when there is none. */
  readonly owner: Int32Array;
  /** The nearest container at or above it that scrolls; -1 when there is none. */
  readonly scroller: Int32Array;
  /** Nodes merged into an element at the same place, by that element. */
  readonly merged: ReadonlyMap<number, number[]>;
  /** Elements so large and full that their texts are texts of the page, not their label; true where a text in it can be tapped itself. */
  readonly open: ReadonlyMap<number, boolean>;
}

export const onlyScrolls = (node: TreeNode): boolean =>
  node.scrollable && !(node.longClickable || node.checkable) && (!node.clickable || isContainer(node));

const isContainer = (node: TreeNode): boolean =>
  node.role === 'list' || node.role === 'scroll' || node.role === 'pager' || node.role === 'web' || node.role === 'group';

const takesAction = (node: TreeNode): boolean => node.clickable || node.longClickable || node.checkable || node.scrollable;

export function markNodes(tree: AccessibilityTree, window: Bounds): NodeMarks {
  const { nodes } = tree;
  const count = nodes.length;
  const seen = new Uint8Array(count);
  const acts = new Int32Array(count).fill(-1);
  const owner = new Int32Array(count).fill(-1);
  const scroller = new Int32Array(count).fill(-1);
  /** The nearest node at or above that takes an action, merged or not. */
  const actor = new Int32Array(count).fill(-1);
  const merged = new Map<number, number[]>();
  const texts = new Map<number, number>();
  const inner = new Map<number, number>();

  for (let i = 0; i < count; i++) {
    const node = nodes[i] as TreeNode;
    const parent = node.parent;
    const above = parent < 0 ? -1 : (actor[parent] as number);
    const owned = parent < 0 ? -1 : (owner[parent] as number);
    if (parent >= 0) {
      owner[i] = owned;
      scroller[i] = scroller[parent] as number;
      actor[i] = above;
    }
    const { bounds } = node;
    if (!node.shown || (bounds !== null && (area(bounds) <= 0 || !intersects(bounds, window)))) continue;
    seen[i] = 1;
    if (owned >= 0 && (node.text !== '' || node.description !== '')) texts.set(owned, (texts.get(owned) ?? 0) + 1);
    if (bounds === null || !takesAction(node)) continue;
    actor[i] = i;
    const scrolls = onlyScrolls(node);
    const twin = above >= 0 ? nodes[above] : undefined;
    if (twin?.bounds && samePlace(twin.bounds, bounds) && onlyScrolls(twin) === scrolls) {
      const kept = acts[above] as number;
      acts[i] = kept;
      const twins = merged.get(kept);
      if (twins === undefined) merged.set(kept, [i]);
      else twins.push(i);
    } else {
      acts[i] = i;
      if (owned >= 0 && !scrolls) inner.set(owned, (inner.get(owned) ?? 0) + 1);
    }
    if (scrolls) scroller[i] = acts[i] as number;
    else owner[i] = acts[i] as number;
  }

  const open = new Map<number, boolean>();
  const screen = area(window);
  for (const [element, held] of texts) {
    const node = nodes[element];
    const share = node?.bounds ? area(node.bounds) / screen : 0;
    const within = inner.get(element) ?? 0;
    const unnamed = node?.text === '' && node.description === '';
    if ((share > 0.33 && (held > 8 || within >= 2)) || (within >= 4 && held > 4) || (share > 0.6 && unnamed && held > 1))
      open.set(element, within === 0 && held <= 8);
  }
  return { seen, acts, owner, scroller, merged, open };
}
