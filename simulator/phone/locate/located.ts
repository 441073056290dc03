import { attributesOf } from '../render/uia2-xml.ts';
import type { UiNode } from '../ui-node.ts';

/** A node with its place in the tree, as locators look at it. */
export interface Located {
  readonly node: UiNode;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: Located | null;
  readonly children: Located[];
}

/** The tree as locators walk it, in document order, starting at `root`. */
export function locatedTree(root: UiNode): Located[] {
  const all: Located[] = [];
  const visit = (node: UiNode, index: number, parent: Located | null): Located => {
    const located: Located = { node, attributes: Object.fromEntries(attributesOf(node, index)), parent, children: [] };
    all.push(located);
    for (const [i, child] of node.children.entries()) located.children.push(visit(child, i, located));
    return located;
  };
  visit(root, 0, null);
  return all;
}
