import type { DeviceAction } from './device-action.ts';
import type { PageElement } from './page.ts';
import { quoted } from './text-line.ts';

/**
 * The action in words, as the history shows it: `tap "Wi-Fi" switch`, `type "abc" into "Search" field`, `scroll down`.
 * Texts stand in it as JSON strings of at most 80 characters; what is typed into a secret field is not said.
 */
export function describeAction(action: DeviceAction, element: PageElement | null): string {
  const what = (ref: string | undefined): string => (element === null ? (ref ?? 'the page') : nameOf(element));
  switch (action.name) {
    case 'tap':
      return `tap ${what(action.ref)}`;
    case 'long_press':
      return `long press ${what(action.ref)}`;
    case 'type_text': {
      const text = element?.secret === true ? `${[...action.text].length} characters` : quoted(action.text);
      return `type ${text} into ${what(action.ref)}${action.submit === true ? ' and submit' : ''}`;
    }
    case 'clear_text':
      return `clear ${what(action.ref)}`;
    case 'press_key':
      return `press ${action.key.replaceAll('_', ' ')}`;
    case 'scroll':
      return `scroll ${action.direction}${action.ref === undefined ? '' : ` in ${what(action.ref)}`}`;
    case 'scroll_to':
      return `scroll ${action.direction === undefined ? '' : `${action.direction} `}to ${quoted(action.text)}${action.ref === undefined ? '' : ` in ${what(action.ref)}`}`;
    case 'swipe':
      return `swipe ${action.direction}${action.ref === undefined ? '' : ` on ${what(action.ref)}`}`;
    case 'back':
    case 'home':
      return `go ${action.name}`;
    case 'open_app':
      return `open app ${quoted(action.app)}`;
    case 'close_app':
      return `close app ${quoted(action.app)}`;
    case 'hide_keyboard':
      return 'hide keyboard';
    case 'wait':
      return `wait ${action.seconds} s`;
    case 'accept_dialog':
      return 'accept dialog';
    case 'dismiss_dialog':
      return 'dismiss dialog';
  }
}

const nameOf = (element: PageElement): string =>
  element.label === '' ? `unnamed ${element.role} ${element.ref}` : `${quoted(element.label)} ${element.role}`;
