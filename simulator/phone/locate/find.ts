import { attributesOf } from '../render/uia2-xml.ts';
import type { UiNode } from '../ui-node.ts';
import { BadSelector } from './bad-selector.ts';
import { matchesSelector, parseUiSelector } from './ui-selector.ts';
import { selectByXPath } from './xpath.ts';

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

export const strategies = ['accessibility id', 'id', 'class name', 'xpath', '-android uiautomator'] as const;

/** Nodes that the locator names, in document order. Throws BadSelector. */
export function find(all: readonly Located[], using: string, value: string): Located[] {
  switch (using) {
    case 'accessibility id':
      return all.filter(({ node }) => node.desc === value);
    case 'id':
      return all.filter(
        ({ node }) =>
          node.id !== undefined && (node.id === value || node.id === `${node.package}:id/${value}` || node.id === `android:id/${value}`),
      );
    case 'class name':
      return all.filter(({ node }) => node.cls === value);
    case '-android uiautomator':
      return matchesSelector(parseUiSelector(value), all);
    case 'xpath':
      return selectByXPath(value, all);
    default:
      throw new BadSelector(`the locator strategy ${JSON.stringify(using)} is not known; use one of ${strategies.join(', ')}`);
  }
}

export const within = (inner: Located, outer: Located): boolean => {
  for (let at: Located | null = inner.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
};
