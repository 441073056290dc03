import { spent } from './memory.ts';
import { disabled, isChoice, isField, isSearchKey, isToggle, reachable, type SeenElement, searchField } from './page-view.ts';
import { aboutThing, act, hideKeyboard, inSettings, type Next, onLauncher, ranked, type Situation, searchEntry, tap } from './situation.ts';
import { EXACT, matchAny, NEAR, quoted, sameLabel, wordsOf } from './words.ts';

/** Blind steps of one part: with nothing to go by, and after a search came back with nothing. */
const blindLimit = 24;
const blindLimitAfterSearch = 14;
const deepest = 4;

const risky =
  /\b(delete|erase|reset|remove|uninstall|format|factory|buy|pay|purchase|order|checkout|send|call|sign out|log ?out|force stop|clear|block|report|power off|restart|emergency)\b/i;
const leading =
  /^(?:navigate up|back|go back|up|close|cancel|dismiss|no\b.*|not now|clear\b.*|empty\b.*|voice\b.*|speak|say it|search by voice|done|ok)$/i;

/** Where facts are usually told. */
const factual = /\b(about|info|information|status|details)\b/i;

/** Elements that lead somewhere, as far as their form tells; switches and choices change things and are left alone. */
function doors(s: Situation): readonly SeenElement[] {
  const elements = reachable(s.page);
  const controls = new Set(elements.filter((element) => isToggle(element) || isChoice(element)).map(({ label }) => label));
  const up = elements[0]?.group === 'bar' && elements[0].role === 'button' ? elements[0] : undefined;
  const fits = (element: SeenElement): boolean => matchAny(aimsOf(s), element.label) >= EXACT;
  return elements.filter(
    (element) =>
      element.label !== '' &&
      !disabled(element) &&
      !isField(element) &&
      !isToggle(element) &&
      !/^(radio|slider|key|picker|text|progress)$/.test(element.role) &&
      (!leading.test(element.label) || fits(element)) &&
      ((!controls.has(element.label) && element !== up) || (fits(element) && s.part.kind === 'set')) &&
      !spent(s.memory, s.page, element),
  );
}

const aimsOf = (s: Situation): readonly string[] => (s.part.place === null ? s.names : [...s.names, s.part.place]);

function enter(s: Situation, element: SeenElement, because: string): Next | null {
  return tap(s, element, {
    intent: `open ${quoted(element.label)}`,
    purpose: `Look for ${s.part.thing}`,
    expected: `A page about ${quoted(element.label)} opens`,
    because,
  });
}

/** The entry that says what is wanted, by its label or by what is written with it. */
export function followMatch(s: Situation): Next | null {
  if (s.part.kind === 'search') return null;
  const best = ranked(aimsOf(s), doors(s)).filter(
    ({ element, score }) => score >= NEAR && (score >= EXACT || !risky.test(element.label)),
  )[0];
  if (best === undefined) return null;
  return enter(s, best.element, `${quoted(best.element.label)} has the words of ${quoted(s.part.thing)} (${best.score.toFixed(2)})`);
}

/** Looks through a list for the very words, when this is where they should be. */
export function scrollToWords(s: Situation): Next | null {
  const { page, memory, part } = s;
  if (!page.moreBelow || part.kind === 'search' || onLauncher(page)) return null;
  const here = aboutThing(s);
  const shortcut = searchEntry(page) !== null && memory.did('type').length === 0;
  if (!here && (shortcut ? part.kind !== 'open' : depth(s) > 1 && matchAny(aimsOf(s), memory.last?.what ?? '') === 0)) return null;
  const text = part.kind === 'set' && here ? part.value : (s.names.at(-1) ?? part.thing);
  const tried = memory.did('scroll_to', page.key).map(({ what }) => what);
  const next = [text, ...(part.kind === 'find' && inSettings(page) && !here ? ['About'] : [])].find(
    (words) => !tried.some((other) => sameLabel(words, other)),
  );
  if (next === undefined) return scrollFor(s, here);
  return (
    act(s, 'scroll_to', { text: next }, next, {
      intent: `look for ${quoted(next)} further down`,
      purpose: `Find ${next} in the list`,
      expected: `${quoted(next)} comes into view`,
      expect: [{ kind: 'text_visible', text: next }],
      because: `${quoted(next)} is not in sight and the list goes on`,
    }) ?? scrollFor(s, here)
  );
}

/** By hand, when the words may be written otherwise on the page they belong to. */
function scrollFor(s: Situation, here: boolean): Next | null {
  return here && !s.offered.has('scroll_to') ? scroll(s, 'down') : null;
}

