import type { Observation } from '../../world/observation.ts';
import type { Page } from '../../world/page.ts';
import { parsePageSource } from '../../world/page-source.ts';
import { see } from '../../world/see.ts';

/** Small hand-written Android sources, for one rule at a time. */

type Attributes = Readonly<Record<string, string | boolean>>;

const escaped = (text: string): string => text.replace(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function node(
  cls: string,
  bounds: readonly [number, number, number, number],
  attributes: Attributes = {},
  ...children: string[]
): string {
  const [l, t, r, b] = bounds;
  const all: Attributes = {
    class: cls.includes('.') ? cls : `android.widget.${cls}`,
    package: 'com.example.shop',
    bounds: `[${l},${t}][${r},${b}]`,
    ...attributes,
  };
  const written = Object.entries(all).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return `<node ${written.join(' ')}>${children.join('')}</node>`;
}

export const screen = (...children: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0" width="1080" height="2000">${node('FrameLayout', [0, 0, 1080, 2000], {}, ...children)}</hierarchy>`;

export const text = (words: string, top: number, attributes: Attributes = {}): string =>
  node('TextView', [40, top, 700, top + 60], { text: words, ...attributes });

export const button = (words: string, top: number, attributes: Attributes = {}): string =>
  node('Button', [40, top, 400, top + 90], { text: words, clickable: true, ...attributes });

/** A row of a list: a frame to tap with a title, and whatever else. */
export const row = (title: string, top: number, ...more: string[]): string =>
  node(
    'LinearLayout',
    [0, top, 1080, top + 150],
    { clickable: true },
    node('TextView', [40, top, 700, top + 80], { text: title, 'resource-id': 'com.example.shop:id/title' }),
    ...more,
  );

export const list = (...rows: string[]): string =>
  node(
    'androidx.recyclerview.widget.RecyclerView',
    [0, 200, 1080, 2000],
    { scrollable: true, 'resource-id': 'com.example.shop:id/list' },
    ...rows,
  );

export const bar = (title: string): string =>
  node(
    'Toolbar',
    [0, 0, 1080, 180],
    {},
    node('ImageButton', [0, 0, 150, 180], { 'content-desc': 'Navigate up', clickable: true }),
    text(title, 40),
  );

/** The page of a source, seen after `previous`; `further` are the facts that come from beside the source. */
export function seen(source: string, previous: Page | null = null, further: Partial<Observation> = {}): Page {
  const parsed = parsePageSource(source);
  if (!parsed.ok) throw new Error(`${parsed.code}: ${parsed.message}`);
  const { tree } = parsed;
  return see(previous, {
    kind: 'observation',
    platform: tree.platform,
    tree,
    size: tree.size ?? { width: 1080, height: 2000 },
    rotation: tree.rotation ?? 0,
    scale: 1,
    focusedApp: null,
    keyboard: 'unknown',
    source: { sha256: '0'.repeat(64), mediaType: 'application/xml', bytes: source.length },
    screenshot: null,
    ...further,
  });
}
