import type { DeviceAction } from '../../world/device-action.ts';
import { DriverError } from './errors.ts';
import { type Hand, Refusal } from './hand.ts';

type Key = Extract<DeviceAction, { name: 'press_key' }>['key'];

/** Android's KeyEvent codes. */
const keyCodes: Readonly<Record<Key, number>> = {
  enter: 66,
  delete: 67,
  search: 84,
  tab: 61,
  volume_up: 24,
  volume_down: 25,
  recents: 187,
};

const iosButtons: Readonly<Partial<Record<Key, string>>> = { volume_up: 'volumeup', volume_down: 'volumedown' };
const iosCharacters: Readonly<Partial<Record<Key, string>>> = { enter: '\n', search: '\n', delete: '\b', tab: '\t' };

/** Presses a key once; with a field, the key goes to that field where the platform wants one named. */
export async function pressKey(hand: Hand, key: Key, fieldId?: string): Promise<void> {
  if (hand.platform === 'android') {
    const code = keyCodes[key];
    await hand.act(`key ${key}`, (browser) => browser.execute('mobile: pressKey', { keycode: code }));
    return;
  }
  const button = iosButtons[key];
  const character = iosCharacters[key];
  if (button !== undefined) await hand.act(`key ${key}`, (browser) => browser.execute('mobile: pressButton', { name: button }));
  else if (character === undefined) throw new Refusal('action_refused', `this device has no key ${key}`);
  else if (fieldId !== undefined) await hand.act(`key ${key}`, (browser) => browser.elementSendKeys(fieldId, character));
  else await hand.act(`key ${key}`, (browser) => browser.execute('mobile: keys', { keys: [character] }));
}

export async function home(hand: Hand): Promise<void> {
  if (hand.platform === 'android') await hand.act('home', (browser) => browser.execute('mobile: pressKey', { keycode: 3 }));
  else await hand.act('home', (browser) => browser.execute('mobile: pressButton', { name: 'home' }));
}

/** Hides the keyboard by the driver's own command; Back only while a keyboard is seen (rule D3, report 27). */
export async function hideKeyboard(hand: Hand): Promise<string | undefined> {
  if ((await keyboardShown(hand)) === false) return 'no keyboard was shown';
  try {
    await hand.act('hiding the keyboard', async (browser) => {
      if (hand.platform === 'android') await browser.hideKeyboard();
      else await browser.execute('mobile: hideKeyboard');
    });
  } catch (error) {
    if (
      !(error instanceof DriverError) ||
      (error.kind !== 'refused' && error.kind !== 'unknown_command' && error.kind !== 'not_interactable')
    )
      throw error;
  }
  if ((await keyboardShown(hand)) !== true) return undefined;
  if (hand.platform === 'ios') throw new Refusal('action_refused', 'the keyboard stays; tap outside the field or on its own closing key');
  await hand.act('back', (browser) => browser.back());
  if ((await keyboardShown(hand)) === true) throw new Refusal('action_refused', 'the keyboard stays although Back was pressed');
  return 'the keyboard was closed with Back';
}

/** Null when the device does not say: a probe that fails is no failure (report 19). */
async function keyboardShown(hand: Hand): Promise<boolean | null> {
  try {
    return await hand.read('keyboard probe', (browser) => browser.isKeyboardShown(), 3_000);
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'timed_out' || error.kind === 'refused' || error.kind === 'unknown_command'))
      return null;
    throw error;
  }
}
