import type { ActionReport, ActionTarget } from '../../runtime/ports.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import type { Bounds } from '../../world/geometry.ts';
import type { Locator } from '../../world/locator.ts';
import type { PageElement } from '../../world/page.ts';
import { closeApp, openApp } from './apps.ts';
import { answerDialog } from './dialogs.ts';
import { DeviceGone, DriverError, isGone } from './errors.ts';
import { touch } from './gestures.ts';
import { Hand, type HandOptions, middle, Refusal } from './hand.ts';
import { hideKeyboard, home, pressKey } from './keys.ts';
import { describe, locate, withElement } from './locate.ts';
import { scroll, scrollTo, swipe } from './scroll.ts';
import { clearText, typeText } from './text-entry.ts';

interface Done {
  readonly locator?: Locator;
  readonly note?: string | undefined;
}

/**
 * Carries out one action, once. What the page or the driver refuses comes back as a failure with a code and whether the
 * action landed; only a lost session or device is thrown (DeviceGone). Secrets are scrubbed from all that is told.
 * `touched`: something may have been sent, so a change of the page is to be waited for.
 */
export async function perform(
  options: HandOptions,
  action: DeviceAction,
  target: ActionTarget | null,
  signal: AbortSignal,
): Promise<{ readonly report: ActionReport; readonly touched: boolean }> {
  const hand = new Hand(options, signal);
  const report = await attempt(hand, action, target, signal);
  return { report, touched: hand.landed !== false };
}

async function attempt(hand: Hand, action: DeviceAction, target: ActionTarget | null, signal: AbortSignal): Promise<ActionReport> {
  try {
    const { locator, note } = await carryOut(hand, action, target?.element ?? null);
    return {
      failure: null,
      landed: true,
      locator: locator ?? null,
      ...(note === undefined ? {} : { note: hand.secrets.scrub(note) }),
    };
  } catch (error) {
    const { code, message } = failureOf(error, hand, signal);
    return { failure: { code, message: hand.secrets.scrub(message) }, landed: hand.landed, locator: null };
  }
}

function failureOf(error: unknown, hand: Hand, signal: AbortSignal): { code: string; message: string } {
  if (error instanceof Refusal) return error.failure;
  if (!(error instanceof DriverError)) throw error;
  const { kind, message } = error;
  if (isGone(kind)) throw new DeviceGone(kind, hand.secrets.scrub(message), hand.landed);
  switch (kind) {
    case 'stale_element':
    case 'no_such_element':
      return { code: 'element_gone', message };
    case 'not_interactable':
      return { code: 'not_interactable', message };
    case 'timed_out':
      return { code: 'timed_out', message };
    case 'cancelled':
      return { code: isTimeout(signal.reason) ? 'timed_out' : 'cancelled', message };
    case 'no_dialog':
    case 'unknown_command':
    case 'invalid_argument':
    case 'refused':
      return { code: 'action_refused', message };
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

async function carryOut(hand: Hand, action: DeviceAction, element: PageElement | null): Promise<Done> {
  switch (action.name) {
    case 'tap':
      return await tap(hand, needed(action, element));
    case 'long_press':
      return await longPress(hand, needed(action, element));
    case 'type_text': {
      const { located, note } = await typeText(hand, needed(action, element), action.text, action.submit ?? false);
      return { locator: located.locator, note };
    }
    case 'clear_text':
      return { locator: (await clearText(hand, needed(action, element))).located.locator };
    case 'press_key':
      return await plainly(pressKey(hand, action.key));
    case 'scroll':
      return await plainly(scroll(hand, action.direction, boundsOf(element)));
    case 'scroll_to':
      return { note: await scrollTo(hand, action.text, action.direction, boundsOf(element)) };
    case 'swipe':
      return await plainly(swipe(hand, action.direction, boundsOf(element)));
    case 'back':
      return await plainly(hand.act('back', (browser) => browser.back()));
    case 'home':
      return await plainly(home(hand));
    case 'open_app':
      return await plainly(openApp(hand, action.app));
    case 'close_app':
      return await plainly(closeApp(hand, action.app));
    case 'hide_keyboard':
      return { note: await hideKeyboard(hand) };
    case 'wait':
      return await plainly(hand.sleep(action.seconds * 1_000));
    case 'accept_dialog':
      return { note: await answerDialog(hand, 'accept') };
    case 'dismiss_dialog':
      return { note: await answerDialog(hand, 'dismiss') };
  }
}

/** By the element where it can be found, else where it was seen. */
async function tap(hand: Hand, element: PageElement): Promise<Done> {
  const located = await locate(hand, element);
  if (located === null) {
    await touch(hand, middle(element.bounds, await hand.size()), 60);
    return { note: 'touched where it was seen: no locator finds it' };
  }
  await withElement(hand, element, located, ({ elementId }) => hand.act('tap', (browser) => browser.elementClick(elementId)));
  return { locator: located.locator };
}

async function longPress(hand: Hand, element: PageElement): Promise<Done> {
  const located = await locate(hand, element);
  await touch(hand, middle(located?.bounds ?? element.bounds, await hand.size()), 1_000);
  return located === null ? {} : { locator: located.locator };
}

async function plainly(done: Promise<unknown>): Promise<Done> {
  await done;
  return {};
}

function boundsOf(element: PageElement | null): Bounds | null {
  return element?.bounds ?? null;
}

function needed(action: DeviceAction, element: PageElement | null): PageElement {
  if (element === null) throw new Refusal('stale_ref', `${action.name} needs an element of the page as it is now`);
  if (element.covered !== undefined) throw new Refusal('element_covered', `${describe(element)} is covered by ${element.covered}`);
  return element;
}
