import { intersect, isEmpty, type Rect } from './geometry.ts';
import type { Change } from './phone-state.ts';
import type { Dot, IconName } from './screen.ts';

/** How something is drawn inside its frame; render/picture.ts knows how. Sizes in pixels. */
export type Look =
  | { readonly kind: 'fill'; readonly colour: string; readonly radius?: number; readonly border?: string }
  | {
      readonly kind: 'text';
      readonly size: number;
      readonly colour: string;
      readonly align?: 'left' | 'centre';
      readonly bold?: boolean;
      readonly wrap?: boolean;
      readonly cursor?: boolean;
      readonly inset?: number;
    }
  | { readonly kind: 'icon'; readonly name: IconName; readonly colour: string; readonly size: number }
  | {
      readonly kind: 'app_icon';
      readonly name: IconName;
      readonly colour: string;
      readonly size: number;
      readonly label: string;
      readonly labelColour: string;
    }
  | { readonly kind: 'switch'; readonly on: boolean; readonly faded: boolean }
  | { readonly kind: 'radio'; readonly on: boolean; readonly faded: boolean }
  | { readonly kind: 'slider'; readonly fraction: number; readonly faded: boolean }
  | { readonly kind: 'underline'; readonly colour: string }
  | { readonly kind: 'dots'; readonly dots: readonly Dot[]; readonly caption: string; readonly colour: string };

/** What a finger does to a node. */
export interface Acts {
  readonly tap?: Change;
  readonly hold?: Change;
  /** A point along the width, 0 to 1. */
  readonly slide?: (fraction: number) => Change;
  /** A point on a drawing, both 0 to 1. */
  readonly touch?: (x: number, y: number) => Change;
  /** A list: how far it can go, and how to get there. */
  readonly scroll?: { readonly offset: number; readonly end: number; readonly to: (offset: number) => Change };
  readonly swipeUp?: Change;
  readonly swipeDown?: Change;
  /** Takes text: what is in it, and what a new text makes of the phone. */
  readonly field?: {
    readonly value: string;
    readonly change: (text: string) => Change;
    readonly focus: Change;
    readonly submit?: Change;
    readonly multiline: boolean;
  };
}

interface Named {
  readonly cls: string;
  readonly id?: string;
  readonly text?: string;
  readonly desc?: string;
  readonly hint?: string;
  readonly clickable?: boolean;
  readonly longClickable?: boolean;
  readonly checkable?: boolean;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly focusable?: boolean;
  readonly focused?: boolean;
  readonly password?: boolean;
  readonly scrollable?: boolean;
  readonly selected?: boolean;
  readonly looks?: readonly Look[];
  readonly acts?: Acts;
}

/** A node as a skin lays it out. */
export interface Draft extends Named {
  readonly frame: Rect;
  /** Stable among its siblings; their place in the row when left out. */
  readonly key?: string;
  readonly children?: readonly Draft[];
}

/** A node on the screen. `frame` is where it was laid out, `bounds` what of that can be seen. */
export interface UiNode extends Named {
  /** The same from one look to the next while the node stays. */
  readonly uid: string;
  readonly package: string;
  readonly frame: Rect;
  readonly bounds: Rect;
  readonly children: readonly UiNode[];
}

/** Gives every visible node its uid and bounds, and drops what cannot be seen. Null when nothing of it can. */
export function place(draft: Draft, owner: { readonly package: string; readonly uid: string }, clip: Rect): UiNode | null {
  const bounds = intersect(draft.frame, clip);
  if (isEmpty(bounds)) return null;
  const { key: _key, children = [], ...named } = draft;
  const placed = children.flatMap((child, i) => {
    const node = place(child, { package: owner.package, uid: `${owner.uid}/${child.key ?? i}` }, bounds);
    return node === null ? [] : [node];
  });
  return { ...named, uid: owner.uid, package: owner.package, bounds, children: placed };
}

/** All nodes, parents first, without recursion. */
export function everyNode(root: UiNode): UiNode[] {
  const found: UiNode[] = [];
  const stack: UiNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    found.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) stack.push(child);
    }
  }
  return found;
}

/** One window of the screen, lowest first in `windowsOf`. */
export interface UiWindow {
  readonly key: string;
  readonly kind: 'app' | 'dialog' | 'system' | 'keyboard';
  readonly package: string;
  readonly activity: string;
  readonly root: UiNode;
  /** What a touch beside a dialog does; windows without it let nothing through either. */
  readonly outside?: Change;
}
