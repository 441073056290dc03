import type { TreeNode } from './accessibility-tree.ts';
import type { Bounds } from './geometry.ts';
import { bounded, oneLine } from './text-line.ts';

/** A part of the page that is written under a heading of its own. */
export interface Group {
  readonly node: number;
  readonly kind: 'bar' | 'tabs' | 'list' | 'dialog' | 'keyboard';
  readonly label: string;
}

const barId = /(^|_)(action_?bar|tool_?bar|app_?bar|title_?bar|top_?bar)$/i;
const tabsId = /(bottom_?nav\w*|tab_?(bar|layout|host|widget|s)|bottom_?(bar|tabs?))$/i;
/** Packages of keyboards. */
export const isKeyboardApp = (app: string): boolean => /inputmethod|\.ime\b|keyboard|honeyboard|swiftkey/i.test(app);

/** The group that begins at this node, when one does. */
export function groupOf(node: TreeNode, within: Group | undefined, window: Bounds): Omit<Group, 'node'> | null {
  const kind = kindOf(node, window);
  if (kind === null || within?.kind === 'keyboard' || (within?.kind === kind && kind !== 'list')) return null;
  return { kind, label: kind === 'dialog' ? bounded(oneLine(node.text), 120) : '' };
}

function kindOf(node: TreeNode, window: Bounds): Group['kind'] | null {
  if (node.role === 'keyboard' || (node.parent < 0 && isKeyboardApp(node.app))) return 'keyboard';
  if (node.role === 'dialog' || node.role === 'list') return node.role;
  const kind = node.role === 'tabs' || node.role === 'bar' ? node.role : node.id === '' ? null : kindOfId(node.id);
  return kind !== null && isStrip(node.bounds, window) ? kind : null;
}

const kindsById = new Map<string, 'tabs' | 'bar' | null>();

function kindOfId(id: string): 'tabs' | 'bar' | null {
  let kind = kindsById.get(id);
  if (kind === undefined) {
    const name = id.slice(id.lastIndexOf('/') + 1);
    kind = tabsId.test(name) ? 'tabs' : barId.test(name) ? 'bar' : null;
    if (kindsById.size > 5_000) kindsById.clear();
    kindsById.set(id, kind);
  }
  return kind;
}

/** Bars and tabs are strips along one side, not the frame of a whole page. */
function isStrip(bounds: Bounds | null, window: Bounds): boolean {
  if (bounds === null) return false;
  return bounds[3] - bounds[1] <= (window[3] - window[1]) * 0.3 || bounds[2] - bounds[0] <= (window[2] - window[0]) * 0.3;
}
