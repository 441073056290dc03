import { BadSelector } from './bad-selector.ts';
import type { Located } from './located.ts';

/**
 * XPath 1.0 as people write it for phones: paths with the axes child, descendant, parent, ancestor, following-sibling and
 * preceding-sibling, predicates with positions, comparisons, `and`, `or`, `not()`, and the functions below.
 */
type Value = string | number | boolean | readonly Located[];
interface Context {
  readonly node: Located | null;
  readonly position: number;
  readonly size: number;
  readonly roots: readonly Located[];
}
type Expression = (context: Context) => Value;

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly value: string;
}

function tokens(source: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|(\/\/|::|\.\.|!=|<=|>=|[/()[\]@,=<>|*.+-])|([\p{L}_][\p{L}\p{N}\p{M}_.$-]*))/uy;
  while (pattern.lastIndex < source.length) {
    if (/^\s*$/.test(source.slice(pattern.lastIndex))) break;
    const from = pattern.lastIndex;
    const match = pattern.exec(source);
    if (match === null)
      throw new BadSelector(`cannot read ${JSON.stringify(source.slice(from, from + 20))} in the XPath ${JSON.stringify(source)}`);
    const [, text, number, sign, name] = match;
    if (text !== undefined) found.push({ kind: 'text', value: text.slice(1, -1) });
    else if (number !== undefined) found.push({ kind: 'number', value: number });
    else if (sign !== undefined) found.push({ kind: 'sign', value: sign });
    else found.push({ kind: 'name', value: name ?? '' });
  }
  return found;
}

const asText = (value: Value): string => (typeof value === 'object' ? '' : String(value));
const asBoolean = (value: Value): boolean =>
  typeof value === 'object'
    ? value.length > 0
    : typeof value === 'number'
      ? value !== 0 && !Number.isNaN(value)
      : value !== '' && value !== false;
const asNumber = (value: Value): number =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : Number.parseFloat(asText(value));

const functions: Readonly<Record<string, (context: Context, args: readonly Value[]) => Value>> = {
  contains: (_, [a = '', b = '']) => asText(a).includes(asText(b)),
  'starts-with': (_, [a = '', b = '']) => asText(a).startsWith(asText(b)),
  'ends-with': (_, [a = '', b = '']) => asText(a).endsWith(asText(b)),
  'normalize-space': (_, [a = '']) => asText(a).trim().replace(/\s+/g, ' '),
  'string-length': (_, [a = '']) => [...asText(a)].length,
  translate: (_, [a = '', from = '', to = '']) => {
    const [letters, others] = [[...asText(from)], [...asText(to)]];
    return [...asText(a)].map((letter) => (letters.includes(letter) ? (others[letters.indexOf(letter)] ?? '') : letter)).join('');
  },
  'lower-case': (_, [a = '']) => asText(a).toLowerCase(),
  concat: (_, parts) => parts.map(asText).join(''),
  not: (_, [a = false]) => !asBoolean(a),
  count: (_, [a = []]) => (typeof a === 'object' ? a.length : 0),
  last: ({ size }) => size,
  position: ({ position }) => position,
  true: () => true,
  false: () => false,
  name: ({ node }) => node?.node.cls ?? '',
};

const compare = (operator: string, left: Value, right: Value): boolean => {
  if (typeof left === 'object' || typeof right === 'object') return false;
  if (operator === '=' || operator === '!=') {
    const equal =
      typeof left === 'boolean' || typeof right === 'boolean'
        ? asBoolean(left) === asBoolean(right)
        : typeof left === 'number' || typeof right === 'number'
          ? asNumber(left) === asNumber(right)
          : asText(left) === asText(right);
    return (operator === '=') === equal;
  }
  const [a, b] = [asNumber(left), asNumber(right)];
  return { '<': a < b, '>': a > b, '<=': a <= b, '>=': a >= b }[operator] ?? false;
};

interface Step {
  readonly axis: string;
  readonly test: string;
  readonly predicates: readonly Expression[];
}

const siblings = (node: Located, roots: readonly Located[]): readonly Located[] => node.parent?.children ?? roots;

