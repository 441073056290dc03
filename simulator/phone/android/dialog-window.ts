import type { Rect } from '../geometry.ts';
import type { PhoneState } from '../phone-state.ts';
import { lineHeight, textWidth, wrapped } from '../render/font.ts';
import type { Dialog, DialogButton } from '../screen.ts';
import type { Draft } from '../ui-node.ts';
import { fieldNode, type Place } from './items.ts';
import { dp, keyboardTop, screen, sp, statusBar, themeOf } from './metrics.ts';

const width = screen.width - dp(56);
const left = dp(28);
const right = left + width;
const pad = dp(24);
const rowHeight = dp(52);

const linear = (frame: Rect, id: string, children: readonly Draft[]): Draft => ({
  cls: 'android.widget.LinearLayout',
  id: `android:id/${id}`,
  frame,
  children,
});

interface Part {
  readonly height: number;
  readonly node: (top: number) => Draft;
}

function titlePart(phone: PhoneState, title: string): Part {
  const size = sp(phone, 20);
  const height = wrapped(title, size, width - 2 * pad).length * lineHeight(size) + dp(28);
  return {
    height,
    node: (top) =>
      linear([left, top, right, top + height], 'topPanel', [
        linear([left, top, right, top + height], 'title_template', [
          {
            cls: 'android.widget.TextView',
            key: 'title',
            id: 'android:id/alertTitle',
            text: title,
            frame: [left + pad, top + dp(20), right - pad, top + height - dp(8)],
            looks: [{ kind: 'text', size, colour: themeOf(phone).text, bold: true, wrap: true }],
          },
        ]),
      ]),
  };
}

function messagePart(phone: PhoneState, message: string): Part {
  const size = sp(phone, 16);
  const height = wrapped(message, size, width - 2 * pad).length * lineHeight(size) + dp(20);
  return {
    height,
    node: (top) => {
      const frame: Rect = [left, top, right, top + height];
      const text: Draft = {
        cls: 'android.widget.TextView',
        key: 'message',
        id: 'android:id/message',
        text: message,
        frame: [left + pad, top + dp(8), right - pad, top + height - dp(12)],
        looks: [{ kind: 'text', size, colour: themeOf(phone).faint, wrap: true }],
      };
      return {
        cls: 'android.widget.FrameLayout',
        id: 'android:id/contentPanel',
        frame,
        children: [{ cls: 'android.widget.ScrollView', id: 'android:id/scrollView', frame, children: [text] }],
      };
    },
  };
}

function choicesPart(phone: PhoneState, choices: NonNullable<Dialog['choices']>): Part {
  const height = choices.length * rowHeight + dp(8);
  const theme = themeOf(phone);
  return {
    height,
    node: (top) => {
      const frame: Rect = [left, top, right, top + height];
      const rows = choices.map(
        (choice, i): Draft => ({
          cls: choice.on === undefined ? 'android.widget.TextView' : 'android.widget.CheckedTextView',
          key: `choice:${choice.key}`,
          id: 'android:id/text1',
          text: choice.title,
          frame: [left, top + i * rowHeight, right, top + (i + 1) * rowHeight],
          clickable: true,
          checkable: choice.on !== undefined,
          checked: choice.on === true,
          focusable: true,
          acts: { tap: choice.tap },
          looks: [
            ...(choice.on === undefined ? [] : [{ kind: 'radio' as const, on: choice.on, faded: false }]),
            { kind: 'text', size: sp(phone, 16), colour: theme.text, inset: choice.on === undefined ? pad : dp(64) },
          ],
        }),
      );
      return {
        cls: 'android.widget.FrameLayout',
        id: 'android:id/contentPanel',
        frame,
        children: [{ cls: 'android.widget.ListView', id: 'android:id/select_dialog_listview', frame, focusable: true, children: rows }],
      };
    },
  };
}

function fieldPart(place: Place, field: NonNullable<Dialog['field']>): Part {
  const height = dp(68);
  return {
    height,
    node: (top) => ({
      cls: 'android.widget.FrameLayout',
      id: 'android:id/customPanel',
      frame: [left, top, right, top + height],
      children: [fieldNode(place, { ...field, id: 'android:id/edit' }, [left + pad - dp(4), top + dp(4), right - pad, top + dp(56)])],
    }),
  };
}

const buttonIds: Readonly<Record<string, string>> = { positive: 'button1', negative: 'button2', neutral: 'button3' };

function buttonsPart(phone: PhoneState, buttons: readonly DialogButton[]): Part {
  const height = dp(60);
  const theme = themeOf(phone);
  const size = sp(phone, 14);
  return {
    height,
    node: (top) => {
      let x = right - dp(12);
      const nodes = [...buttons].reverse().map((button): Draft => {
        const wide = Math.max(dp(72), textWidth(button.title, size) + dp(28));
        const frame: Rect = [x - wide, top + dp(4), x, top + dp(52)];
        x -= wide + dp(8);
        return {
          cls: 'android.widget.Button',
          key: `button:${button.key}`,
          id: `android:id/${buttonIds[button.key] ?? button.key}`,
          text: button.title,
          frame,
          clickable: true,
          focusable: true,
          ...(button.disabled === true ? { disabled: true } : { acts: { tap: button.tap } }),
          looks: [{ kind: 'text', size, colour: button.disabled === true ? theme.disabled : theme.accent, align: 'centre', bold: true }],
        };
      });
      const frame: Rect = [left, top, right, top + height];
      return {
        cls: 'android.widget.ScrollView',
        id: 'android:id/buttonPanel',
        frame,
        children: [{ cls: 'android.widget.LinearLayout', frame, children: nodes.reverse() }],
      };
    },
  };
}

/** A dialog in its own window, in the middle of what the keyboard leaves free. */
export function dialogDraft(phone: PhoneState, owner: string, key: string, dialog: Dialog): Draft {
  const place: Place = { phone, package: owner, screen: key, icons: false };
  const parts: Part[] = [];
  if (dialog.title !== undefined) parts.push(titlePart(phone, dialog.title));
  if (dialog.message !== undefined) parts.push(messagePart(phone, dialog.message));
  if (dialog.choices !== undefined) parts.push(choicesPart(phone, dialog.choices));
  if (dialog.field !== undefined) parts.push(fieldPart(place, dialog.field));
  if (dialog.buttons.length > 0) parts.push(buttonsPart(phone, dialog.buttons));
  const height = parts.reduce((sum, part) => sum + part.height, 0);
  const bottomEdge = phone.keyboard.shown ? keyboardTop : screen.height;
  const top = Math.max(statusBar, Math.round((bottomEdge + statusBar - height) / 2));
  const inner: Rect = [left, top, right, top + height];
  let y = top;
  const nodes = parts.map((part) => {
    const node = part.node(y);
    y += part.height;
    return node;
  });
  const outer: Rect = [left - dp(16), top - dp(16), right + dp(16), top + height + dp(16)];
  return {
    cls: 'android.widget.FrameLayout',
    frame: outer,
    children: [
      {
        cls: 'android.widget.FrameLayout',
        frame: inner,
        looks: [{ kind: 'fill', colour: themeOf(phone).raised, radius: dp(8) }],
        children: [
          { cls: 'android.widget.FrameLayout', id: 'android:id/content', frame: inner, children: [linear(inner, 'parentPanel', nodes)] },
        ],
      },
    ],
  };
}
