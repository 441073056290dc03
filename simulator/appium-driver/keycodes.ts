import type { InputRequest } from '../phone/protocol.ts';

type Key = Extract<InputRequest, { kind: 'key' }>['key'];

const keys: Readonly<Record<number, Key>> = {
  3: 'home',
  4: 'back',
  24: 'volume_up',
  25: 'volume_down',
  26: 'power',
  61: 'tab',
  62: 'space',
  66: 'enter',
  67: 'delete',
  84: 'search',
  160: 'enter',
  187: 'recents',
};

/** What an Android key code does; null for one the phone does not have. Letters and digits are typed. */
export function inputOfKeycode(keycode: number, shifted: boolean): InputRequest | null {
  const key = keys[keycode];
  if (key !== undefined) return { kind: 'key', key };
  if (keycode >= 7 && keycode <= 16) return { kind: 'text', text: String(keycode - 7) };
  if (keycode >= 29 && keycode <= 54) {
    const letter = String.fromCharCode(97 + keycode - 29);
    return { kind: 'text', text: shifted ? letter.toUpperCase() : letter };
  }
  return null;
}

/** W3C key actions that stand for a key and not for a character. */
export const keyOfCharacter: Readonly<Record<string, Key>> = {
  '\ue003': 'delete',
  '\ue004': 'tab',
  '\ue006': 'enter',
  '\ue007': 'enter',
  '\ue00d': 'space',
};
