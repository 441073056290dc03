import type { Rect } from '../geometry.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Acts, Draft, Look } from '../ui-node.ts';
import { dp, keyboardTop, navigationBar, screen, sp, themeOf } from './metrics.ts';

export const keyboardPackage = 'com.google.android.inputmethod.latin';

type Field = NonNullable<Acts['field']>;

const letters = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const signs = ['1234567890', '@#$_&-+()/', '*"\':;!?'];
const strip = dp(40);
const rowHeight = dp(54);
const keyWidth = Math.floor(screen.width / 10);

/** Adds text at the end of the field, which is where the cursor always stands. */
const type = (field: Field, text: string): Change =>
  inOrder(field.change(field.value + text), (phone) => ({ ...phone, keyboard: { ...phone.keyboard, shift: false } }));

/** What the key for the last letter's removal does. */
export const backspace = (field: Field): Change => field.change([...field.value].slice(0, -1).join(''));

/** What the action key does: a new line where there may be several, else what the field submits, else the keyboard goes. */
export const enter = (field: Field): Change => {
  if (field.multiline) return type(field, '\n');
  return field.submit ?? ((phone) => ({ ...phone, keyboard: { ...phone.keyboard, shown: false } }));
};

/** The soft keyboard as a window over all others. It is in the picture, not in the page source, as on Android. */
export function keyboardDraft(phone: PhoneState, field: Field): Draft {
  const theme = themeOf(phone);
  const { shift, symbols } = phone.keyboard;
  const key = (name: string, text: string, frame: Rect, tap: Change, look: Look[] = []): Draft => {
    const face: Rect = [frame[0] + dp(3), frame[1] + dp(4), frame[2] - dp(3), frame[3] - dp(4)];
    return {
      cls: 'android.inputmethodservice.Keyboard$Key',
      key: name,
      text,
      frame,
      clickable: true,
      acts: { tap },
      children: [
        {
          cls: 'face',
          text,
          frame: face,
          looks: [
            { kind: 'fill', colour: look.length > 0 ? theme.line : theme.key, radius: dp(6) },
            ...(look.length > 0
              ? look
              : [{ kind: 'text' as const, size: sp({ ...phone, settings: {} }, 21), colour: theme.text, align: 'centre' as const }]),
          ],
        },
      ],
    };
  };
  const top = keyboardTop + strip;
  const icon = (name: 'backspace' | 'check'): Look[] => [{ kind: 'icon', name, colour: theme.text, size: dp(22) }];
  const rows = symbols ? signs : letters;
  const keys: Draft[] = rows.flatMap((row, r) => {
    const inset = r === 2 ? Math.round(keyWidth * 1.5) : Math.round((screen.width - row.length * keyWidth) / 2);
    return [...row].map((sign, i) => {
      const text = shift ? sign.toUpperCase() : sign;
      const x = inset + i * keyWidth;
      return key(`key:${sign}`, text, [x, top + r * rowHeight, x + keyWidth, top + (r + 1) * rowHeight], type(field, text));
    });
  });
  const third = top + 2 * rowHeight;
  const last = top + 3 * rowHeight;
  const side = Math.round(keyWidth * 1.5);
  const set =
    (keyboard: Partial<PhoneState['keyboard']>): Change =>
    (now) => ({ ...now, keyboard: { ...now.keyboard, ...keyboard } });
  keys.push(
    key('shift', '⇧', [0, third, side, third + rowHeight], set({ shift: !shift }), [
      { kind: 'icon', name: 'shift', colour: shift ? theme.accent : theme.text, size: dp(22) },
    ]),
    key('backspace', '⌫', [screen.width - side, third, screen.width, third + rowHeight], backspace(field), icon('backspace')),
    key('symbols', symbols ? 'ABC' : '?123', [0, last, side, last + rowHeight], set({ symbols: !symbols, shift: false })),
    key(',', ',', [side, last, side + keyWidth, last + rowHeight], type(field, ',')),
    key('space', ' ', [side + keyWidth, last, screen.width - side - keyWidth, last + rowHeight], type(field, ' ')),
    key('.', '.', [screen.width - side - keyWidth, last, screen.width - side, last + rowHeight], type(field, '.')),
    key('enter', '\n', [screen.width - side, last, screen.width, last + rowHeight], enter(field), icon('check')),
  );
  return {
    cls: 'android.widget.FrameLayout',
    frame: [0, keyboardTop, screen.width, screen.height],
    looks: [{ kind: 'fill', colour: theme.keys }],
    children: [
      {
        cls: 'android.widget.FrameLayout',
        key: 'keys',
        frame: [0, keyboardTop, screen.width, screen.height - navigationBar],
        children: keys,
      },
    ],
  };
}
