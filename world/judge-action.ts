import { appName } from './app-name.ts';
import { type DeviceAction, expectsNoEffect } from './device-action.ts';
import type { Effect } from './effect.ts';
import type { ActionFailure } from './episode-event.ts';
import type { Expect } from './expectation.ts';
import { type ExpectVerdict, judgeExpect, showsText } from './judge-expect.ts';
import type { Page, PageElement } from './page.ts';
import { describeDiff, diffPages, type ElementChange, isEmpty, type PageDiff } from './page-diff.ts';
import { bounded, oneLine, quoted } from './text-line.ts';

/** Written with every judgement, so that a better judge never rewrites history. */
export const judgeVersion = 'page-judge/1';

export interface JudgedInput {
  readonly action: DeviceAction;
  readonly before: Page | null;
  readonly after: Page | { readonly unreadable: string };
  /** The element as it was before the action. */
  readonly target: PageElement | null;
  readonly failure: ActionFailure | null;
  /** Whether the action reached the device; null when that is not known. */
  readonly landed: boolean | null;
  readonly expect?: Expect;
}

export interface Judgement {
  readonly success: boolean;
  readonly effect: Effect;
  readonly judgedBy: 'driver' | 'expect' | 'effect' | 'unreadable';
  readonly judge: string;
  /** What was observed, in one line. */
  readonly observed: string;
  /** Why it is no success, for the history. */
  readonly note?: string;
}

/**
 * Judges an action by what the page shows, not by the driver's status (rules W9, P44): a failure of the driver, a page
 * that contradicts the expectation, no effect where one was expected, and an unknown effect are no success.
 */
export function judgeAction(input: JudgedInput): Judgement {
  const { action, before, after, failure } = input;
  const verdict = (success: boolean, effect: Effect, judgedBy: Judgement['judgedBy'], observed: string, note?: string): Judgement => ({
    success,
    effect,
    judgedBy,
    judge: judgeVersion,
    observed,
    ...(note === undefined ? {} : { note: bounded(oneLine(note), 200) }),
  });
  if ('unreadable' in after) {
    const observed = `the page could not be read (${after.unreadable})`;
    return failure === null
      ? verdict(false, 'unknown', 'unreadable', observed, observed)
      : verdict(false, 'unknown', 'driver', observed, failure.message);
  }
  const stale = after.notes.some((note) => note.startsWith('stale:'));
  const diff = before === null || stale ? null : diffPages(before, after);
  const effect = diff === null ? 'unknown' : effectOf(diff, input);
  const observed = diff === null ? (stale ? 'the page is stale' : 'there is no page to compare with') : describeDiff(diff);
  if (failure !== null) return verdict(false, effect, 'driver', observed, failure.message);
  if (stale) return verdict(false, 'unknown', 'unreadable', observed, observed);

  const own = ownGoal(action, input.target, after);
  if (own.reached === 'no') return verdict(false, effect, 'effect', observed, own.because);
  const expected = input.expect === undefined ? null : judgeExpect(input.expect, after, before);
  if (expected?.met === 'no') return verdict(false, effect, 'expect', observed, `${expected.because}${loadingWords(after)}`);
  if (expected?.met === 'yes' && countsAsSuccess(expected, effect, own.reached, action)) return verdict(true, effect, 'expect', observed);
  if (own.reached === 'yes' || expectsNoEffect.has(action.name)) return verdict(true, effect, 'effect', observed);
  if (effect === 'changed') return verdict(true, effect, 'effect', observed);
  const why = effect === 'unchanged' ? unchangedWords(action, after, input.landed) : `whether it had an effect is not known: ${observed}`;
  return verdict(false, effect, 'effect', observed, `${why}${loadingWords(after)}`);
}

/** An expectation that held before already says nothing of an action that changed nothing. */
function countsAsSuccess(expected: ExpectVerdict, effect: Effect, own: OwnGoal['reached'], action: DeviceAction): boolean {
  return effect === 'changed' || expected.metBefore === false || own === 'yes' || expectsNoEffect.has(action.name);
}

const loadingWords = (page: Page): string => (page.loading ? '; the page is still loading' : '');

