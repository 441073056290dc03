import type { Bounds, Size } from './geometry.ts';

/** What a node is, in plain words, the same for Android and iOS. */
export type Role =
  | 'button'
  | 'switch'
  | 'checkbox'
  | 'radio'
  | 'field'
  | 'link'
  | 'tab'
  | 'item'
  | 'image'
  | 'slider'
  | 'picker'
  | 'key'
  | 'text'
  | 'progress'
  | 'list'
  | 'scroll'
  | 'pager'
  | 'web'
  | 'bar'
  | 'tabs'
  | 'dialog'
  | 'keyboard'
  | 'window'
  | 'app'
  | 'group';

/** One node of the page source. Strings are as the source gives them, `''` where it gives none. */
export interface TreeNode {
  /** Index of the parent in `AccessibilityTree.nodes`, -1 for a root. */
  readonly parent: number;
  /** Index after the last node below this one: `nodes.slice(i + 1, end)` are its descendants. */
  readonly end: number;
  readonly depth: number;
  /** The element's name in the XML and its class or XCUIElementType. */
  readonly tag: string;
  readonly type: string;
  readonly role: Role;
  /** What it shows itself. Empty for fields, whose text is their value. */
  readonly text: string;
  /** Android's content description. */
  readonly description: string;
  /** What it holds: a field's text, a slider's position. Never a hint; empty for a secret field (rule W8). */
  readonly value: string;
  readonly hint: string;
  /** Android's resource id, iOS's accessibility identifier (or label, where no identifier was given). */
  readonly id: string;
  /** Package (Android) of the node; empty on iOS. */
  readonly app: string;
  readonly bounds: Bounds | null;
  /** Whether the source says it can be seen; says nothing about where it lies. */
  readonly shown: boolean;
  readonly enabled: boolean;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly scrollable: boolean;
  readonly selected: boolean;
  readonly focused: boolean;
  /** A password field; `secretLength` counts what was typed, the text itself is dropped here. */
  readonly secret: boolean;
  readonly secretLength: number;
}

/** The page source parsed: every node in document order, one kind for Android and iOS. */
export interface AccessibilityTree {
  readonly platform: 'android' | 'ios';
  readonly nodes: readonly TreeNode[];
  /** The window's size in the unit of the bounds; null when the source does not say. */
  readonly size: Size | null;
  /** As the source says it; null when it does not. */
  readonly rotation: 0 | 90 | 180 | 270 | null;
  /** Package or bundle id of the app in front, as far as the source says. */
  readonly app: string | null;
  /** The app's visible name (iOS); null when the source does not say. */
  readonly appName: string | null;
  /** Greatest depth of a node, the root's being 0. */
  readonly depth: number;
  /** What a reader of the page must know of the source: junk cut off, damage, may be incomplete. */
  readonly notes: readonly string[];
}
