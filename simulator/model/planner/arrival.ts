import type { Part } from './goal.ts';
import { spent, typedIs } from './memory.ts';
import {
  choicesIn,
  disabled,
  isChoice,
  isChosen,
  isField,
  isSearchKey,
  isToggle,
  reachable,
  type SeenElement,
  searchField,
  stateOf,
} from './page-view.ts';
import { aboutThing, act, type Done, hideKeyboard, type Next, onLauncher, type Situation, tap } from './situation.ts';
import { EXACT, match, matchAny, mentions, NEAR, ONE_MORE, quoted, sameLabel } from './words.ts';

const done = (said: string, answer: string | null = null): Done => ({ kind: 'done', said, answer });

/** What the page itself says about the part: reached, the one action that reaches it, or null when this page is not the place. */
export function atGoal(s: Situation): Next | null {
  switch (s.part.kind) {
    case 'toggle':
      return toggle(s, s.part);
    case 'set':
      return set(s, s.part);
    case 'open':
      return opened(s);
    case 'search':
      return searched(s, s.part);
    case 'find':
      return found(s);
  }
}

/** The switch that is meant: by its own name, or the only one of a page that has the name. */
function switchFor(s: Situation): SeenElement | null {
  const values = s.page.dialog !== null && choicesIn(s.page).length > 1; // boxes of a dialog are values, not switches
  const stateful = reachable(s.page).filter(
    (element) => stateOf(element) !== null && element.role !== 'radio' && !(values && isChoice(element)),
  );
  const named = stateful
    .map((element) => ({ element, score: matchAny(s.names, element.label) }))
    .toSorted((a, b) => b.score - a.score || Number(isToggle(b.element)) - Number(isToggle(a.element)))[0];
  if (named !== undefined && named.score >= EXACT) return named.element;
  if (reachable(s.page).some(({ label }) => matchAny(s.names, label) >= EXACT)) return null;
  const toggles = stateful.filter(isToggle);
  const almost = named !== undefined && named.score >= NEAR && isToggle(named.element) ? named : null;
  if (almost !== null && almost.score >= ONE_MORE && matchAny(s.names, s.page.title) >= NEAR) return almost.element;
  if (matchAny(s.names, s.page.title) < EXACT && !enteredFor(s)) return null;
  if (almost !== null) return almost.element;
  return toggles.length === 1 ? (toggles[0] ?? null) : null;
}

/** The page was just entered by an entry of the thing's own name; a search result is no such entry. */
function enteredFor({ memory: { last }, names, page }: Situation): boolean {
  if (last === null || last.verb !== 'tap' || last.to !== page.key || last.from === last.to) return false;
  return !isSearchKey(last.from) && matchAny(names, last.what) >= EXACT;
}

function toggle(s: Situation, part: Extract<Part, { kind: 'toggle' }>): Next | null {
  const target = switchFor(s);
  const wanted = part.on ? 'on' : 'off';
  if (target === null)
    return aboutThing(s) && choicesIn(s.page).length > 0 ? option(s, { ...part, kind: 'set', value: wanted }, reachable(s.page)) : null;
  if (stateOf(target) === wanted) return done(`${quoted(target.label || part.thing)} is ${wanted}`);
  if (disabled(target)) return { kind: 'stuck', because: `${quoted(target.label)} is there but cannot be changed: it is disabled` };
  if (!isToggle(target) && spent(s.memory, s.page, target)) return null;
  if (s.memory.taps(s.page.key, target.label) >= 3)
    return { kind: 'stuck', because: `I tapped ${quoted(target.label)} and it stayed as it was` };
  return tap(s, target, {
    intent: isToggle(target) ? `switch ${quoted(target.label)} ${wanted}` : `open ${quoted(target.label)}, which is ${stateOf(target)}`,
    purpose: `Turn ${quoted(target.label)} ${wanted}`,
    expected: isToggle(target)
      ? `The switch ${quoted(target.label)} shows ${wanted}, or a dialog asks to confirm`
      : `A page with the switch for ${quoted(target.label)}`,
    expect:
      isToggle(target) && target.label !== '' && target.label.length <= 200
        ? [{ kind: 'element_state', label: target.label, state: wanted }]
        : [],
    because: `the ${target.role} ${quoted(target.label)} is what the goal names and it is ${stateOf(target)}, not ${wanted}`,
  });
}

