/** The page as the prompt shows it, read by the grammar of docs/prompt-format.md. */

export interface SeenElement {
  readonly ref: string;
  readonly role: string;
  readonly states: string;
  readonly label: string;
  readonly value: string | null;
  /** The kind of the group it stands in, `` before the first group. */
  readonly group: string;
  /** Plain texts that follow it, up to the next element. */
  readonly about: string[];
}

export interface PageView {
  /** As the prompt names it; history names pages the same way. */
  readonly name: string;
  /** The name, and whether it is the search of that page: what the memory keeps pages apart by. */
  readonly key: string;
  /** The last part of the name. */
  readonly title: string;
  readonly app: string | null;
  readonly keyboardShown: boolean;
  readonly dialog: string | null;
  readonly notes: readonly string[];
  readonly elements: readonly SeenElement[];
  /** All plain text on the page, in reading order. */
  readonly texts: readonly string[];
  /** Something scrolls and says that more lies below (or does not say), or above. */
  readonly moreBelow: boolean;
  readonly moreAbove: boolean;
}

const scrollLine = /\brows? more\b|(?:^|, )end$/i;
const scrollers: ReadonlySet<string> = new Set(['list', 'grid', 'scroll', 'scroller', 'pager', 'table', 'area', 'page', 'view', 'web']);

function readElement(line: string, group: string): SeenElement | null {
  const head = /^(e\d+) (\S+?)(?=:? |:?$)/.exec(line);
  if (head === null) return null;
  const [, ref = '', role = ''] = head;
  let rest = line.slice(head[0].length);
  const colon = rest.indexOf(': ');
  const equals = rest.indexOf(' = ');
  let states = '';
  let label = '';
  if (colon >= 0 && (equals < 0 || colon < equals)) {
    states = rest.slice(0, colon).trim();
    rest = rest.slice(colon + 2);
    const at = rest.indexOf(' = ');
    label = at < 0 ? rest : rest.slice(0, at);
    rest = at < 0 ? '' : rest.slice(at);
  } else {
    states = (equals < 0 ? rest : rest.slice(0, equals)).trim();
    rest = equals < 0 ? '' : rest.slice(equals);
  }
  const value = rest.startsWith(' = ') ? rest.slice(3) : null;
  return { ref, role: role.toLowerCase(), states, label: label.trim(), value, group, about: [] };
}

interface PageLine {
  readonly name?: unknown;
  readonly app?: unknown;
  readonly keyboard?: unknown;
  readonly dialog?: unknown;
  readonly notes?: unknown;
}

const textOr = (value: unknown, otherwise: string | null): string | null => (typeof value === 'string' ? value : otherwise);

/** Reads the `Page:` line's object and the body between the markers. Lines that fit no form are taken as text. */
export function readPage(about: PageLine, body: string): PageView {
  const elements: SeenElement[] = [];
  const texts: string[] = [];
  let group = '';
  let dialogGroup: string | null = null;
  for (const line of body.split('\n')) {
    if (line.trim() === '' || line.startsWith('… ')) continue;
    if (line.startsWith('# ')) {
      const [, kind = '', label = ''] = /^# ([^:]+)(?:: (.*))?$/.exec(line) ?? [];
      group = kind.trim().toLowerCase();
      if (label !== '') texts.push(label);
      if (/dialog|alert|sheet/.test(group)) dialogGroup = label;
      continue;
    }
    const element = readElement(line, group);
    if (element !== null) elements.push(element);
    else {
      const text = line.replace(/^- /, '');
      texts.push(text);
      elements.at(-1)?.about.push(text);
    }
  }
  const name = textOr(about.name, '') ?? '';
  const dialog = textOr(about.dialog, dialogGroup);
  const scrolling = elements.filter(isScroller);
  return {
    name,
    key: searchFieldIn(elements, dialog) === null ? name : searchKey(name),
    title: (name.split(' › ').at(-1) ?? name).replace(/^dialog: /, '').trim(),
    app: textOr(about.app, null),
    keyboardShown: about.keyboard === 'shown',
    dialog,
    notes: Array.isArray(about.notes) ? about.notes.filter((note) => typeof note === 'string') : [],
    elements,
    texts,
    moreBelow: scrolling.some(({ label }) => label === '' || /\bmore below\b/i.test(label)) || /^… .*\bbelow\b/im.test(body),
    moreAbove: scrolling.some(({ label }) => /\bmore above\b/i.test(label)),
  };
}

