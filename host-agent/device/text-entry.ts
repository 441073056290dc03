import type { PageElement } from '../../world/page.ts';
import { DriverError, type DriverErrorKind } from './errors.ts';
import { touch } from './gestures.ts';
import { type Hand, middle, Refusal } from './hand.ts';
import { pressKey } from './keys.ts';
import { describe, type Located, locate, withElement } from './locate.ts';

/** Milliseconds between one reading back and the next. */
const readBackAfter = [0, 60, 120, 250, 500, 900];

const w3cElement = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Puts exactly `text` into a field (rule D2): focus, empty it, type, read back at growing intervals; on a difference once
 * more by another way; then Refusal `text_differs` with what arrived. A masked field is compared by length, and neither its
 * content nor a secret's is ever told.
 */
export async function typeText(
  hand: Hand,
  element: PageElement,
  text: string,
  submit: boolean,
): Promise<{ located: Located; note?: string }> {
  const revealed = hand.secrets.reveal(text);
  if ('unknown' in revealed)
    throw new Refusal('secret_unknown', `there is no secret named ${JSON.stringify(revealed.unknown)} for this app`);
  const field = await focus(hand, element);
  const masked = await isMasked(hand, element, field);
  const entry: Entry = { hand, element, field, text: revealed.text, masked, quiet: masked || revealed.secret };

  let retyped = false;
  if (!(await attempt(entry, sendKeys))) {
    retyped = true;
    if (!(await attempt(entry, typeIntoFocus))) throw new Refusal('text_differs', differs(entry, await content(entry)));
  }
  if (submit) await pressKey(hand, 'enter', entry.field.elementId);
  return { located: entry.field, ...(retyped ? { note: 'the text did not arrive at first and was typed again another way' } : {}) };
}

/** Empties a field and makes sure that it is empty. */
export async function clearText(hand: Hand, element: PageElement): Promise<{ located: Located }> {
  const field = await focus(hand, element);
  const masked = await isMasked(hand, element, field);
  const entry: Entry = { hand, element, field, text: '', masked, quiet: masked };
  await empty(entry);
  if (!(await arrives(entry))) throw new Refusal('text_differs', `the field is not empty: ${held(entry, await content(entry))}`);
  return { located: entry.field };
}

interface Entry {
  readonly hand: Hand;
  readonly element: PageElement;
  field: Located;
  readonly text: string;
  readonly masked: boolean;
  /** What stands in the field must not be told. */
  readonly quiet: boolean;
}

/** Taps the field. A field that cannot be found by a locator is tapped where it was seen, and is then the active element. */
async function focus(hand: Hand, element: PageElement): Promise<Located> {
  const located = await locate(hand, element);
  if (located !== null) {
    await withElement(hand, element, located, ({ elementId }) =>
      hand.act('focusing the field', (browser) => browser.elementClick(elementId)),
    );
    return located;
  }
  await touch(hand, middle(element.bounds, await hand.size()), 50);
  const active = await hand.read('the focused field', (browser) => browser.getActiveElement());
  const elementId: unknown = active[w3cElement];
  if (typeof elementId !== 'string') throw new Refusal('not_interactable', `${describe(element)} did not take the focus`);
  return { elementId, locator: { using: 'xpath', value: '//*[@focused="true"]' }, bounds: element.bounds };
}

/** The driver refuses to type. Anything else (late, stopped, lost) ends the action: what arrived is then not known. */
const saysNo: ReadonlySet<DriverErrorKind> = new Set<DriverErrorKind>([
  'unknown_command',
  'not_interactable',
  'no_such_element',
  'refused',
]);

async function attempt(entry: Entry, way: (entry: Entry) => Promise<void>): Promise<boolean> {
  try {
    await empty(entry);
    await way(entry);
  } catch (error) {
    if (!(error instanceof DriverError) || !saysNo.has(error.kind)) throw error;
    if (way === typeIntoFocus)
      throw new Refusal('not_interactable', `${describe(entry.element)} takes no text: ${entry.hand.secrets.scrub(error.message)}`);
    return false;
  }
  return await arrives(entry);
}

