import { Parser } from 'htmlparser2';
import type { AccessibilityTree, TreeNode } from './accessibility-tree.ts';
import { androidNode } from './android-node.ts';
import type { ErrorCode } from './errors.ts';
import type { Size } from './geometry.ts';
import { iosNode } from './ios-node.ts';
import { type NodeAttributes, noAttributes, takeAttribute } from './node-attributes.ts';
import { wellFormed } from './text-line.ts';

export type SourceCode = Extract<ErrorCode, `source_${string}`>;
export type ParsedSource =
  | { readonly ok: true; readonly tree: AccessibilityTree; readonly notes: readonly string[] }
  | { readonly ok: false; readonly code: SourceCode; readonly message: string };

/**
 * Reads a page source: UiAutomator dump, Appium UiAutomator2, XCUITest whole or a part of one. What is not exactly one
 * page is refused with its own code and the length and first characters of what came (rule W1). Never throws.
 */
export function parsePageSource(text: string): ParsedSource {
  if (/^[\s\p{Cc}\ufeff]*$/u.test(text)) return refuse('source_empty', text, 'an empty page source; the screen may be off or locked');
  const start = documentStart(text);
  if (start < 0) return refuse('source_not_xml', text, 'text where a page source is due');
  const reading = read(mendCharacters(start === 0 ? text : text.slice(start)));
  if (reading.documents > 1) return refuse('source_two_documents', text, `${reading.documents} documents in a row`);
  if (reading.platform === null) return refuse('source_not_xml', text, `<${printable(reading.root)}> where a page source is due`);
  if (reading.cutOff) return refuse('source_truncated', text, 'a page source that ends in the middle');
  if (!hasContent(reading.nodes)) return refuse('source_no_content', text, 'a page source with the application or window only');
  const notes: string[] = [];
  const before = text.slice(0, start).replaceAll('\ufeff', '').trim();
  if (before !== '') notes.push(`text before the page source was cut off: ${quote(before)}`);
  if (reading.after !== '') notes.push(`text after the page source was cut off: ${quote(reading.after)}`);
  if (reading.damaged) notes.push('the page source is damaged in the middle; the page may be incomplete');
  const limit = depthLimit(reading.nodes);
  if (limit !== null) notes.push(`the page may be incomplete: the source stops at depth ${limit}`);
  return { ok: true, tree: treeOf(reading, reading.platform, notes), notes };
}

interface Reading {
  platform: 'android' | 'ios' | null;
  root: string;
  nodes: (TreeNode & { end: number })[];
  documents: number;
  cutOff: boolean;
  damaged: boolean;
  after: string;
  size: Size | null;
  rotation: AccessibilityTree['rotation'];
  bundleId: string | null;
  appName: string | null;
}

/** Elements that only wrap: they are no nodes of the page. */
const wrappers: ReadonlySet<string> = new Set(['hierarchy', 'AppiumAUT', 'displays', 'display', 'windows', 'window']);

const slash = '/'.charCodeAt(0);

