import { type PageView, type SeenElement, searchKey, withoutMark } from './page-view.ts';
import type { PastAction } from './prompt.ts';
import { sameLabel } from './words.ts';

export type Verb = 'tap' | 'type' | 'scroll' | 'scroll_to' | 'back' | 'home' | 'open_app' | 'accept' | 'dismiss' | 'hide' | 'other';

/** One remembered action with the page it led to. */
export interface Move {
  readonly verb: Verb;
  readonly from: string;
  readonly to: string;
  /** What was tapped, typed, opened or scrolled to. */
  readonly what: string;
  readonly direction: 'up' | 'down' | 'left' | 'right' | null;
  readonly success: boolean;
  readonly note: string;
  readonly rationale: string;
}

const verbs: readonly (readonly [RegExp, Verb])[] = [
  [/^(?:long[ _]press|tap|press (?!back|home))/i, 'tap'],
  [/^(?:type|enter|write)/i, 'type'],
  [/^scroll(?:[ _](?:up|down|left|right))?[ _]?(?:until|to)\b/i, 'scroll_to'],
  [/^(?:scroll|swipe)/i, 'scroll'],
  [/^(?:go |press )?back/i, 'back'],
  [/^(?:go |press )?home/i, 'home'],
  [/^(?:open|launch|start)/i, 'open_app'],
  [/^accept/i, 'accept'],
  [/^dismiss/i, 'dismiss'],
  [/^hide/i, 'hide'],
];

function unquoted(action: string): string {
  const found = /"(?:[^"\\]|\\.)*"/.exec(action);
  if (found === null) return '';
  try {
    const text: unknown = JSON.parse(found[0]);
    return typeof text === 'string' ? text : '';
  } catch {
    return found[0].slice(1, -1);
  }
}

/** The history as moves; `here` is the key of the page the last one led to. */
export function recall(history: readonly PastAction[], here: string): Move[] {
  const keys = keysOf(history, here);
  return history.map((entry, i) => ({
    verb: verbOf(entry),
    from: keys[i] ?? entry.page,
    to: keys[i + 1] ?? here,
    what: /^type (\d+ characters) into/.exec(entry.action)?.[1] ?? unquoted(entry.action),
    direction: (/\b(up|down|left|right)\b/i.exec(entry.action.replace(/"(?:[^"\\]|\\.)*"/g, ''))?.[1]?.toLowerCase() ??
      null) as Move['direction'],
    success: entry.success,
    note: entry.note,
    rationale: entry.rationale,
  }));
}

const verbOf = ({ action }: PastAction): Verb => verbs.find(([form]) => form.test(action))?.[1] ?? 'other';

/**
 * The key of the page before each action. A search may go by the name of the page it was opened from; it is known by
 * what was typed there, and found again when the way leads back to it.
 */
function keysOf(history: readonly PastAction[], here: string): string[] {
  const way: string[] = [];
  const keys = history.map((entry, i) => {
    const before = history[i - 1];
    const cameBack = before !== undefined && verbOf(before) === 'back';
    if (cameBack) way.pop();
    const last = way.at(-1) ?? '';
    const stayed = before?.page === entry.page && !cameBack && last === searchKey(entry.page);
    const key = cameBack && withoutMark(last) === entry.page ? last : stayed || typesQuery(entry) ? searchKey(entry.page) : entry.page;
    const known = way.lastIndexOf(key);
    if (known >= 0) way.length = known + 1;
    else way.push(key);
    return key;
  });
  return [...keys, here];
}

/** Typed into a field that calls itself a search, or by no name at all. */
const typesQuery = ({ action }: PastAction): boolean =>
  /^type\b/i.test(action) && !/ into "(?!(?:[^"]*\b)?(?:search|find|look)\b)[^"]+" field/i.test(action);

/** Whether this is what was typed; of a secret only the length is remembered. */
export const typedIs = (what: string, text: string): boolean => sameLabel(what, text) || what === `${[...text].length} characters`;

/** What the moves of the part under way say about pages and what was tried on them. */
export interface Memory {
  readonly moves: readonly Move[];
  readonly last: Move | null;
  /** How often this label was tapped on this page. */
  taps(page: string, label: string): number;
  /** The page was left by Back, the dialog put away: nothing more is to be had there. */
  leftByBack(page: string): boolean;
  did(verb: Verb, page?: string): readonly Move[];
}

export function remember(moves: readonly Move[]): Memory {
  const did = (verb: Verb, page?: string): readonly Move[] =>
    moves.filter((move) => move.verb === verb && (page === undefined || move.from === page));
  return {
    moves,
    last: moves.at(-1) ?? null,
    taps: (page, label) => did('tap', page).filter(({ what }) => sameLabel(what, label)).length,
    leftByBack: (page) => [...did('back', page), ...did('dismiss', page)].some(({ to }) => to !== page),
    did,
  };
}

/** Whether a tap on it would lead where nothing was found before, or has been tried twice. One that had no effect may have been lost, and is worth one more. */
export function spent(memory: Memory, page: PageView, element: SeenElement): boolean {
  const taps = memory.did('tap', page.key).filter(({ what }) => sameLabel(what, element.label));
  return taps.length >= 2 || taps.some(({ to, success }) => (to === page.key ? success : memory.leftByBack(to)));
}