function along(axis: string, node: Located | null, roots: readonly Located[]): readonly Located[] {
  const below = (from: readonly Located[]): Located[] => from.flatMap((child) => [child, ...below(child.children)]);
  const children = node === null ? roots : node.children;
  const up = (from: Located | null): Located[] => (from === null ? [] : [from, ...up(from.parent)]);
  switch (axis) {
    case 'child':
      return children;
    case 'descendant':
      return below(children);
    case 'descendant-or-self':
      return [...(node === null ? [] : [node]), ...below(children)];
    case 'self':
      return node === null ? [] : [node];
    case 'parent':
      return node?.parent ? [node.parent] : [];
    case 'ancestor':
      return up(node?.parent ?? null);
    case 'ancestor-or-self':
      return up(node);
    case 'following-sibling':
      return node === null ? [] : siblings(node, roots).slice(siblings(node, roots).indexOf(node) + 1);
    case 'preceding-sibling':
      return node === null ? [] : siblings(node, roots).slice(0, siblings(node, roots).indexOf(node)).reverse();
    default:
      throw new BadSelector(`the XPath axis ${axis} is not known`);
  }
}

/** Null stands for the document above the roots. */
function walk(step: Step, from: readonly (Located | null)[], roots: readonly Located[]): (Located | null)[] {
  const found = new Set<Located | null>();
  for (const node of from) {
    if (node === null && step.axis === 'descendant-or-self') found.add(null);
    let here = along(step.axis, node, roots).filter(
      (candidate) => step.test === '*' || step.test === 'node()' || candidate.node.cls === step.test,
    );
    for (const predicate of step.predicates) {
      const size = here.length;
      here = here.filter((candidate, i) => {
        const value = predicate({ node: candidate, position: i + 1, size, roots });
        return typeof value === 'number' ? value === i + 1 : asBoolean(value);
      });
    }
    for (const candidate of here) found.add(candidate);
  }
  return [...found];
}

const follow = (steps: readonly Step[], from: readonly (Located | null)[], roots: readonly Located[]): readonly Located[] =>
  steps.reduce((nodes, step) => walk(step, nodes, roots), from).filter((node) => node !== null);