/**
 * Numbers that change elsewhere may change by themselves (counters, prices): alone they tell nothing, unless they stand
 * with what was touched.
 */
function effectOf(diff: PageDiff, input: JudgedInput): Effect {
  if (isEmpty(diff)) return 'unchanged';
  const certain =
    diff.page !== null || diff.keyboard !== null || diff.appeared.length + diff.gone.length + diff.moved.length + diff.further.length > 0;
  if (certain || diff.changed.some((change) => !change.onlyNumbers)) return 'changed';
  return diff.changed.some((change) => standsWith(change, input)) ? 'changed' : 'unknown';
}

function standsWith(change: ElementChange, { target, action, before }: JudgedInput): boolean {
  if (target === null || before === null) return false;
  if (change.before.ref === target.ref || /^[\d+\-−×÷*/.=%]+$/.test(target.label)) return true;
  if (action.name === 'type_text' || action.name === 'clear_text') return false;
  const [a, b] = [change.before.bounds, target.bounds];
  const gap = Math.max(a[1] - b[3], b[1] - a[3], 0);
  return gap <= before.size.height * 0.15;
}

interface OwnGoal {
  readonly reached: 'yes' | 'no' | 'unknown';
  readonly because: string;
}

const unknown: OwnGoal = { reached: 'unknown', because: '' };
const reached: OwnGoal = { reached: 'yes', because: '' };
const missed = (because: string): OwnGoal => ({ reached: 'no', because });

/** What an action is for whatever the model expects of it: typed text stands in its field, an opened app is in front. */
function ownGoal(action: DeviceAction, target: PageElement | null, after: Page): OwnGoal {
  switch (action.name) {
    case 'type_text':
      return typed(action.text, target, after);
    case 'clear_text': {
      const field = after.elements.find((one) => one.ref === target?.ref);
      if (field === undefined) return unknown;
      const empty = (field.value ?? '') === '' && !field.states.some((state) => state.startsWith('password('));
      return empty ? reached : missed(`the field still holds ${field.secret === true ? 'something' : quoted(field.value ?? '')}`);
    }
    case 'open_app':
      return after.app === action.app ||
        sameWord(appName(after.app, null), action.app) ||
        sameWord(after.name.split(' › ')[0] ?? '', action.app)
        ? reached
        : unknown;
    case 'hide_keyboard':
      return after.keyboard === 'hidden' ? reached : after.keyboard === 'shown' ? missed('the keyboard is still shown') : unknown;
    case 'scroll_to':
      return showsText(after, action.text) ? reached : missed(`${quoted(action.text)} was not found`);
    default:
      return unknown;
  }
}

const sameWord = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function typed(text: string, target: PageElement | null, after: Page): OwnGoal {
  const field = after.elements.find((one) => one.ref === target?.ref && one.role === 'field');
  const wanted = oneLine(text);
  if (field === undefined || wanted === '') return unknown;
  if (field.secret === true) {
    const length = Number(/^password\((\d+)\)$/.exec(field.states.find((state) => state.startsWith('password(')) ?? '')?.[1] ?? 0);
    return length >= [...text].length ? reached : missed(`the field holds ${length} characters, not ${[...text].length}`);
  }
  const value = field.value ?? '';
  if (bounded(oneLine(value)).includes(bounded(wanted).replace(/…$/, ''))) return reached;
  return missed(value === '' ? 'the field is still empty' : `the field holds ${quoted(value)}`);
}

/** A scroll that moved nothing says whether the end was reached. */
function unchangedWords(action: DeviceAction, after: Page, landed: boolean | null): string {
  if (action.name !== 'scroll' && action.name !== 'swipe')
    return landed === null ? 'nothing changed; whether the action arrived is not known' : 'nothing changed';
  if (landed === null) return 'nothing moved; whether the action arrived is not known';
  const forward = action.direction === 'down' || action.direction === 'right';
  const more = after.leftOut.find((words) =>
    words.endsWith(forward ? (action.direction === 'down' ? 'below' : 'right') : action.direction === 'up' ? 'above' : 'left'),
  );
  if (more !== undefined) return `nothing moved, though there are ${more}`;
  return after.loading ? 'nothing moved' : 'nothing moved: the end was reached';
}
