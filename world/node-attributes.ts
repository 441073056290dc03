import type { Bounds } from './geometry.ts';

/** The attributes of one XML element that either platform uses, gathered while its tag is read. */
export interface NodeAttributes {
  tag: string;
  class: string;
  text: string;
  description: string;
  hint: string;
  hasHint: boolean;
  id: string;
  package: string;
  name: string;
  label: string;
  value: string;
  placeholder: string;
  traits: string;
  bundleId: string;
  bounds: Bounds | null;
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: string;
  shown: boolean;
  accessible: boolean;
  enabled: boolean;
  clickable: boolean;
  longClickable: boolean;
  checkable: boolean;
  checked: boolean;
  scrollable: boolean;
  selected: boolean;
  focused: boolean;
  password: boolean;
  showingHint: boolean;
}

export function noAttributes(tag: string): NodeAttributes {
  return {
    tag,
    class: '',
    text: '',
    description: '',
    hint: '',
    hasHint: false,
    id: '',
    package: '',
    name: '',
    label: '',
    value: '',
    placeholder: '',
    traits: '',
    bundleId: '',
    bounds: null,
    x: Number.NaN,
    y: Number.NaN,
    width: Number.NaN,
    height: Number.NaN,
    rotation: '',
    shown: true,
    accessible: false,
    enabled: true,
    clickable: false,
    longClickable: false,
    checkable: false,
    checked: false,
    scrollable: false,
    selected: false,
    focused: false,
    password: false,
    showingHint: false,
  };
}

/** Takes one attribute over; names that neither platform uses are passed by. */
export function takeAttribute(into: NodeAttributes, name: string, value: string): void {
  switch (name) {
    case 'class':
    case 'type':
      into.class = value;
      break;
    case 'text':
      into.text = value;
      break;
    case 'content-desc':
      into.description = value;
      break;
    case 'hint':
      into.hint = value;
      into.hasHint = true;
      break;
    case 'resource-id':
      into.id = value;
      break;
    case 'package':
      into.package = value;
      break;
    case 'name':
      into.name = value;
      break;
    case 'label':
      into.label = value;
      break;
    case 'value':
      into.value = value;
      break;
    case 'placeholderValue':
      into.placeholder = value;
      break;
    case 'traits':
      into.traits = value;
      break;
    case 'bundleId':
      into.bundleId = value;
      break;
    case 'bounds':
      into.bounds = readBounds(value);
      break;
    case 'x':
      into.x = readNumber(value);
      break;
    case 'y':
      into.y = readNumber(value);
      break;
    case 'width':
      into.width = readNumber(value);
      break;
    case 'height':
      into.height = readNumber(value);
      break;
    case 'rotation':
      into.rotation = value;
      break;
    case 'displayed':
    case 'visible-to-user':
    case 'visible':
      if (value === 'false') into.shown = false;
      break;
    case 'accessible':
      into.accessible = value === 'true';
      break;
    case 'enabled':
      into.enabled = value !== 'false';
      break;
    case 'clickable':
      into.clickable = value === 'true';
      break;
    case 'long-clickable':
      into.longClickable = value === 'true';
      break;
    case 'checkable':
      into.checkable = value === 'true';
      break;
    case 'checked':
      into.checked = value === 'true';
      break;
    case 'scrollable':
      into.scrollable = value === 'true';
      break;
    case 'selected':
      into.selected = value === 'true';
      break;
    case 'focused':
      into.focused = value === 'true';
      break;
    case 'password':
      into.password = value === 'true';
      break;
    case 'showing-hint':
    case 'showingHintText':
      into.showingHint = value === 'true';
      break;
    default:
  }
}

/** `[l,t][r,b]` as numbers; null for anything else, so that no NaN gets further (rule W4). */
export function readBounds(text: string): Bounds | null {
  const numbers: [number, number, number, number] = [0, 0, 0, 0];
  let at = 0;
  for (let i = 0; i < 4; i++) {
    while (at < text.length && !isNumeric(text.charCodeAt(at))) at++;
    let negative = false;
    if (text.charCodeAt(at) === 45) {
      negative = true;
      at++;
    }
    const from = at;
    let value = 0;
    while (at < text.length) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at++;
    }
    if (at === from || at - from > 9) return null;
    if (text.charCodeAt(at) === 46)
      do at++;
      while (isDigit(text.charCodeAt(at)));
    numbers[i] = negative ? -value : value;
  }
  return numbers;
}

const isNumeric = (code: number): boolean => code === 45 || (code >= 48 && code <= 57);

const readNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