function set(s: Situation, part: Extract<Part, { kind: 'set' }>): Next | null {
  const elements = reachable(s.page);
  const row = elements.find(
    ({ label, value }) =>
      value !== null && matchAny(s.names, label) >= EXACT && (match(part.value, value) >= EXACT || mentions(value, part.value)),
  );
  const here = aboutThing(s);
  const dialog = s.page.dialog !== null;
  if (row !== undefined && !dialog && !isField(row)) return done(`${quoted(row.label)} shows ${quoted(row.value ?? part.value)}`);
  const slider = elements.find(({ role, label }) => role === 'slider' && matchAny(s.names, label) >= EXACT);
  if (slider !== undefined)
    return { kind: 'stuck', because: `${quoted(slider.label)} is a slider, and I have no tool to move one to ${part.value}` };
  const off = elements.find((element) => disabled(element) && !isToggle(element) && matchAny(s.names, element.label) >= EXACT);
  if (off !== undefined && !dialog) return release(s, off, elements);
  if (!here) return null;
  const next = option(s, part, elements) ?? settled(s, part) ?? field(s, part, elements);
  const bare = matchAny(s.names, s.page.title) >= EXACT && !s.page.moreBelow && elements.every(({ group }) => group === 'bar');
  return next ?? (bare ? { kind: 'stuck', because: `the page ${quoted(s.page.title)} has nothing that I can set to ${part.value}` } : null);
}

/** What is disabled is often held by a switch that shares its name, or stands just above it; that is thrown once. */
function release(s: Situation, held: SeenElement, elements: readonly SeenElement[]): Next {
  const above = elements.slice(0, elements.indexOf(held)).filter(isToggle);
  const holder = above.findLast(({ label }) => mentions(label, held.label)) ?? above.at(-1);
  const thrown = holder !== undefined && s.memory.taps(s.page.key, holder.label) > 0;
  const words = {
    intent: `switch ${quoted(holder?.label ?? '')}, which holds ${quoted(held.label)}`,
    purpose: `Make ${quoted(held.label)} available`,
    expected: `${quoted(held.label)} can be opened`,
    because: `${quoted(held.label)} is disabled and the switch above it is the likeliest reason`,
  };
  const freed = holder === undefined || thrown ? null : tap(s, holder, words);
  return freed ?? { kind: 'stuck', because: `${quoted(held.label)} is there but cannot be changed: it is disabled` };
}

function option(s: Situation, part: Extract<Part, { kind: 'set' }>, elements: readonly SeenElement[]): Next | null {
  const options = elements.filter((element) => !isField(element) && !/^(switch|slider|app|key)$/.test(element.role));
  const best = options
    .map((element) => ({ element, score: match(part.value, element.label) }))
    .filter(({ score }) => score >= NEAR)
    .toSorted((a, b) => b.score - a.score || Number(isChosen(b.element)) - Number(isChosen(a.element)))[0]?.element;
  if (best === undefined) return null;
  const control = options.find((element) => element.label === best.label && isChoice(element)) ?? best;
  if (isChosen(control)) return s.page.dialog === null ? done(`${quoted(best.label)} is chosen`) : null;
  if (s.memory.taps(s.page.key, best.label) >= 2) return null;
  return tap(s, control, {
    intent: `choose ${quoted(best.label)}`,
    purpose: `Set ${part.thing} to ${part.value}`,
    expected: `${quoted(best.label)} is chosen, or a dialog asks to confirm it`,
    because: `${quoted(best.label)} is the value that the goal names${isChoice(control) ? ' and it is not chosen yet' : ''}`,
  });
}

function field(s: Situation, part: Extract<Part, { kind: 'set' }>, elements: readonly SeenElement[]): Next | null {
  const fields = elements.filter((element) => isField(element) && element.group !== 'bar' && !/\b(search|find)\b/i.test(element.label));
  const target = fields.find(({ label }) => matchAny(s.names, label) >= NEAR) ?? (fields.length === 1 ? fields[0] : undefined);
  if (target === undefined) return null;
  const typed = s.memory.did('type', s.page.key).some(({ what, success }) => success && typedIs(what, part.value));
  if (target.value === part.value || typed) return confirm(s, part, elements);
  return act(s, 'type_text', { ref: target.ref, text: part.value }, part.value, {
    intent: `write ${quoted(part.value)} into the field`,
    purpose: `Set ${part.thing} to ${part.value}`,
    expected: `The field holds ${quoted(part.value)}`,
    because: 'the page has a field for what the goal names, and it holds something else',
  });
}

const confirming = /^(?:ok|okay|save|done|apply|confirm|store|set|continue|change|got it|yes|next|add)\b/i;

function confirm(s: Situation, part: Extract<Part, { kind: 'set' }>, elements: readonly SeenElement[]): Next | null {
  const button = elements.find(({ label, role }) => /button|link/.test(role) && confirming.test(label));
  const words = {
    intent: 'confirm it',
    purpose: `Keep ${part.value} as ${part.thing}`,
    expected: 'The dialog closes and the new value is shown',
    because: 'the value is written and not yet kept',
  };
  if (button !== undefined) return tap(s, button, words);
  const hiding = hideKeyboard(s);
  if (hiding !== null) return hiding;
  return s.page.dialog === null ? null : act(s, 'accept_dialog', {}, '', words);
}

