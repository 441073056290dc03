import type { TreeNode } from './accessibility-tree.ts';

/** A part of the page that is written under a heading of its own. */
export interface Group {
  readonly node: number;
  readonly kind: 'bar' | 'tabs' | 'list' | 'dialog' | 'keyboard';
  readonly label: string;
}

const barId = /(^|_)(action_?bar|tool_?bar|app_?bar|title_?bar|top_?bar)$/i;
const tabsId = /(bottom_?nav\w*|navigation_?bar|tab_?(bar|layout|host|widget|s)|bottom_?(bar|tabs?))$/i;
const keyboardApp = /inputmethod|\.ime\b|keyboard|honeyboard|swiftkey/i;

/** The group that begins at this node, when one does. */
export function groupOf(node: TreeNode, within: Group | undefined): Omit<Group, 'node'> | null {
  const kind = kindOf(node);
  if (kind === null || within?.kind === 'keyboard' || (within?.kind === kind && kind !== 'list')) return null;
  return { kind, label: kind === 'dialog' ? node.text : '' };
}

function kindOf(node: TreeNode): Group['kind'] | null {
  if (node.role === 'keyboard' || (node.parent < 0 && keyboardApp.test(node.app))) return 'keyboard';
  if (node.role === 'dialog') return 'dialog';
  if (node.role === 'list') return 'list';
  const id = node.id === '' ? '' : node.id.slice(node.id.lastIndexOf('/') + 1);
  if (node.role === 'tabs' || (id !== '' && node.end > 0 && tabsId.test(id))) return 'tabs';
  if (node.role === 'bar' || (id !== '' && barId.test(id))) return 'bar';
  return null;
}