/** Down to the end first, then up again: after a jump to the end there are rows above that were never in sight. */
function scrollOn(s: Situation): Next | null {
  const choices = reachable(s.page).filter(({ role }) => role === 'radio').length;
  if (choices > reachable(s.page).length / 2) return null; // a list of values leads nowhere
  const scrolls = s.memory.did('scroll', s.page.key);
  const jumps = s.memory.did('scroll_to', s.page.key);
  const turned = jumps.some(({ success }) => !success) || scrolls.some(({ direction }) => direction === 'up');
  if (s.page.moreBelow && !turned) return scroll(s, 'down');
  return s.page.moreAbove || jumps.length + scrolls.length > 0 ? scroll(s, 'up') : null;
}

function scroll(s: Situation, direction: 'up' | 'down'): Next | null {
  if (s.memory.did('scroll', s.page.key).length >= 12) return null;
  return act(s, 'scroll', { direction }, '', {
    intent: `scroll ${direction}`,
    purpose: `See more of the page while looking for ${s.part.thing}`,
    expected: 'Further rows come into view',
    because: 'what is in sight is tried and the list goes on',
  });
}

/** What to search for: the thing, then the stem of its longest word. */
function queries(s: Situation): readonly string[] {
  if (s.part.kind === 'search') return [s.part.query];
  const thing = s.names.at(-1) ?? s.part.thing;
  const longest = thing
    .split(/\s+/)
    .filter((word) => wordsOf(word).length > 0)
    .toSorted((a, b) => b.length - a.length)[0];
  const stem = longest !== undefined && longest.length >= 8 ? longest.slice(0, -3) : longest;
  return stem === undefined || stem === thing ? [thing] : [thing, stem];
}

/** Words that never arrived may be typed once more. */
function searchedFor(s: Situation, query: string): boolean {
  const tries = s.memory.did('type').filter(({ what }) => sameLabel(query, what));
  return tries.length >= 2 || tries.some(({ success }) => success);
}

/** Searches where the page offers it; null when it does not, or when every query has been tried. */
export function search(s: Situation): Next | null {
  const query = queries(s).find((one) => !searchedFor(s, one));
  if (query === undefined || (onLauncher(s.page) && s.part.place !== null)) return null;
  if (onLauncher(s.page) && s.part.kind !== 'search') return null;
  const field = searchField(s.page);
  if (field !== null) {
    return act(s, 'type_text', { ref: field.ref, text: query, submit: true }, query, {
      intent: `search for ${quoted(query)}`,
      purpose: `Search for ${query}`,
      expected: `Results for ${quoted(query)} are shown`,
      expect: [{ kind: 'text_visible', text: query }],
      because: 'the page has a search field',
    });
  }
  const entry = searchEntry(s.page);
  if (entry === null || s.memory.taps(s.page.key, entry.label) >= 2) return null;
  return tap(s, entry, {
    intent: `open the search ${quoted(entry.label)}`,
    purpose: `Search for ${query}`,
    expected: 'A field to type the search in',
    because: 'a search is quicker than going through the pages one by one',
  });
}

/** Pages entered and not yet left, since the part began. */
function depth(s: Situation): number {
  const way: string[] = [];
  for (const { from, to, verb } of s.memory.moves) {
    if (from === to) continue;
    const known = way.lastIndexOf(to);
    if (known >= 0) way.length = known;
    else if (verb !== 'back' && verb !== 'home') way.push(from);
    else way.pop();
  }
  return way.length;
}

const searchedInVain = (s: Situation): boolean => s.part.kind !== 'search' && s.memory.did('type').length > 0;

/** Goes through the entries one by one, depth first; what was tried stands in the history. */
export function explore(s: Situation): Next | null {
  if (onLauncher(s.page) || isSearchKey(s.page.key) || s.part.kind === 'search') return null;
  const blind = s.memory.did('tap').filter(({ what }) => matchAny(aimsOf(s), what) < NEAR).length;
  if (blind >= (searchedInVain(s) && s.part.kind !== 'find' ? blindLimitAfterSearch : blindLimit) || depth(s) > deepest) return null;
  const idle = s.memory.moves.slice(-2);
  if (idle.length === 2 && idle.every(({ verb, success, from }) => verb === 'tap' && !success && from === s.page.key)) return null;
  const order = (element: SeenElement): number =>
    matchAny(aimsOf(s), [element.label, element.value ?? '', ...element.about].join(' ')) * 10 +
    (s.part.kind === 'find' && factual.test(element.label) ? 4 : 0) +
    (element.role === 'item' ? 2 : element.role === 'tab' || element.role === 'link' ? 1 : 0) -
    (element.group === 'bar' ? 2 : 0);
  const candidates = doors(s).filter((element) => !risky.test(element.label) && searchEntry(s.page) !== element);
  const next = candidates.map((element) => ({ element, weight: order(element) })).toSorted((a, b) => b.weight - a.weight)[0];
  if (next !== undefined)
    return enter(
      s,
      next.element,
      `nothing in sight has the words of ${quoted(s.part.thing)}; ${quoted(next.element.label)} has not been looked into yet`,
    );
  return scrollOn(s);
}

