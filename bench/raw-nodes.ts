/** A second reading of raw Android XML, by pattern and without the product's parser: what the product is measured against. */

export interface RawNode {
  readonly depth: number;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The nearest node above, -1 for none. */
  readonly parent: number;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return named[name ?? ''] ?? whole;
  });

/** Every element of the source in document order. */
export function rawNodes(xml: string): RawNode[] {
  const nodes: RawNode[] = [];
  const open: number[] = [];
  for (const [, closing, tag = '', inside = '', selfClosing] of xml.matchAll(/<(\/?)([^\s<>/!?]+)((?:"[^"]*"|[^>"])*?)(\/?)>/g)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of inside.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)) attributes[name] = plain(value);
    nodes.push({ depth: open.length, tag, attributes, parent: open.at(-1) ?? -1 });
    if (selfClosing !== '/') open.push(nodes.length - 1);
  }
  return nodes;
}

export type Box = readonly [number, number, number, number];

export function boxOf(attributes: Readonly<Record<string, string>>): Box | null {
  const found = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(attributes.bounds ?? '');
  if (found === null) return null;
  const [l = 0, t = 0, r = 0, b = 0] = found.slice(1).map(Number);
  return [l, t, r, b];
}

export const classOf = (node: RawNode): string => node.attributes.class ?? node.tag;

/** White space as one blank, composed characters as one. */
export const squashed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

export interface Truth {
  readonly actionable: readonly { readonly bounds: Box; readonly line: string }[];
  readonly texts: readonly string[];
  /** Each text once, and per actionable node a ref, its role and its state: the least that could be sent. */
  readonly floor: string;
}

const isTrue = (node: RawNode, name: string): boolean => node.attributes[name] === 'true';

/** What a page must not lose: shown nodes that take an action, and shown texts. */
export function truthOf(xml: string): Truth {
  const nodes = rawNodes(xml);
  const root = nodes[0];
  const { width, height } = root?.attributes ?? {};
  const first = nodes.map((node) => boxOf(node.attributes)).find((box) => box !== null);
  const screen: Box | null =
    root?.tag === 'hierarchy' && width !== undefined && height !== undefined ? [0, 0, Number(width), Number(height)] : (first ?? null);
  const texts = new Set<string>();
  const actionable: { bounds: Box; line: string }[] = [];
  const acting = nodes.map((node, i) => {
    if (node.tag === 'hierarchy') return false;
    const box = boxOf(node.attributes);
    const onScreen =
      box === null ||
      screen === null ||
      (box[2] > box[0] && box[3] > box[1] && box[0] < screen[2] && box[2] > screen[0] && box[1] < screen[3] && box[3] > screen[1]);
    if (!onScreen || node.attributes.displayed === 'false' || node.attributes['visible-to-user'] === 'false') return false;
    if (!isTrue(node, 'password')) {
      for (const text of [node.attributes.text, node.attributes['content-desc']])
        if (text !== undefined && squashed(text) !== '') texts.add(squashed(text));
    }
    const acts =
      ['clickable', 'long-clickable', 'checkable', 'scrollable'].some((name) => isTrue(node, name)) || classOf(node).includes('EditText');
    if (acts && box !== null) actionable.push({ bounds: box, line: `${i}` });
    return acts && box !== null;
  });
  const kept = actionable.filter(({ bounds, line }) => {
    let above = nodes[Number(line)]?.parent ?? -1;
    while (above >= 0 && acting[above] !== true) above = nodes[above]?.parent ?? -1;
    const frame = above < 0 ? null : boxOf(nodes[above]?.attributes ?? {});
    return frame === null || !frame.every((edge, k) => Math.abs(edge - (bounds[k] ?? 0)) <= 2);
  });
  const lines = kept.map(({ line }, i) => {
    const node = nodes[Number(line)] as RawNode;
    const state = [
      isTrue(node, 'checkable') ? (isTrue(node, 'checked') ? ' on' : ' off') : '',
      isTrue(node, 'selected') ? ' selected' : '',
      node.attributes.enabled === 'false' ? ' disabled' : '',
    ].join('');
    return `e${i + 1} ${(classOf(node).split('.').pop() ?? '').toLowerCase()}${state}`;
  });
  return {
    actionable: kept.map(({ bounds }, i) => ({ bounds, line: lines[i] ?? '' })),
    texts: [...texts],
    floor: [...texts, ...lines].join('\n'),
  };
}

/** Overlap of at least nine tenths of what both cover. */
export function samePlace(a: Box, b: Box): boolean {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return false;
  const area = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1]);
  return (width * height) / (area(a) + area(b) - width * height) >= 0.9;
}
