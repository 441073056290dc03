import type { Part } from './goal.ts';
import type { Memory, Verb } from './memory.ts';
import { isField, type PageView, reachable, type SeenElement } from './page-view.ts';
import { clip, matchAny, mentions, NEAR, sameLabel } from './words.ts';

export type Predicate =
  | { readonly kind: 'text_visible' | 'text_gone'; readonly text: string }
  | { readonly kind: 'page_is'; readonly name: string }
  | { readonly kind: 'element_state'; readonly label: string; readonly state: string };

/** One device action and the words that go with it. */
export interface Act {
  readonly kind: 'act';
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What follows "I": `open Settings`. */
  readonly intent: string;
  readonly purpose: string;
  readonly expected: string;
  readonly expect: readonly Predicate[];
  /** Why this and nothing else; for the thinking block. */
  readonly because: string;
}

/** The part is reached; `answer` when something was asked. */
export interface Done {
  readonly kind: 'done';
  readonly said: string;
  readonly answer: string | null;
}

export interface Stuck {
  readonly kind: 'stuck';
  readonly because: string;
}

export type Next = Act | Done | Stuck;

/** Everything one decision is made from. */
export interface Situation {
  readonly part: Part;
  /** What the wanted thing may be called. */
  readonly names: readonly string[];
  readonly page: PageView;
  readonly memory: Memory;
  readonly offered: ReadonlySet<string>;
  /** Calls that were refused in this very conversation. */
  readonly refused: readonly { readonly tool: string; readonly args: string }[];
}

const verbOf: Readonly<Record<string, Verb>> = {
  tap: 'tap',
  type_text: 'type',
  scroll: 'scroll',
  scroll_to: 'scroll_to',
  back: 'back',
  home: 'home',
  open_app: 'open_app',
  hide_keyboard: 'hide',
  accept_dialog: 'accept',
  dismiss_dialog: 'dismiss',
};

export interface Wording {
  readonly intent: string;
  readonly purpose: string;
  readonly expected: string;
  readonly because: string;
  readonly expect?: readonly Predicate[];
}

/**
 * The action, or null when it is not on offer, was refused just now, or failed here before (`what` is how the history
 * names its object). So the next way is tried, and nothing is repeated without end.
 */
export function act(s: Situation, tool: string, args: Record<string, unknown>, what: string, words: Wording): Act | null {
  if (!s.offered.has(tool)) return null;
  const written = JSON.stringify(args);
  if (s.refused.some((call) => call.tool === tool && call.args === written)) return null;
  const verb = verbOf[tool];
  const before = verb === undefined ? [] : s.memory.did(verb, s.page.key).filter((move) => sameLabel(move.what, what) && !move.success);
  const direction = args.direction;
  const failed =
    direction === undefined ? before.length : before.filter((move) => move.direction === null || move.direction === direction).length;
  if (failed >= (tool === 'scroll' || tool === 'scroll_to' ? 1 : 2)) return null;
  return {
    kind: 'act',
    tool,
    args,
    intent: words.intent,
    purpose: clip(words.purpose, 140),
    expected: clip(words.expected, 200),
    expect: (words.expect ?? []).slice(0, 3),
    because: words.because,
  };
}

/** A touch on the element; what may lie under a keyboard is uncovered first. */
export function tap(s: Situation, element: SeenElement, words: Wording): Act | null {
  const under = s.page.keyboardShown && s.page.dialog === null && element.group !== 'bar' && !isField(element);
  return (under ? hideKeyboard(s) : null) ?? act(s, 'tap', { ref: element.ref }, element.label, words);
}

export function hideKeyboard(s: Situation): Act | null {
  if (!s.page.keyboardShown || s.memory.did('hide', s.page.key).length >= 2) return null;
  return act(s, 'hide_keyboard', {}, '', {
    intent: 'hide the keyboard',
    purpose: 'See what the keyboard covers',
    expected: 'The keyboard is hidden',
    because: 'the keyboard covers part of the page',
  });
}

export interface Scored {
  readonly element: SeenElement;
  readonly score: number;
}

/** The reachable elements by how well their label, or else what is written with them, fits the names; best first, ties in reading order. */
export function ranked(names: readonly string[], elements: readonly SeenElement[]): Scored[] {
  const score = (element: SeenElement): number => {
    const byLabel = matchAny(names, element.label);
    const withIt = [element.label, element.value ?? '', ...element.about].join(' ');
    return Math.max(byLabel, names.some((name) => mentions(withIt, name)) ? NEAR + 0.02 : 0);
  };
  return elements.map((element) => ({ element, score: score(element) })).toSorted((a, b) => b.score - a.score);
}

export const onLauncher = (page: PageView): boolean =>
  /launcher|springboard|\.home\b/i.test(page.app ?? '') || page.elements.filter(({ role }) => role === 'app').length >= 2;

export const inSettings = (page: PageView): boolean => /settings|preferences/i.test(page.app ?? '');

/** Whether the page, or the way that led to it, is about the thing. */
export function aboutThing(s: Situation): boolean {
  const { page, memory, names } = s;
  if (matchAny(names, page.title) >= NEAR || (page.dialog !== null && matchAny(names, page.dialog) >= NEAR)) return true;
  const way = memory.moves.slice(-8);
  const at = way.findLastIndex(({ verb, what }) => verb === 'tap' && matchAny(names, what) >= NEAR);
  return at >= 0 && !way.slice(at + 1).some(({ verb, from, to }) => verb === 'home' || (verb === 'back' && from !== to));
}

/** What opens a search: said so by its words, and standing where such things stand. */
export function searchEntry(page: PageView): SeenElement | null {
  const listAt = page.elements.findIndex(({ group, role }) => group === 'list' && role === 'item');
  const head = page.elements.slice(0, listAt < 0 ? undefined : listAt);
  const fits = (element: SeenElement): boolean =>
    /\b(search|find|look)\b/i.test(element.label) && !/\b(voice|clear|by|no)\b/i.test(element.label);
  const near = reachable(page).filter((element) => fits(element) && !isField(element));
  return near.find((element) => head.includes(element) && element.role !== 'image') ?? near.find(({ role }) => role === 'button') ?? null;
}