async function empty(entry: Entry): Promise<void> {
  if ((await content(entry)) === '') return;
  await onField(entry, ({ elementId }) => entry.hand.act('clearing the field', (browser) => browser.elementClear(elementId)));
}

async function sendKeys(entry: Entry): Promise<void> {
  if (entry.text === '') return;
  await onField(entry, ({ elementId }) => entry.hand.act('typing', (browser) => browser.elementSendKeys(elementId, entry.text)));
}

/** The other way: through the keyboard of whatever has the focus. */
async function typeIntoFocus(entry: Entry): Promise<void> {
  const { hand, text } = entry;
  if (text === '') return;
  try {
    if (hand.platform === 'ios') await hand.act('typing', (browser) => browser.execute('mobile: keys', { keys: [...text] }));
    else await hand.act('typing', (browser) => browser.execute('mobile: type', { text }));
  } catch (error) {
    if (!(error instanceof DriverError) || error.kind !== 'unknown_command') throw error;
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await hand.act('typing', (browser) => browser.performActions([{ type: 'key', id: 'keyboard', actions }]));
  }
}

/** Reads back until the field holds the text; false once it has stood still with something else. */
async function arrives(entry: Entry): Promise<boolean> {
  for (const pause of readBackAfter) {
    await entry.hand.sleep(pause);
    if (matches(entry, await content(entry))) return true;
  }
  return false;
}

function matches({ text, masked }: Entry, value: string): boolean {
  if (masked) return value.length === text.length || [...value].length === [...text].length;
  return normal(value) === normal(text);
}

function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC');
}

/** What the field holds; a hint that shows while it is empty is not that (rule W8). */
async function content(entry: Entry): Promise<string> {
  const { hand } = entry;
  return await onField(entry, async ({ elementId }) => {
    const text: unknown = await hand.read('reading the field', (browser) => browser.getElementText(elementId));
    const value = typeof text === 'string' ? text : '';
    if (value === '') return '';
    const attribute = hand.platform === 'android' ? 'hint' : 'placeholderValue';
    const hint = await optional(hand, elementId, attribute);
    if (hint !== value) return value;
    return entry.text === value && (await optional(hand, elementId, 'showing-hint-text')) === 'false' ? value : '';
  });
}

async function isMasked(hand: Hand, element: PageElement, { elementId }: Located): Promise<boolean> {
  if (element.secret === true || element.states.some((state) => state.startsWith('password'))) return true;
  if (hand.platform === 'android') return (await optional(hand, elementId, 'password')) === 'true';
  return (await optional(hand, elementId, 'type')) === 'XCUIElementTypeSecureTextField';
}

/** An attribute, or null where the driver does not know it. */
async function optional(hand: Hand, elementId: string, attribute: string): Promise<string | null> {
  try {
    const value: unknown = await hand.read('reading the field', (browser) => browser.getElementAttribute(elementId, attribute));
    return typeof value === 'string' ? value : null;
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'refused' || error.kind === 'unknown_command' || error.kind === 'no_such_element'))
      return null;
    throw error;
  }
}

async function onField<T>(entry: Entry, use: (located: Located) => Promise<T>): Promise<T> {
  return await withElement(entry.hand, entry.element, entry.field, async (located) => {
    entry.field = located;
    return await use(located);
  });
}

function differs(entry: Entry, value: string): string {
  return `the field does not hold what was typed: ${held(entry, value)}`;
}

function held({ hand, text, quiet }: Entry, value: string): string {
  if (quiet) return `it holds ${value.length} characters where ${text.length} were typed`;
  const shown = value.length > 200 ? `${value.slice(0, 200)}…` : value;
  return `it holds ${JSON.stringify(hand.secrets.scrub(shown))}, ${value.length} characters where ${text.length} were typed`;
}
