import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import type { Locator } from './locator.ts';

/** How often each attribute value stands on the page, seen or not: what a driver would find. */
interface Counts {
  readonly id: Map<string, number>;
  readonly description: Map<string, number>;
  readonly text: Map<string, number>;
  readonly type: Map<string, number>;
}

/** Makes the locators of one page's nodes: most durable first, each finding exactly that node on the page it came from. */
export function locatorMaker(tree: AccessibilityTree): (index: number) => Locator[] {
  const counts = count(tree.nodes);
  return (index) => {
    const node = tree.nodes[index];
    if (node === undefined) return [];
    return tree.platform === 'android' ? androidLocators(tree.nodes, index, node, counts) : iosLocators(tree.nodes, index, node, counts);
  };
}

function count(nodes: readonly TreeNode[]): Counts {
  const counts: Counts = { id: new Map(), description: new Map(), text: new Map(), type: new Map() };
  const add = (map: Map<string, number>, key: string): void => {
    if (key !== '') map.set(key, (map.get(key) ?? 0) + 1);
  };
  for (const node of nodes) {
    add(counts.id, node.id);
    add(counts.description, node.description);
    add(counts.text, node.text);
    add(counts.type, node.type);
  }
  return counts;
}

/** A string of a UiSelector, which is Java source. */
const java = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;

function androidLocators(nodes: readonly TreeNode[], index: number, node: TreeNode, counts: Counts): Locator[] {
  const found: Locator[] = [];
  if (counts.description.get(node.description) === 1) found.push({ using: 'accessibility id', value: node.description });
  if (counts.id.get(node.id) === 1) found.push({ using: 'id', value: node.id });
  if (counts.text.get(node.text) === 1) found.push({ using: '-android uiautomator', value: `new UiSelector().text(${java(node.text)})` });
  const inRow = withinLabelledRow(nodes, index, node, counts);
  if (inRow !== null) found.push(inRow);
  const [kind, key] = node.id === '' ? ['className', node.type] : ['resourceId', node.id];
  const instance = placeAmong(nodes, index, (one) => (node.id === '' ? one.type === node.type : one.id === node.id));
  found.push({ using: '-android uiautomator', value: `new UiSelector().${kind}(${java(key ?? '')}).instance(${instance})` });
  return found;
}

/** An XPath string literal; one with both quotes is put together. */
function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}

/** Found from the unique text of the row it stands in: the text's nearest frame that holds both, and the place within it. */
function withinLabelledRow(nodes: readonly TreeNode[], index: number, node: TreeNode, counts: Counts): Locator | null {
  let at = node.parent;
  for (let up = 0; up < 4 && at >= 0; up++) {
    const frame = nodes[at] as TreeNode;
    if (frame.scrollable) return null;
    for (let i = at + 1; i < Math.min(frame.end, at + 60); i++) {
      const label = nodes[i] as TreeNode;
      if (i === index || label.text === '' || /[\n\r\t]/.test(label.text) || counts.text.get(label.text) !== 1) continue;
      if (i > index && i < node.end) continue;
      let steps = 0;
      for (let a = i; a !== at && a >= 0; a = nodes[a]?.parent ?? -1) steps++;
      const place = placeAmong(nodes.slice(at + 1, frame.end), index - at - 1, (one) => one.type === node.type) + 1;
      const type = /^[\w.]+$/.test(node.type) ? `*[@class="${node.type}"]` : '*';
      if (type === '*' || steps === 0) return null;
      return { using: 'xpath', value: `(//*[@text=${literal(label.text)}]/ancestor::*[${steps}]/descendant::${type})[${place}]` };
    }
    at = frame.parent;
  }
  return null;
}

function placeAmong(nodes: readonly TreeNode[], index: number, alike: (node: TreeNode) => boolean): number {
  let place = 0;
  for (let i = 0; i < index; i++) if (alike(nodes[i] as TreeNode)) place++;
  return place;
}

/** A string of an iOS predicate or class chain. */
const predicate = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

function iosLocators(nodes: readonly TreeNode[], index: number, node: TreeNode, counts: Counts): Locator[] {
  const found: Locator[] = [];
  const alike = (test: (one: TreeNode) => boolean): number => nodes.reduce((sum, one) => sum + (test(one) ? 1 : 0), 0);
  if (node.id !== '' && counts.id.get(node.id) === 1) found.push({ using: 'accessibility id', value: node.id });
  if (node.id !== '' && alike((one) => one.type === node.type && one.id === node.id) === 1) {
    found.push({ using: '-ios predicate string', value: `type == ${predicate(node.type)} AND name == ${predicate(node.id)}` });
  }
  if (node.text !== '' && node.text !== node.id && alike((one) => one.type === node.type && one.text === node.text) === 1) {
    found.push({ using: '-ios class chain', value: `**/${node.type}[\`label == ${predicate(node.text)}\`]` });
  }
  if (node.type.startsWith('XCUIElementType')) {
    found.push({ using: '-ios class chain', value: `**/${node.type}[${placeAmong(nodes, index, (one) => one.type === node.type) + 1}]` });
  }
  return found;
}
