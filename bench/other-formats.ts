import { boxOf, classOf, type RawNode } from './raw-nodes.ts';

const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const is = (node: RawNode, name: string): boolean => node.attributes[name] === 'true';

/** How other agents write a screen, told anew from reading what they do; the last is an approximation. */
export const otherFormats: Readonly<Record<string, (nodes: readonly RawNode[]) => string>> = {
  'mobile-use': (nodes) =>
    JSON.stringify(
      nodes.map(({ attributes }) => ({ ...attributes, accessibilityText: attributes['content-desc'] })),
      null,
      2,
    ),
  mobilerun: (nodes) =>
    nodes
      .filter((node) => {
        const [l, t, r, b] = boxOf(node.attributes) ?? [0, 0, 0, 0];
        return r - l > 5 && b - t > 5 && r > 0 && b > 0;
      })
      .map((node, i) => {
        const { text, 'content-desc': description, 'resource-id': id, checkable, checked } = node.attributes;
        const named = text || description || id || classOf(node);
        const state = checkable === 'true' ? ` ; isChecked=${checked === 'true' ? 'True' : 'False'}` : '';
        return `${i + 1}. ${last(classOf(node))}: ${id ? `"${id}", ` : ''}"${named}"${state} - (${(boxOf(node.attributes) ?? []).join(',')})`;
      })
      .join('\n'),
  'mobile-mcp': (nodes) =>
    JSON.stringify(
      nodes
        .filter((node) => ['text', 'content-desc', 'hint', 'resource-id'].some((name) => node.attributes[name]) || is(node, 'checkable'))
        .map((node) => {
          const { text, 'content-desc': description, hint, 'resource-id': id } = node.attributes;
          const [l, t, r, b] = boxOf(node.attributes) ?? [0, 0, 0, 0];
          return {
            type: classOf(node),
            text,
            label: description || hint || '',
            identifier: id || undefined,
            coordinates: { x: l, y: t, width: r - l, height: b - t },
          };
        }),
    ),
  'agent-device-like': (nodes) =>
    nodes
      .filter(
        (node) =>
          ['clickable', 'long-clickable', 'checkable', 'scrollable'].some((name) => is(node, name)) ||
          classOf(node).includes('EditText') ||
          node.attributes.text ||
          node.attributes['content-desc'],
      )
      .map(
        (node, i) =>
          `${'  '.repeat(Math.min(4, Math.floor(node.depth / 4)))}@e${i + 1} [${last(classOf(node)).toLowerCase()}] "${node.attributes.text || node.attributes['content-desc'] || ''}"`,
      )
      .join('\n'),
};
