import { choicesIn, covered, disabled, isChosen, reachable, type SeenElement } from './page-view.ts';
import { aboutThing, act, hideKeyboard, type Next, type Situation, tap } from './situation.ts';
import { EXACT, matchAny, mentions, NEAR, quoted } from './words.ts';

const refusing = /^(?:cancel|no\b|not now|dismiss|close|deny|don.t|refuse|later|skip|block)/i;

/** Whether the dialog came out of what the goal asks for. */
function wanted(s: Situation): boolean {
  if (s.part.kind !== 'toggle' && s.part.kind !== 'set') return false;
  const aims = s.part.kind === 'set' ? [...s.names, s.part.value] : s.names;
  const cause = s.memory.moves.findLast(({ verb }) => verb === 'tap' || verb === 'type');
  const byUs =
    cause !== undefined &&
    cause === s.memory.moves.findLast(({ verb }) => verb !== 'accept') &&
    aims.some((aim) => matchAny([aim], cause.what) >= NEAR);
  const said = [s.page.dialog ?? '', ...s.page.texts].join(' ');
  const chose = s.part.kind === 'set' ? mentions(said, s.part.value) : false;
  return byUs || chose;
}

/** What lies over the page: accepted when it confirms what is wanted, else put away. Null when nothing does. */
export function dialogInTheWay(s: Situation): Next | null {
  if (s.page.dialog === null) return null;
  const buttons = reachable(s.page).filter(({ role, label }) => /button|link/.test(role) && label !== '');
  const title = quoted(s.page.dialog === '' ? 'the dialog' : s.page.dialog);
  const choices = choicesIn(s.page);
  if (choices.length > 1 && s.part.kind === 'set' && aboutThing(s)) return choose(s, s.part.value, choices) ?? dismiss(s, title, buttons);
  const waits = buttons.some(({ label }) => /^wait\b/i.test(label)) && s.memory.did('accept', s.page.key).length < 2;
  if (waits) return accept(s, title, buttons); // an app that does not answer is given time, not closed
  return wanted(s) && choices.length < 2 ? accept(s, title, buttons) : dismiss(s, title, buttons);
}

/** A dialog of values without the wanted one in sight: looked through, kept when it is chosen already, else the end of the way. */
function choose(s: Situation, value: string, choices: readonly SeenElement[]): Next | null {
  const words = { purpose: `Set ${s.part.thing} to ${value}`, because: 'the dialog holds the values to choose from' };
  if (choices.some((choice) => isChosen(choice) && matchAny([value], choice.label) >= NEAR))
    return act(s, 'accept_dialog', {}, '', { ...words, intent: 'keep the choice', expected: 'The dialog closes' });
  const further = s.page.moreBelow && s.memory.did('scroll_to', s.page.key).length === 0;
  if (further)
    return act(s, 'scroll_to', { text: value }, value, {
      ...words,
      intent: `look for ${quoted(value)} further down`,
      expected: `${quoted(value)} comes into view`,
    });
  const offered = choices
    .slice(0, 6)
    .map(({ label }) => quoted(label))
    .join(', ');
  const named = matchAny(s.names, s.page.dialog ?? '') >= EXACT;
  return named ? { kind: 'stuck', because: `${quoted(s.page.dialog ?? '')} offers ${offered}, and not ${quoted(value)}` } : null;
}

function accept(s: Situation, title: string, buttons: readonly SeenElement[]): Next | null {
  const words = {
    intent: `accept the dialog ${title}`,
    purpose: 'Confirm what was asked for',
    expected: 'The dialog closes and the change is made',
    because: 'the dialog came from the step that the goal needs, so it has to be confirmed',
  };
  const agreeing = buttons.filter((button) => !refusing.test(button.label) && !disabled(button));
  const last = agreeing.at(-1);
  return act(s, 'accept_dialog', {}, '', words) ?? (last === undefined ? null : tap(s, last, words)) ?? dismiss(s, title, buttons);
}

function dismiss(s: Situation, title: string, buttons: readonly SeenElement[]): Next | null {
  const words = {
    intent: `put away the dialog ${title}`,
    purpose: 'Get at the page behind the dialog',
    expected: 'The dialog is gone',
    because: 'the dialog is in the way and has nothing to do with the goal',
  };
  const refusal = buttons.find(({ label }) => refusing.test(label));
  return (
    act(s, 'dismiss_dialog', {}, '', words) ?? (refusal === undefined ? null : tap(s, refusal, words)) ?? act(s, 'back', {}, '', words)
  );
}

/** The keyboard, when it lies over something that fits the goal or over everything there is to do. */
export function keyboardInTheWay(s: Situation): Next | null {
  if (!s.page.keyboardShown) return null;
  const aims = s.part.kind === 'set' ? [...s.names, s.part.value] : s.names;
  const hidden = s.page.elements.filter((element) => covered(element) && aims.some((aim) => matchAny([aim], element.label) >= NEAR));
  const better = reachable(s.page).some(({ label, role }) => role !== 'field' && aims.some((aim) => matchAny([aim], label) >= EXACT));
  return hidden.length === 0 || better ? null : hideKeyboard(s);
}