function read(xml: string): Reading {
  const reading: Reading = {
    platform: null,
    root: '',
    nodes: [],
    documents: 0,
    cutOff: false,
    damaged: false,
    after: '',
    size: null,
    rotation: null,
    bundleId: null,
    appName: null,
  };
  /** Indexes of the open nodes, -1 for a wrapper. */
  const open: number[] = [];
  let pending: NodeAttributes | null = null;
  let ended = false;
  let prologAgain = false;

  const settle = (): void => {
    if (pending === null) return;
    const attributes: NodeAttributes = pending;
    pending = null;
    if (open.length === 0) {
      reading.documents++;
      if (reading.documents === 1) {
        reading.root = attributes.tag;
        reading.platform = platformOf(attributes);
      }
    }
    if (reading.documents > 1 || reading.platform === null) {
      open.push(-1);
      return;
    }
    if (wrappers.has(attributes.tag)) {
      if (attributes.tag === 'hierarchy') takeHierarchy(reading, attributes);
      open.push(-1);
      return;
    }
    const place = { parent: open.at(-1) ?? -1, depth: open.length };
    if (reading.platform === 'ios' && attributes.tag === 'XCUIElementTypeApplication') takeApplication(reading, attributes);
    reading.nodes.push(reading.platform === 'android' ? androidNode(attributes, place) : iosNode(attributes, place));
    open.push(reading.nodes.length - 1);
  };

  const parser = new Parser(
    {
      onopentagname(name) {
        settle();
        pending = noAttributes(name);
      },
      onattribute(name, value) {
        if (pending !== null) takeAttribute(pending, name, value);
      },
      onclosetag(_name, implied) {
        settle();
        const index = open.pop();
        if (index !== undefined && index >= 0) {
          const node = reading.nodes[index];
          if (node !== undefined) node.end = reading.nodes.length;
        }
        // A self-closing tag counts as implied for the parser; its `/` tells it apart.
        if (implied && (ended || xml.charCodeAt(parser.endIndex - 1) !== slash)) {
          if (ended) reading.cutOff = true;
          else reading.damaged = true;
        }
      },
      ontext(data) {
        settle();
        if (open.length === 0 && reading.documents > 0 && reading.after.length < 200) reading.after += data;
      },
      onprocessinginstruction(name) {
        settle();
        if (name.startsWith('?xml') && reading.documents > 0) prologAgain = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  ended = true;
  parser.end();
  if (reading.documents === 0) {
    reading.root = /^<\??([^\s/>]*)/.exec(xml)?.[1] ?? '';
    reading.platform = /^<\?xml|^<(hierarchy|AppiumAUT|node|XCUIElementType)/.test(xml) ? 'android' : null;
    reading.cutOff = true;
  }
  if (prologAgain && reading.documents === 1) reading.documents = 2;
  reading.after = reading.after.trim();
  return reading;
}

function platformOf(root: NodeAttributes): Reading['platform'] {
  if (root.tag === 'AppiumAUT' || root.tag.startsWith('XCUIElementType')) return 'ios';
  if (root.tag === 'hierarchy' || root.tag === 'displays' || root.tag === 'node') return 'android';
  return root.bounds !== null ? 'android' : null;
}

function takeHierarchy(reading: Reading, from: NodeAttributes): void {
  if (reading.size === null && from.width > 0 && from.height > 0) reading.size = { width: from.width, height: from.height };
  const rotations = { '0': 0, '1': 90, '2': 180, '3': 270 } as const;
  if (Object.hasOwn(rotations, from.rotation)) reading.rotation = rotations[from.rotation as keyof typeof rotations];
}

function takeApplication(reading: Reading, from: NodeAttributes): void {
  if (reading.appName === null && (from.label || from.name) !== '') reading.appName = from.label || from.name;
  if (reading.bundleId === null && from.bundleId !== '') reading.bundleId = from.bundleId;
}

function treeOf(reading: Reading, platform: 'android' | 'ios', notes: string[]): AccessibilityTree {
  let depth = 0;
  for (const node of reading.nodes) if (node.depth > depth) depth = node.depth;
  return {
    platform,
    nodes: reading.nodes,
    size: reading.size ?? extent(reading.nodes),
    rotation: reading.rotation,
    app: platform === 'ios' ? reading.bundleId : frontPackage(reading.nodes),
    appName: reading.appName,
    depth,
    notes,
  };
}

/** The furthest corner of the roots: the window, or the part of one that was asked for. */
function extent(nodes: readonly TreeNode[]): Size | null {
  let width = 0;
  let height = 0;
  for (let i = 0; i < nodes.length; i = Math.max(i + 1, nodes[i]?.end ?? 0)) {
    const bounds = nodes[i]?.bounds;
    if (bounds) [width, height] = [Math.max(width, bounds[2]), Math.max(height, bounds[3])];
  }
  return width > 0 && height > 0 ? { width, height } : null;
}

/** The package that most of the shown nodes belong to, system bars and keyboards aside. */
function frontPackage(nodes: readonly TreeNode[]): string | null {
  const counts = new Map<string, number>();
  for (const node of nodes) if (node.app !== '') counts.set(node.app, (counts.get(node.app) ?? 0) + 1);
  let best: string | null = null;
  let most = 0;
  for (const [name, count] of counts) {
    const weight = counts.size > 1 && (name === 'com.android.systemui' || /inputmethod|keyboard/i.test(name)) ? 0.5 : count;
    if (weight > most) [best, most] = [name, weight];
  }
  return best;
}

/** More than the application and its window: something to read, to touch, or at least drawn inside. */
function hasContent(nodes: readonly TreeNode[]): boolean {
  return nodes.some((node) => {
    if (node.role === 'app' || node.role === 'window') return false;
    if (nodes.length > 1 && node.parent >= 0) return true;
    return (
      node.text !== '' ||
      node.description !== '' ||
      node.value !== '' ||
      node.hint !== '' ||
      node.clickable ||
      node.checkable ||
      node.scrollable
    );
  });
}

/** Where drivers stop by default (WebDriverAgent 50, React Native's usual 60 and 62, UiAutomator2 70), or a round number above. */
function depthLimit(nodes: readonly TreeNode[]): number | null {
  let depth = 0;
  for (const node of nodes) if (node.depth > depth) depth = node.depth;
  if (depth < 48) return null;
  const deepest = nodes.filter((node) => node.depth === depth);
  const bare = deepest.filter((node) => node.role === 'group' && node.text === '' && node.description === '' && !node.clickable);
  const usual = depth === 50 || depth === 60 || depth === 62 || depth === 70 || depth % 50 === 0;
  return usual || bare.length * 2 >= deepest.length ? depth : null;
}

/** Where the XML begins; -1 when there is none. A warning line may stand before it, and may itself hold a `<`. */
function documentStart(text: string): number {
  const known = /<(\?xml|hierarchy|AppiumAUT|displays|node[\s>]|XCUIElementType)/.exec(text);
  if (known !== null) return known.index;
  const any = /<[^\s!?/<>]+(\s+[\w:-]+\s*=\s*["'][^<]*|\s*\/?)>/.exec(text);
  return any?.index ?? -1;
}

/**
 * Surrogate halves written as references become the characters they stand for; a lone half and U+0000 become U+FFFD
 * (rule W2).
 */
function mendCharacters(xml: string): string {
  let mended = xml;
  if (/&#(x[dD]|5[5-7]\d{3};)/.test(mended)) {
    mended = mended.replace(
      /&#(?:x([dD][89a-fA-F][0-9a-fA-F]{2})|(5[5-7]\d{3}));/g,
      (whole, hex: string | undefined, decimal: string | undefined) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : whole;
      },
    );
  }
  mended = wellFormed(mended);
  return mended.includes('\u0000') ? mended.replaceAll('\u0000', '\ufffd') : mended;
}

function refuse(code: SourceCode, text: string, what: string): ParsedSource {
  const first = text.trim() === '' ? '' : `, beginning ${quote(text)}`;
  return { ok: false, code, message: `found ${what} (${text.length} characters${first}); wanted one UiAutomator2 or XCUITest page source` };
}

const quote = (text: string): string => JSON.stringify(printable(text.trim().slice(0, 60)));

const printable = (text: string): string => wellFormed(text).replace(/\p{Cc}+/gu, ' ');
