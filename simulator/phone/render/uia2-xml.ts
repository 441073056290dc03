import type { UiNode, UiWindow } from '../ui-node.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** What XML 1.0 cannot hold becomes a question mark, as the UiAutomator2 server does it. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"\n\r\t]/g, (sign) => entities[sign] ?? sign)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '?')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '?');

/** Attributes in the order of the real server; `content-desc`, `resource-id` and `hint` only where there are any. */
export function attributesOf(node: UiNode, index: number): readonly (readonly [string, string])[] {
  const [left, top, right, bottom] = node.bounds;
  const flag = (value: boolean | undefined): string => String(value === true);
  return [
    ['index', String(index)],
    ['package', node.package],
    ['class', node.cls],
    ['text', node.text ?? ''],
    ...(node.desc === undefined ? [] : [['content-desc', node.desc] as const]),
    ...(node.id === undefined || node.id === '' ? [] : [['resource-id', node.id] as const]),
    ['checkable', flag(node.checkable)],
    ['checked', flag(node.checked)],
    ['clickable', flag(node.clickable)],
    ['enabled', flag(node.disabled !== true)],
    ['focusable', flag(node.focusable)],
    ['focused', flag(node.focused)],
    ['long-clickable', flag(node.longClickable)],
    ['password', flag(node.password)],
    ['scrollable', flag(node.scrollable)],
    ['selected', flag(node.selected)],
    ['bounds', `[${left},${top}][${right},${bottom}]`],
    ['displayed', 'true'],
    ...(node.hint === undefined ? [] : [['hint', node.hint] as const]),
  ];
}

function element(node: UiNode, index: number, indent: string, lines: string[]): void {
  const attributes = attributesOf(node, index)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ');
  if (node.children.length === 0) {
    lines.push(`${indent}<${node.cls} ${attributes} />`);
    return;
  }
  lines.push(`${indent}<${node.cls} ${attributes}>`);
  for (const [i, child] of node.children.entries()) element(child, i, `${indent}  `, lines);
  lines.push(`${indent}</${node.cls}>`);
}

/** The page source as Appium's UiAutomator2 driver gives it. */
export function uia2Source(
  window: UiWindow,
  screen: { readonly width: number; readonly height: number; readonly rotation: 0 | 1 | 2 | 3 },
): string {
  const lines = [
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
    `<hierarchy index="0" class="hierarchy" rotation="${screen.rotation}" width="${screen.width}" height="${screen.height}">`,
  ];
  element(window.root, 0, '  ', lines);
  lines.push('</hierarchy>');
  return lines.join('\n');
}
