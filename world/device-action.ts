import { z } from 'zod';

const ref = z.string().regex(/^e[1-9]\d{0,8}$/);
const direction = z.enum(['up', 'down', 'left', 'right']);

/** Everything a hand can do to a device. Executable arguments only: no purpose, no expectation (rule P40). */
export const DeviceAction = z.discriminatedUnion('name', [
  z.object({ name: z.literal('tap'), ref }),
  z.object({ name: z.literal('long_press'), ref }),
  z.object({ name: z.literal('type_text'), ref, text: z.string().max(10_000), submit: z.boolean().optional() }),
  z.object({ name: z.literal('clear_text'), ref }),
  z.object({ name: z.literal('press_key'), key: z.enum(['enter', 'delete', 'search', 'tab', 'volume_up', 'volume_down', 'recents']) }),
  /** `direction` is where the reader wants to go: down shows what lies further down. Without a ref, the page's main list. */
  z.object({ name: z.literal('scroll'), direction, ref: ref.optional() }),
  /** Scrolls until an element with this text is on the page, or the end is reached. */
  z.object({ name: z.literal('scroll_to'), text: z.string().min(1).max(300), ref: ref.optional(), direction: direction.optional() }),
  /** A finger moving in `direction`, on an element or across the page. */
  z.object({ name: z.literal('swipe'), direction, ref: ref.optional() }),
  z.object({ name: z.literal('back') }),
  z.object({ name: z.literal('home') }),
  /** By the app's visible name or its package / bundle id. */
  z.object({ name: z.literal('open_app'), app: z.string().min(1).max(200) }),
  z.object({ name: z.literal('close_app'), app: z.string().min(1).max(200) }),
  z.object({ name: z.literal('hide_keyboard') }),
  z.object({ name: z.literal('wait'), seconds: z.number().min(0.1).max(30) }),
  z.object({ name: z.literal('accept_dialog') }),
  z.object({ name: z.literal('dismiss_dialog') }),
]);
export type DeviceAction = z.infer<typeof DeviceAction>;
export type DeviceActionName = DeviceAction['name'];

/** Actions after which no change of the page is to be expected (rule P44: an effect counts only where one was expected). */
export const expectsNoEffect: ReadonlySet<DeviceActionName> = new Set<DeviceActionName>(['wait']);