/** Out of a page that has nothing (more) to offer. */
export function goBack(s: Situation): Next | null {
  if (onLauncher(s.page)) return null;
  const keyboard = hideKeyboard(s);
  if (keyboard !== null) return keyboard;
  const stuckHere = s.memory.did('back', s.page.key).filter(({ to }) => to === s.page.key).length >= 2;
  const tool = stuckHere ? 'home' : 'back';
  return act(s, tool, {}, '', {
    intent: tool === 'home' ? 'go to the home screen' : 'go back',
    purpose: `Look for ${s.part.thing} elsewhere`,
    expected: tool === 'home' ? 'The home screen is open' : 'The page before this one is open',
    because: `${quoted(s.page.title)} has nothing more to offer for ${quoted(s.part.thing)}`,
  });
}

const settingsApp = (s: Situation): string => (/^com\.apple\./i.test(s.page.app ?? '') ? 'com.apple.Preferences' : 'com.android.settings');

/** From the home screen: the app that is named, the one that fits, the settings, then the others. */
export function chooseApp(s: Situation): Next | null {
  if (!onLauncher(s.page)) return null;
  const icons = doors(s).filter((element) => searchEntry(s.page) !== element);
  const aims = s.part.kind === 'search' ? (s.part.place === null ? [] : [s.part.place]) : aimsOf(s);
  const fitting = ranked(aims, icons).find(({ element, score }) => score >= NEAR && !spent(s.memory, s.page, element));
  if (fitting !== undefined) return openIcon(s, fitting.element, `it is the app that ${quoted(aims.at(-1) ?? '')} names`);
  const asApp =
    s.part.kind === 'open' && !/\s(?:page|screen|settings?|menu|section|options?)$/i.test(s.part.thing) ? s.names.at(-1) : undefined;
  const named = s.part.place ?? asApp;
  const byName = named === undefined ? null : openByName(s, named);
  if (byName !== null) return byName;
  const common = icons.find(({ label }) => /^settings$/i.test(label));
  if (common !== undefined) return openIcon(s, common, 'what the goal names is usually found in the settings');
  const place = s.page.name.split(' › ')[0] ?? '';
  const opened = s.memory.moves.filter(({ verb, from }) => (verb === 'tap' || verb === 'open_app') && from.split(' › ')[0] === place);
  if (!opened.some(({ success }) => success)) {
    const settings = openByName(s, settingsApp(s));
    if (settings !== null) return settings;
  }
  const settingsSeen = opened.some(({ success }) => success);
  const next = settingsSeen ? undefined : icons[0];
  return next === undefined ? pullUp(s, settingsSeen) : openIcon(s, next, 'no app names what the goal asks for, so they are tried in turn');
}

function openIcon(s: Situation, icon: SeenElement, because: string): Next | null {
  return tap(s, icon, {
    intent: `open ${quoted(icon.label)}`,
    purpose: `Look for ${s.part.thing}`,
    expected: `The app ${quoted(icon.label)} opens`,
    because,
  });
}

function openByName(s: Situation, app: string): Next | null {
  if (s.memory.did('open_app').some(({ what }) => sameLabel(what, app))) return null;
  return act(s, 'open_app', { app }, app, {
    intent: `open the app ${quoted(app)}`,
    purpose: `Look for ${s.part.thing}`,
    expected: `The app ${quoted(app)} opens`,
    because: `the app is not in sight and can be opened by its name`,
  });
}

function pullUp(s: Situation, settingsSeen: boolean): Next | null {
  if (settingsSeen || s.memory.did('scroll', s.page.key).length >= 2) return null;
  return act(s, 'scroll', { direction: 'down' }, '', {
    intent: 'pull up the list of all apps',
    purpose: 'See all apps',
    expected: 'More apps are shown',
    because: 'the app is not among those in sight',
  });
}

/** At a page where the part did not begin by its own doing: out of it before anything is tried blindly. */
export function leaveStart(s: Situation): Next | null {
  const set = s.memory.did('tap').length + s.memory.did('open_app').length > 0;
  if (set || onLauncher(s.page)) return null;
  if (s.part.place !== null && matchAny([s.part.place], s.page.name.split(' › ')[0] ?? '') >= EXACT) return null;
  if (!inSettings(s.page) && searchField(s.page) === null) {
    const home = act(s, 'home', {}, '', {
      intent: 'go to the home screen',
      purpose: 'Choose the right app',
      expected: 'The home screen is open',
      because: 'this app has nothing that the goal names',
    });
    if (home !== null) return home;
  }
  return goBack(s);
}