/** The value is out of sight, but it was chosen here and the phone took it. */
function settled(s: Situation, part: Extract<Part, { kind: 'set' }>): Done | null {
  if (s.page.dialog !== null) return null;
  const at = s.memory.moves.findLastIndex(
    ({ verb, what }) => (verb === 'tap' && match(part.value, what) >= NEAR) || (verb === 'type' && typedIs(what, part.value)),
  );
  if (at < 0) return null;
  const since = s.memory.moves.slice(at);
  // A page may take what is saved without showing it.
  const pressed = since.some(
    ({ verb, what, success, note }) => verb === 'tap' && confirming.test(what) && (success || /nothing changed/.test(note)),
  );
  const confirmed = pressed || since.some(({ verb, success }) => success && verb === 'accept');
  const took = since[0]?.verb === 'tap' && since[0].success && since[0].to !== since[0].from;
  return confirmed || took ? done(`${part.thing} was set to ${part.value} and confirmed`) : null;
}

function opened(s: Situation): Next | null {
  const { page, memory, names } = s;
  if (names.some((name) => /^home(?: ?screen)?$/i.test(name))) {
    if (onLauncher(page)) return done('The home screen is open');
    return act(s, 'home', {}, '', {
      intent: 'go to the home screen',
      purpose: 'Open the home screen',
      expected: 'The home screen is open',
      because: 'the goal asks for the home screen',
    });
  }
  if (page.dialog === null && !onLauncher(page) && matchAny(names, page.title) >= EXACT)
    return done(`The page ${quoted(page.title)} is open`);
  if (page.dialog !== null && matchAny(names, page.dialog) < EXACT) return null;
  const last = memory.moves.findLast(({ verb }) => !['accept', 'dismiss', 'hide', 'other'].includes(verb));
  if (last?.success === true && (last.verb === 'tap' || last.verb === 'open_app') && last.to !== last.from && page.key !== last.from) {
    if (matchAny(names, last.what) >= EXACT && !onLauncher(page)) return done(`${quoted(last.what)} is open: ${quoted(page.name)}`);
  }
  return settingsOf(s);
}

/** "The Wi-Fi settings" need not be a page of that name: the page that shows the setting will do. */
function settingsOf(s: Situation): Next | null {
  if (!/\s(?:settings?|options?|preferences?)$/i.test(s.part.thing) || isSearchKey(s.page.key)) return null;
  const shown = reachable(s.page).find((element) => isToggle(element) && matchAny(s.names, element.label) >= EXACT);
  return shown === undefined ? null : done(`${quoted(s.page.title)} is open and shows ${quoted(shown.label)}`);
}

function searched(s: Situation, part: Extract<Part, { kind: 'search' }>): Next | null {
  const typed = s.memory.did('type').filter(({ what }) => sameLabel(what, part.query));
  const shown = searchField(s.page);
  const holds = shown?.value !== undefined && shown?.value !== null && sameLabel(shown.value, part.query);
  if (typed.some(({ success }) => success) || (typed.length > 0 && holds))
    return done(`The search for ${quoted(part.query)} is done and its results are shown`);
  return typed.length >= 2 ? { kind: 'stuck', because: `the search field did not take ${quoted(part.query)}` } : null;
}

function found(s: Situation): Next | null {
  if (s.memory.did('type').some(({ to }) => to === s.page.key)) return null; // results say where a thing is, not what it is
  const elements = reachable(s.page);
  const named = elements.map((element) => ({ element, score: matchAny(s.names, element.label) })).toSorted((a, b) => b.score - a.score)[0];
  if (named !== undefined && named.score >= EXACT) {
    const toggle = elements.find((element) => isToggle(element) && element.label === named.element.label);
    const answer = (toggle === undefined ? null : stateOf(toggle)) ?? named.element.value ?? named.element.about[0];
    if (answer !== undefined && answer !== '') return done(`${quoted(named.element.label)} is ${quoted(answer)}`, answer);
  }
  const told = elements.find(
    (element) =>
      !isToggle(element) && element.value !== null && s.names.some((name) => mentions(`${element.label} ${element.value}`, name)),
  );
  if (told?.value !== undefined && told.value !== null) return done(`${quoted(told.label)} is ${quoted(told.value)}`, told.value);
  const at = s.page.texts.findIndex((text) => matchAny(s.names, text) >= EXACT);
  const next = at < 0 ? undefined : s.page.texts[at + 1];
  if (next !== undefined && s.page.title !== s.page.texts[at]) return done(`${quoted(s.page.texts[at] ?? '')} is ${quoted(next)}`, next);
  const inline = s.page.texts
    .map((text) => /^([^:=]{2,60})[:=]\s+(.+)$/.exec(text))
    .find((pair) => pair !== null && matchAny(s.names, pair[1] ?? '') >= EXACT);
  return inline?.[2] === undefined ? null : done(`${quoted(inline[1] ?? '')} is ${quoted(inline[2])}`, inline[2]);
}
