import { BadSelector } from './bad-selector.ts';
import type { Located } from './located.ts';
import { matchesSelector, parseUiSelector } from './ui-selector.ts';
import { selectByXPath } from './xpath.ts';

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