export const covered = (element: SeenElement): boolean => /\bcovered\b/.test(element.states);
export const disabled = (element: SeenElement): boolean => /\bdisabled\b/.test(element.states);
export const isField = (element: SeenElement): boolean => /^(field|textbox|input|searchfield|search|edit)/.test(element.role);
function isScroller({ role, label, value }: SeenElement): boolean {
  return value === null && scrollers.has(role) && (scrollLine.test(label) || label === '');
}

const onWords = /\b(on|checked|active|enabled)\b/i;
const offWords = /\b(off|unchecked|inactive|disabled)\b/i;

/** Whether it is on, off, or no such thing; a plain row may say so in its value. */
export function stateOf(element: SeenElement): 'on' | 'off' | null {
  if (/\b(off|unchecked)\b/.test(element.states)) return 'off';
  if (/\b(on|checked)\b/.test(element.states)) return 'on';
  if (/^(switch|checkbox|toggle|check)$/.test(element.role)) return 'off';
  const value = element.value ?? '';
  if (value.length > 12) return null;
  if (offWords.test(value)) return 'off';
  return onWords.test(value) ? 'on' : null;
}

export const isToggle = (element: SeenElement): boolean =>
  /^(switch|checkbox|toggle|check)$/.test(element.role) ||
  (element.role !== 'radio' && /\b(on|off|checked|unchecked)\b/.test(element.states));
export const isChosen = (element: SeenElement): boolean =>
  /\b(selected|checked|on)\b/.test(element.states) && !/\bunchecked\b/.test(element.states);

/** One of several values; a single box with a label of its own looks the same, and stands alone. */
export const isChoice = ({ role, states }: SeenElement): boolean =>
  role === 'radio' || /^(check|checkbox)$/.test(role) || (/\b(un)?selected\b/.test(states) && role !== 'tab');
export const choicesIn = (page: PageView): readonly SeenElement[] => reachable(page).filter(isChoice);

const mark = ' ⌕';
const titledSearch = (name: string): boolean => /^(?:search|look|find(?! my))\b/i.test(name.split(' › ').at(-1) ?? '');

/** What the search of a page is called: by its own name, or, where it has none, by the page's name with a mark. */
export const searchKey = (name: string): string => (titledSearch(name) ? name : `${name}${mark}`);
export const isSearchKey = (key: string): boolean => key.endsWith(mark) || titledSearch(key);
export const withoutMark = (key: string): string => (key.endsWith(mark) ? key.slice(0, -mark.length) : key);

/** The search field in reach, empty or not. */
export const searchField = (page: PageView): SeenElement | null => searchFieldIn(page.elements, page.dialog);

function searchFieldIn(elements: readonly SeenElement[], dialog: string | null): SeenElement | null {
  const fields = elements.filter((element) => isField(element) && !covered(element) && !/password/.test(element.states));
  const named = fields.find(({ label }) => /\b(search|find|look)\b/i.test(label));
  return (
    named ??
    fields.find(({ group, states }) => group === 'bar' || (/\bfocused\b/.test(states) && dialog === null && group !== 'list')) ??
    null
  );
}

/** Elements that a finger can reach and that are not part of a keyboard or a scroll bar. */
export const reachable = (page: PageView): readonly SeenElement[] =>
  page.elements.filter((element) => !covered(element) && !isScroller(element) && element.group !== 'keyboard');
