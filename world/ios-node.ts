import type { Role, TreeNode } from './accessibility-tree.ts';
import type { Bounds } from './geometry.ts';
import type { NodeAttributes } from './node-attributes.ts';

const prefix = 'XCUIElementType';

const roles: Readonly<Record<string, Role>> = {
  Application: 'app',
  Window: 'window',
  Alert: 'dialog',
  Sheet: 'dialog',
  Dialog: 'dialog',
  Button: 'button',
  PopUpButton: 'button',
  MenuButton: 'button',
  MenuItem: 'item',
  Cell: 'item',
  Link: 'link',
  Switch: 'switch',
  Toggle: 'switch',
  CheckBox: 'checkbox',
  RadioButton: 'radio',
  TextField: 'field',
  SecureTextField: 'field',
  TextView: 'field',
  SearchField: 'field',
  Slider: 'slider',
  Stepper: 'group',
  Picker: 'picker',
  PickerWheel: 'picker',
  DatePicker: 'picker',
  Tab: 'tab',
  TabBar: 'tabs',
  SegmentedControl: 'tabs',
  NavigationBar: 'bar',
  Toolbar: 'bar',
  StatusBar: 'bar',
  Table: 'list',
  CollectionView: 'list',
  Outline: 'list',
  ScrollView: 'scroll',
  WebView: 'web',
  StaticText: 'text',
  Image: 'image',
  Icon: 'item',
  Key: 'key',
  Keyboard: 'keyboard',
  ProgressIndicator: 'progress',
  ActivityIndicator: 'progress',
};

const tapped: ReadonlySet<Role> = new Set([
  'button',
  'item',
  'link',
  'switch',
  'checkbox',
  'radio',
  'field',
  'slider',
  'picker',
  'tab',
  'key',
]);
const scrolled: ReadonlySet<Role> = new Set(['list', 'scroll', 'web']);
const holding: ReadonlySet<Role> = new Set(['field', 'slider', 'picker', 'progress', 'item', 'button']);

/** A node of an XCUITest source, whole or a part of one. */
export function iosNode(from: NodeAttributes, place: { parent: number; depth: number }): TreeNode & { end: number } {
  const type = from.class.startsWith(prefix) ? from.class : from.tag;
  const kind = type.startsWith(prefix) ? type.slice(prefix.length) : '';
  const role: Role = Object.hasOwn(roles, kind) ? (roles[kind] ?? 'group') : 'group';
  const isField = role === 'field';
  const secret = kind === 'SecureTextField';
  const hint = from.placeholder;
  const holdsHint =
    isField && (from.value === hint || (hint === '' && from.value !== '' && (from.value === from.label || from.value === from.name)));
  const clickable =
    tapped.has(role) ||
    /\b(Button|Link|Key)\b/.test(from.traits) ||
    (from.accessible && from.label !== '' && (role === 'group' || role === 'image'));
  const checkable = role === 'switch' || role === 'checkbox' || role === 'radio';
  const text = secret && from.label === from.value ? '' : ownText(from, role);
  return {
    parent: place.parent,
    end: 0,
    depth: place.depth,
    tag: from.tag,
    type,
    role: role === 'text' && clickable ? (/\bLink\b/.test(from.traits) ? 'link' : 'button') : role,
    text,
    description: '',
    value:
      holding.has(role) && !secret && !holdsHint && from.value !== text && !(isFlag(from.value) && !isField && role !== 'slider')
        ? from.value
        : '',
    hint: hint !== '' ? hint : holdsHint && !secret ? from.value : '',
    id: from.name,
    app: '',
    bounds: frame(from),
    shown: from.shown,
    enabled: from.enabled,
    clickable,
    longClickable: false,
    checkable,
    checked: checkable && /^(1|true|on)$/i.test(from.value),
    scrollable: scrolled.has(role),
    selected:
      from.selected ||
      /\bSelected\b/.test(from.traits) ||
      ((role === 'tab' || (role === 'button' && from.value === '1')) && from.value === '1'),
    focused: from.focused,
    secret,
    secretLength: secret && from.value !== hint ? [...from.value].length : 0,
  };
}

/** Cells and buttons repeat the state of what is in them as a bare number. */
const isFlag = (value: string): boolean => value === '0' || value === '1';

/** Its label; the identifier stands in where a person can touch or read the node and nothing else names it. */
function ownText(from: NodeAttributes, role: Role): string {
  if (role === 'app' || role === 'window') return '';
  if (from.label !== '') return from.label;
  if (role === 'text') return from.value !== '' ? from.value : from.name;
  if (role === 'dialog' || role === 'bar' || tapped.has(role)) return from.name;
  return '';
}

function frame(from: NodeAttributes): Bounds | null {
  const { x, y, width, height } = from;
  if (![x, y, width, height].every(Number.isFinite)) return null;
  return [x, y, x + width, y + height];
}