class Parser {
  private at = 0;
  private readonly all: readonly Token[];
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
    this.all = tokens(source);
  }
  private get next(): Token | undefined {
    return this.all[this.at];
  }
  private sign(...values: readonly string[]): string | null {
    const token = this.next;
    if (token?.kind !== 'sign' || !values.includes(token.value)) return null;
    this.at++;
    return token.value;
  }
  private word(...values: readonly string[]): string | null {
    const token = this.next;
    if (token?.kind !== 'name' || !values.includes(token.value)) return null;
    this.at++;
    return token.value;
  }
  private fail(what: string): never {
    throw new BadSelector(
      `expected ${what} ${this.next === undefined ? 'at the end' : `before ${JSON.stringify(this.next.value)}`} in the XPath ${JSON.stringify(this.source)}`,
    );
  }
  whole(): Expression {
    const expression = this.or();
    if (this.next !== undefined) this.fail('the end');
    return expression;
  }
  private or(): Expression {
    let left = this.and();
    while (this.word('or') !== null) {
      const [a, b] = [left, this.and()];
      left = (context) => asBoolean(a(context)) || asBoolean(b(context));
    }
    return left;
  }
  private and(): Expression {
    let left = this.comparison();
    while (this.word('and') !== null) {
      const [a, b] = [left, this.comparison()];
      left = (context) => asBoolean(a(context)) && asBoolean(b(context));
    }
    return left;
  }
  private comparison(): Expression {
    const a = this.sum();
    const operator = this.sign('=', '!=', '<', '>', '<=', '>=');
    if (operator === null) return a;
    const b = this.sum();
    return (context) => compare(operator, a(context), b(context));
  }
  private sum(): Expression {
    let left = this.union();
    for (let operator = this.sign('+', '-'); operator !== null; operator = this.sign('+', '-')) {
      const [a, b, minus] = [left, this.union(), operator === '-'];
      left = (context) => asNumber(a(context)) + (minus ? -1 : 1) * asNumber(b(context));
    }
    return left;
  }
  private union(): Expression {
    let left = this.primary();
    while (this.sign('|') !== null) {
      const [a, b] = [left, this.primary()];
      left = (context) => {
        const [x, y] = [a(context), b(context)];
        return typeof x === 'object' && typeof y === 'object' ? [...new Set([...x, ...y])] : [];
      };
    }
    return left;
  }
  private primary(): Expression {
    const token = this.next;
    if (token === undefined) this.fail('an expression');
    if (token.kind === 'text' || token.kind === 'number') {
      this.at++;
      const value = token.kind === 'number' ? Number(token.value) : token.value;
      return () => value;
    }
    if (token.kind === 'sign' && token.value === '@') {
      this.at++;
      const name = this.next;
      if (name?.kind !== 'name') this.fail('an attribute name');
      this.at++;
      // A missing attribute is an empty set; as a text it reads as empty, and as a condition it does not hold.
      return ({ node }) => node?.attributes[name.value] ?? [];
    }
    if (this.sign('(') !== null) {
      const inner = this.or();
      if (this.sign(')') === null) this.fail(')');
      return this.filtered(inner);
    }
    const after = this.all[this.at + 1];
    if (token.kind === 'name' && after?.kind === 'sign' && after.value === '(' && token.value !== 'node' && token.value !== 'text')
      return this.call();
    return this.path();
  }
  private call(): Expression {
    const name = this.next?.value ?? '';
    const made = functions[name];
    if (made === undefined) this.fail(`a known function instead of ${name}()`);
    this.at += 2;
    const args: Expression[] = [];
    if (this.sign(')') === null) {
      do args.push(this.or());
      while (this.sign(',') !== null);
      if (this.sign(')') === null) this.fail(')');
    }
    return (context) =>
      made(
        context,
        args.map((arg) => arg(context)),
      );
  }
  /** `(…)[n]/more`. */
  private filtered(inner: Expression): Expression {
    const predicates = this.predicates();
    const steps = this.next?.kind === 'sign' && ['/', '//'].includes(this.next.value) ? this.steps() : [];
    if (predicates.length === 0 && steps.length === 0) return inner;
    return (context) => {
      const value = inner(context);
      if (typeof value !== 'object') return value;
      let here = [...value];
      for (const predicate of predicates) {
        const size = here.length;
        here = here.filter((node, i) => {
          const kept = predicate({ node, position: i + 1, size, roots: context.roots });
          return typeof kept === 'number' ? kept === i + 1 : asBoolean(kept);
        });
      }
      return follow(steps, here, context.roots);
    };
  }
  private predicates(): Expression[] {
    const found: Expression[] = [];
    while (this.sign('[') !== null) {
      found.push(this.or());
      if (this.sign(']') === null) this.fail(']');
    }
    return found;
  }
  private path(): Expression {
    const token = this.next;
    const absolute = token?.kind === 'sign' && (token.value === '/' || token.value === '//');
    const steps = absolute ? this.steps() : [this.step('child'), ...this.steps()];
    return ({ node, roots }) => follow(steps, [absolute ? null : node], roots);
  }
  private steps(): Step[] {
    const found: Step[] = [];
    for (let slash = this.sign('/', '//'); slash !== null; slash = this.sign('/', '//')) {
      if (slash === '//') found.push({ axis: 'descendant-or-self', test: 'node()', predicates: [] });
      found.push(this.step('child'));
    }
    return found;
  }
  private step(axis: string): Step {
    if (this.sign('..') !== null) return { axis: 'parent', test: '*', predicates: this.predicates() };
    if (this.sign('.') !== null) return { axis: 'self', test: '*', predicates: this.predicates() };
    const token = this.next;
    const named = token?.kind === 'name' ? token.value : this.sign('*');
    if (named === null || named === undefined) this.fail('a step');
    if (token?.kind === 'name') this.at++;
    if (this.sign('::') !== null) return this.step(named);
    if (named === 'node' && this.sign('(') !== null && this.sign(')') !== null)
      return { axis, test: 'node()', predicates: this.predicates() };
    return { axis, test: named, predicates: this.predicates() };
  }
}

/** Nodes that the XPath selects, in document order. `hierarchy` is the root's parent, as in the page source. Throws BadSelector. */
export function selectByXPath(source: string, all: readonly Located[]): Located[] {
  const expression = new Parser(source.replace(/^\/hierarchy(?=\/)/, '')).whole();
  const roots = all.filter(({ parent }) => parent === null || !all.includes(parent));
  const value = expression({ node: null, position: 1, size: 1, roots });
  if (typeof value !== 'object') throw new BadSelector(`the XPath ${JSON.stringify(source)} gives a ${typeof value}, not elements`);
  const chosen = new Set(value);
  return all.filter((located) => chosen.has(located));
}
