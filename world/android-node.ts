import type { Role, TreeNode } from './accessibility-tree.ts';
import type { NodeAttributes } from './node-attributes.ts';

const rolesByClass = new Map<string, Role>();

/** The role of an Android class, by its last word; unknown ones are `group`. */
function classRole(name: string): Role {
  let role = rolesByClass.get(name);
  if (role === undefined) {
    role = name.includes('EditText') ? 'field' : readClass(name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1));
    if (rolesByClass.size > 5_000) rolesByClass.clear();
    rolesByClass.set(name, role);
  }
  return role;
}

const classRoles: readonly (readonly [RegExp, Role])[] = [
  [/AutoComplete/, 'field'],
  [/Switch|ToggleButton/, 'switch'],
  [/CheckBox|CheckedTextView/, 'checkbox'],
  [/RadioButton/, 'radio'],
  [/SeekBar|RatingBar|Slider/, 'slider'],
  [/ProgressBar|ProgressIndicator/, 'progress'],
  [/Spinner|NumberPicker|DatePicker|TimePicker/, 'picker'],
  [/BottomNavigation|TabWidget|TabLayout|NavigationBarView|NavigationRail/, 'tabs'],
  [/^Tab$|TabView/, 'tab'],
  [/Toolbar$|ActionBar|AppBar/, 'bar'],
  [/Button$|^Chip$/, 'button'],
  [/RecyclerView|ListView|GridView/, 'list'],
  [/ScrollView/, 'scroll'],
  [/ViewPager/, 'pager'],
  [/WebView/, 'web'],
  [/TextView$|^Text$|Chronometer|TextClock/, 'text'],
  [/ImageView$|^Image$/, 'image'],
  [/Dialog$/, 'dialog'],
  [/^KeyboardView$/, 'keyboard'],
];

const readClass = (word: string): Role => classRoles.find(([pattern]) => pattern.test(word))?.[1] ?? 'group';

/** A node of a UiAutomator dump or of Appium's UiAutomator2 source. */
export function androidNode(from: NodeAttributes, place: { parent: number; depth: number }): TreeNode & { end: number } {
  const type = from.class === '' ? from.tag : from.class;
  const role = classRole(type);
  const isField = role === 'field';
  const shows = isField && showsHint(from);
  const secret = from.password || (isField && from.text !== '' && !shows && looksSecret(from.id));
  const holds = isField || role === 'slider' || role === 'picker';
  return {
    parent: place.parent,
    end: 0,
    depth: place.depth,
    tag: from.tag,
    type,
    role,
    text: holds || secret ? '' : from.text,
    // A password repeated for screen readers is still one (rule W8).
    description: secret && from.description === from.text ? '' : from.description,
    value: holds && !secret && !shows ? from.text : '',
    hint: from.hint !== '' ? from.hint : shows && !secret ? from.text : '',
    id: from.id,
    app: from.package,
    bounds: from.bounds,
    shown: from.shown,
    enabled: from.enabled,
    clickable: from.clickable || isField,
    longClickable: from.longClickable,
    checkable: from.checkable,
    checked: from.checked,
    scrollable: from.scrollable,
    selected: from.selected,
    focused: from.focused,
    secret,
    secretLength: secret && from.text !== from.hint && !from.showingHint ? [...from.text].length : 0,
  };
}

const looksSecret = (id: string): boolean => /passw|passcode|pin_?(code|entry|input)$/i.test(id);

/**
 * Whether a field's text is its hint. Since API 26 the hint of an empty field is given as its text; sources that carry
 * `hint` settle it, older ones are read from the words: `Search…`, or what the resource id says (`event_title`: "Title").
 */
function showsHint(from: NodeAttributes): boolean {
  if (from.text === '') return false;
  if (from.showingHint || from.text === from.hint) return true;
  if (from.hasHint && from.hint !== '') return false;
  const text = from.text.trim();
  if (/(…|\.\.\.)$/.test(text)) return true;
  if (from.focused && /\d/.test(text)) return false;
  const word = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const id = from.id.slice(from.id.lastIndexOf('/') + 1).toLowerCase();
  return word !== '' && (id === word || id.endsWith(`_${word}`) || id.startsWith(`${word}_`));
}
