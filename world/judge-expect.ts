import type { Expect, Predicate } from './expectation.ts';
import { masked } from './masking.ts';
import type { Page, PageElement } from './page.ts';
import { oneLine, quoted } from './text-line.ts';

export interface ExpectVerdict {
  /** `unknown`: the page cannot tell, since it may not show everything. */
  readonly met: 'yes' | 'no' | 'unknown';
  /** What is not as expected, in words; empty when all is. */
  readonly because: string;
  /** All predicates held before the action already; null without a page before it. */
  readonly metBefore: boolean | null;
}

/** Checks what the model promised to see against the page (rule P44). */
export function judgeExpect(expect: Expect, page: Page, before: Page | null): ExpectVerdict {
  const verdicts = expect.map((predicate) => ({ met: holds(predicate, page), predicate }));
  const failed = verdicts.filter((one) => one.met !== 'yes');
  const met = failed.some((one) => one.met === 'no') ? 'no' : failed.length > 0 ? 'unknown' : 'yes';
  const because = failed
    .map((one) => (one.met === 'no' ? words(one.predicate, page) : `cannot be told from this page: ${words(one.predicate, page)}`))
    .join('; ');
  return { met, because, metBefore: before === null ? null : expect.every((predicate) => holds(predicate, before) === 'yes') };
}

type Met = ExpectVerdict['met'];

function holds(predicate: Predicate, page: Page): Met {
  switch (predicate.kind) {
    case 'text_visible':
      return showsText(page, predicate.text) ? 'yes' : isPartial(page) ? 'unknown' : 'no';
    case 'text_gone':
      return showsText(page, predicate.text) ? 'no' : isPartial(page) ? 'unknown' : 'yes';
    case 'page_is':
      return isNamed(page, predicate.name) ? 'yes' : 'no';
    case 'element_state': {
      const found = labelled(page, predicate.label);
      if (found.length === 0) return isPartial(page) ? 'unknown' : 'no';
      return found.some((element) => isIn(element, predicate.state)) ? 'yes' : 'no';
    }
  }
}

/** Not found must not be read as not there: the source stopped short, or rows are counted only. */
const isPartial = (page: Page): boolean =>
  page.poor ||
  page.notes.some((note) => note.includes('may be incomplete') || note.startsWith('stale')) ||
  page.leftOut.some((words) => words.endsWith('on the screen'));

const plain = (text: string): string => oneLine(text).normalize('NFKC').toLowerCase();

/** Whether the text stands on the page, in a label, a value or the dialog's title; case and width do not matter. */
export function showsText(page: Page, text: string): boolean {
  const wanted = plain(text);
  if (wanted === '') return false;
  if (page.dialog !== null && plain(page.dialog).includes(wanted)) return true;
  return page.elements.some(
    (one) =>
      one.covered === undefined &&
      (plain(one.label).includes(wanted) ||
        (one.value !== undefined && plain(`${one.label} ${one.value}`).includes(wanted)) ||
        plain(one.value ?? '').includes(wanted)),
  );
}

/** The whole name, or its last part; with a dialog over the page, the dialog's. */
function isNamed(page: Page, name: string): boolean {
  const clean = (text: string): string =>
    masked(plain(text))
      .replace(/\bdialog: /g, '')
      .replace(/\s+(page|screen)$/, '')
      .replace(/\s*[>›»]\s*/g, ' › ');
  const [is, wanted] = [clean(page.name), clean(name)];
  return is === wanted || is.endsWith(` › ${wanted}`);
}

function labelled(page: Page, label: string): PageElement[] {
  const wanted = plain(label);
  const exact = page.elements.filter((one) => plain(one.label) === wanted);
  return exact.length > 0 ? exact : page.elements.filter((one) => plain(one.label).includes(wanted));
}

const sameState: Readonly<Record<string, string>> = {
  checked: 'on',
  unchecked: 'off',
  true: 'on',
  false: 'off',
  enabled: 'not disabled',
  unselected: 'not selected',
  unfocused: 'not focused',
};

function isIn(element: PageElement, state: string): boolean {
  const asked = plain(state);
  const wanted = Object.hasOwn(sameState, asked) ? (sameState[asked] ?? asked) : asked;
  if (wanted.startsWith('not ')) return !element.states.includes(wanted.slice(4));
  return (
    element.states.includes(wanted) ||
    (element.value !== undefined && plain(element.value) === asked) ||
    (element.value !== undefined && plain(element.value).split(', ').includes(asked))
  );
}

function words(predicate: Predicate, page: Page): string {
  switch (predicate.kind) {
    case 'text_visible':
      return `${quoted(predicate.text)} is not on the page`;
    case 'text_gone':
      return `${quoted(predicate.text)} is still on the page`;
    case 'page_is':
      return `the page is ${quoted(page.name)}, not ${quoted(predicate.name)}`;
    case 'element_state': {
      const [element] = labelled(page, predicate.label);
      if (element === undefined) return `nothing on the page is called ${quoted(predicate.label)}`;
      const is = [...element.states, ...(element.value === undefined ? [] : [quoted(element.value)])].join(' ');
      return `${quoted(predicate.label)} is ${is === '' ? 'without a state' : is}, not ${quoted(predicate.state)}`;
    }
  }
}
