import { BadSelector } from './bad-selector.ts';
import type { Located } from './located.ts';

type Test = (located: Located) => boolean;

/** What a `new UiSelector()…` chain asks for. */
export interface UiSelector {
  readonly tests: readonly Test[];
  readonly instance: number | null;
  readonly child: UiSelector | null;
  readonly parent: UiSelector | null;
  /** From `new UiScrollable(…).scrollIntoView(…)`: found where it is; nothing is scrolled. */
}

const words: Readonly<Record<string, (value: string) => Test>> = {
  text:
    (value) =>
    ({ attributes }) =>
      attributes.text === value,
  textContains:
    (value) =>
    ({ attributes }) =>
      (attributes.text ?? '').toLowerCase().includes(value.toLowerCase()),
  textStartsWith:
    (value) =>
    ({ attributes }) =>
      (attributes.text ?? '').toLowerCase().startsWith(value.toLowerCase()),
  textMatches: (value) => matching('text', value),
  description:
    (value) =>
    ({ attributes }) =>
      attributes['content-desc'] === value,
  descriptionContains:
    (value) =>
    ({ attributes }) =>
      (attributes['content-desc'] ?? '').toLowerCase().includes(value.toLowerCase()),
  descriptionStartsWith:
    (value) =>
    ({ attributes }) =>
      (attributes['content-desc'] ?? '').toLowerCase().startsWith(value.toLowerCase()),
  descriptionMatches: (value) => matching('content-desc', value),
  resourceId:
    (value) =>
    ({ attributes }) =>
      attributes['resource-id'] === value,
  resourceIdMatches: (value) => matching('resource-id', value),
  className:
    (value) =>
    ({ attributes }) =>
      attributes.class === value,
  classNameMatches: (value) => matching('class', value),
  packageName:
    (value) =>
    ({ attributes }) =>
      attributes.package === value,
};

const flags: Readonly<Record<string, string>> = {
  checkable: 'checkable',
  checked: 'checked',
  clickable: 'clickable',
  enabled: 'enabled',
  focusable: 'focusable',
  focused: 'focused',
  longClickable: 'long-clickable',
  scrollable: 'scrollable',
  selected: 'selected',
};

function matching(attribute: string, pattern: string): Test {
  let expression: RegExp;
  try {
    expression = new RegExp(`^(?:${pattern})$`, 'su');
  } catch {
    throw new BadSelector(`${JSON.stringify(pattern)} is no regular expression`);
  }
  return ({ attributes }) => expression.test(attributes[attribute] ?? '');
}

class Reader {
  private at = 0;
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  get done(): boolean {
    this.space();
    return this.at >= this.source.length;
  }
  private space(): void {
    while (/\s/.test(this.source[this.at] ?? '')) this.at++;
  }
  take(pattern: RegExp): string | null {
    this.space();
    const match = new RegExp(pattern.source, 'uy');
    match.lastIndex = this.at;
    const found = match.exec(this.source);
    if (found === null) return null;
    this.at += found[0].length;
    return found[1] ?? found[0];
  }
  need(pattern: RegExp, what: string): string {
    const found = this.take(pattern);
    if (found === null)
      throw new BadSelector(
        `expected ${what} at ${JSON.stringify(this.source.slice(this.at, this.at + 30))} in ${JSON.stringify(this.source)}`,
      );
    return found;
  }
}

function literal(reader: Reader): string {
  return reader.need(/"((?:[^"\\]|\\.)*)"/, 'a text in double quotes').replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (_, sign: string) => {
    if (sign.length === 5) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r' }[sign] ?? sign;
  });
}

function selector(reader: Reader): UiSelector {
  reader.need(/new\s+UiSelector\s*\(\s*\)/, 'new UiSelector()');
  const tests: Test[] = [];
  let instance: number | null = null;
  let child: UiSelector | null = null;
  let parent: UiSelector | null = null;
  while (reader.take(/\./) !== null) {
    const method = reader.need(/\w+/, 'a method name');
    reader.need(/\(/, '(');
    const word = words[method];
    const flag = flags[method];
    if (word !== undefined) tests.push(word(literal(reader)));
    else if (flag !== undefined) {
      const wanted = reader.take(/true|false/) ?? 'true';
      tests.push(({ attributes }) => attributes[flag] === wanted);
    } else if (method === 'instance') instance = Number(reader.need(/\d+/, 'a number'));
    else if (method === 'index') {
      const index = reader.need(/\d+/, 'a number');
      tests.push(({ attributes }) => attributes.index === index);
    } else if (method === 'childSelector') child = selector(reader);
    else if (method === 'fromParent') parent = selector(reader);
    else throw new BadSelector(`UiSelector has no ${method} here`);
    reader.need(/\)/, ')');
  }
  return { tests, instance, child, parent };
}

/** Reads `new UiSelector()…` or `new UiScrollable(new UiSelector()…).scrollIntoView(new UiSelector()…)`. Throws BadSelector. */
export function parseUiSelector(source: string): UiSelector {
  const reader = new Reader(source.trim().replace(/;$/, ''));
  if (reader.take(/new\s+UiScrollable\s*\(/) !== null) {
    selector(reader);
    reader.need(/\)/, ')');
    while (reader.take(/\.\s*(?:setMaxSearchSwipes|setAsVerticalList|setAsHorizontalList)\s*\(\s*\d*\s*\)/) !== null);
    reader.need(/\.\s*scrollIntoView\s*\(/, '.scrollIntoView(');
    const wanted = selector(reader);
    reader.need(/\)/, ')');
    return wanted;
  }
  const found = selector(reader);
  if (!reader.done) throw new BadSelector(`more than one selector in ${JSON.stringify(source)}`);
  return found;
}

const below = (all: readonly Located[], outer: Located): Located[] => {
  const inside = new Set<Located>();
  return all.filter((located) => {
    if (located.parent !== null && (located.parent === outer || inside.has(located.parent))) {
      inside.add(located);
      return true;
    }
    return false;
  });
};

export function matchesSelector(wanted: UiSelector, all: readonly Located[]): Located[] {
  const passing = all.filter((located) => wanted.tests.every((test) => test(located)));
  const own = wanted.instance === null ? passing : passing.slice(wanted.instance, wanted.instance + 1);
  const { child, parent } = wanted;
  if (child !== null) return [...new Set(own.flatMap((located) => matchesSelector(child, below(all, located))))];
  if (parent !== null)
    return [...new Set(own.flatMap((located) => (located.parent === null ? [] : matchesSelector(parent, below(all, located.parent)))))];
  return own;
}
