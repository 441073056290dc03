import { z } from 'zod';
import { DeviceAction, type DeviceActionName } from '../../world/device-action.ts';
import { metadata } from './metadata.ts';

/** What each device action is for, as the model reads it: short, because every request carries it. */
const descriptions: Readonly<Record<DeviceActionName, string>> = {
  tap: 'Tap an element.',
  long_press: 'Press an element for a second.',
  type_text:
    'Put text into a field: it replaces what stands there. `submit` presses enter afterwards. A secret is written {{secret:name}}.',
  clear_text: 'Empty a field.',
  press_key: 'Press a key.',
  scroll: 'Scroll by about a page; `direction` is where you want to look further. Without `ref`, the main list.',
  scroll_to: 'Scroll until an element with this text is on the page, or the end is reached.',
  swipe: 'Move a finger in `direction`, on an element or across the page.',
  back: "The system's Back.",
  home: 'Go to the home screen.',
  open_app: 'Bring an app to the front, by its name or its package or bundle id.',
  close_app: 'End an app.',
  hide_keyboard: 'Hide the on-screen keyboard.',
  wait: 'Let the page settle or load.',
  accept_dialog: 'Press the affirming button of the dialog in front.',
  dismiss_dialog: 'Press the declining button of the dialog in front, or close it.',
};

/** The tools that change nothing on the device, for turns that may only look (rule P19); any other counts as a write (rule P23). */
const looking: ReadonlySet<string> = new Set<DeviceActionName>(['scroll', 'scroll_to', 'back', 'home', 'wait', 'hide_keyboard']);

export interface DeviceTool {
  readonly name: DeviceActionName;
  readonly description: string;
  readonly readOnly: boolean;
  /** The arguments with the metadata beside them, as a call has to bring them. */
  readonly schema: z.ZodType<Record<string, unknown>>;
}

/** The device actions as tools, in the order of world/device-action.ts. */
export const deviceTools: readonly DeviceTool[] = DeviceAction.options.map((option) => {
  const { name: literal, ...args } = option.shape;
  const name = literal.value;
  return { name, description: descriptions[name], readOnly: looking.has(name), schema: z.strictObject({ ...args, ...metadata }) };
});
