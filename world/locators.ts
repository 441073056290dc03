import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import type { Locator } from './locator.ts';

/** How often each attribute value stands on the page, seen or not: what a driver would find. */
interface Counts {
  readonly id: Map<string, number>;
  readonly description: Map<string, number>;
  readonly text: Map<string, number>;
  /** Class or XCUIElementType with identifier, with label. */
  readonly typedId: Map<string, number>;
  readonly typedText: Map<string, number>;
  /** Which of its class or XCUIElementType, and which of its resource id, each node is, from 0. */
  readonly ofType: Int32Array;
  readonly ofId: Int32Array;
}

/** Makes the locators of one page's nodes: most durable first, each finding exactly that node on the page it came from. */
export function locatorMaker(tree: AccessibilityTree): (index: number) => Locator[] {
  const counts = count(tree);
  return (index) => {
    const node = tree.nodes[index];
    if (node === undefined) return [];
    return tree.platform === 'android' ? androidLocators(tree.nodes, index, node, counts) : iosLocators(index, node, counts);
  };
}

function count({ nodes, platform }: AccessibilityTree): Counts {
  const ios = platform === 'ios';
  const counts = {
    id: new Map(),
    description: new Map(),
    text: new Map(),
    typedId: new Map(),
    typedText: new Map(),
    ofType: new Int32Array(nodes.length),
    ofId: new Int32Array(nodes.length),
  };
  const types = new Map<string, number>();
  const add = (map: Map<string, number>, key: string): number => {
    if (key === '') return 0;
    const before = map.get(key) ?? 0;
    map.set(key, before + 1);
    return before;
  };
  for (const [i, node] of nodes.entries()) {
    counts.ofId[i] = add(counts.id, node.id);
    counts.ofType[i] = add(types, node.type);
    add(counts.description, node.description);
    add(counts.text, node.text);
    // A driver compares with the attribute, which for a field is what it holds, or its hint.
    add(counts.text, node.value);
    add(counts.text, node.hint);
    if (!ios) continue;
    add(counts.typedId, `${node.type}\n${node.id}`);
    add(counts.typedText, `${node.type}\n${node.text}`);
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
  const inside = found.length === 0 ? aroundOwnText(nodes, index, node, counts) : null;
  if (inside !== null) found.push(inside);
  const inRow = found.length === 0 ? withinLabelledRow(nodes, index, node, counts) : null;
  if (inRow !== null) found.push(inRow);
  const [kind, key] = node.id === '' ? ['className', node.type] : ['resourceId', node.id];
  const instance = node.id === '' ? counts.ofType[index] : counts.ofId[index];
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

/** Found from a unique text that stands in it: so many frames around that text. */
function aroundOwnText(nodes: readonly TreeNode[], index: number, node: TreeNode, counts: Counts): Locator | null {
  const end = Math.min(node.end, index + 40);
  for (let i = index + 1; i < end; i++) {
    const part = nodes[i] as TreeNode;
    const byText = part.text !== '' && counts.text.get(part.text) === 1 && !/[\n\r\t]/.test(part.text);
    const byDescription =
      !byText && part.description !== '' && counts.description.get(part.description) === 1 && !/[\n\r\t]/.test(part.description);
    if (!byText && !byDescription) continue;
    const test = byText ? `@text=${literal(part.text)}` : `@content-desc=${literal(part.description)}`;
    return { using: 'xpath', value: `//*[${test}]/ancestor::*[${part.depth - node.depth}]` };
  }
  return null;
}

/** Found from the unique text of the row it stands in: the text's nearest frame that holds both, and the place within it. */
function withinLabelledRow(nodes: readonly TreeNode[], index: number, node: TreeNode, counts: Counts): Locator | null {
  let at = node.parent;
  for (let up = 0; up < 4 && at >= 0; up++) {
    const frame = nodes[at] as TreeNode;
    if (frame.scrollable || index - at > 400) return null;
    for (let i = at + 1; i < Math.min(frame.end, at + 60); i++) {
      const label = nodes[i] as TreeNode;
      if (i === index || label.text === '' || /[\n\r\t]/.test(label.text) || counts.text.get(label.text) !== 1) continue;
      if (i > index && i < node.end) continue;
      let steps = 0;
      for (let a = i; a !== at && a >= 0; a = nodes[a]?.parent ?? -1) steps++;
      const place = (counts.ofType[index] ?? 0) - firstOfType(nodes, at + 1, index, node.type, counts) + 1;
      const type = /^[\w.]+$/.test(node.type) ? `*[@class="${node.type}"]` : '*';
      if (type === '*' || steps === 0) return null;
      return { using: 'xpath', value: `(//*[@text=${literal(label.text)}]/ancestor::*[${steps}]/descendant::${type})[${place}]` };
    }
    at = frame.parent;
  }
  return null;
}

/** The place among its type of the first node in the frame that has the same type. */
function firstOfType(nodes: readonly TreeNode[], from: number, index: number, type: string, counts: Counts): number {
  for (let i = from; i < index; i++) if (nodes[i]?.type === type) return counts.ofType[i] ?? 0;
  return counts.ofType[index] ?? 0;
}

/** A string of an iOS predicate or class chain. */
const predicate = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

function iosLocators(index: number, node: TreeNode, counts: Counts): Locator[] {
  const found: Locator[] = [];
  if (node.id !== '' && counts.id.get(node.id) === 1) found.push({ using: 'accessibility id', value: node.id });
  if (node.id !== '' && counts.typedId.get(`${node.type}\n${node.id}`) === 1) {
    found.push({ using: '-ios predicate string', value: `type == ${predicate(node.type)} AND name == ${predicate(node.id)}` });
  }
  if (node.text !== '' && node.text !== node.id && counts.typedText.get(`${node.type}\n${node.text}`) === 1) {
    found.push({ using: '-ios class chain', value: `**/${node.type}[\`label == ${predicate(node.text)}\`]` });
  }
  if (node.type.startsWith('XCUIElementType')) {
    found.push({ using: '-ios class chain', value: `**/${node.type}[${(counts.ofType[index] ?? 0) + 1}]` });
  }
  return found;
}
