import { focusOn } from '../apps/app.ts';
import type { Rect } from '../geometry.ts';
import type { Change, PhoneState } from '../phone-state.ts';
import { lineHeight, textWidth, wrapped } from '../render/font.ts';
import type { Field, Item } from '../screen.ts';
import type { Draft, Look } from '../ui-node.ts';
import { dp, screen, sp, type Theme, themeOf } from './metrics.ts';
import { canvasNode, webHeight, webNode } from './web.ts';

/** Where and for whom an item is laid out. */
export interface Place {
  readonly phone: PhoneState;
  readonly package: string;
  /** The screen's stable name, to which fields belong. */
  readonly screen: string;
  /** Whether rows leave room for an icon. */
  readonly icons: boolean;
}

const left = dp(16);
const right = screen.width - dp(16);
const textLeft = (place: Place): number => (place.icons ? dp(72) : left);

/** A line of text in a frame just as wide as its words. */
export function words(
  phone: PhoneState,
  text: string,
  at: { x: number; y: number; room: number },
  style: { sp: number; colour: string; bold?: boolean; id?: string; key?: string },
): Draft {
  const size = sp(phone, style.sp);
  return {
    cls: 'android.widget.TextView',
    ...(style.key === undefined ? {} : { key: style.key }),
    text,
    ...(style.id === undefined ? {} : { id: style.id }),
    frame: [at.x, at.y, at.x + Math.min(at.room, textWidth(text, size)), at.y + lineHeight(size)],
    looks: [{ kind: 'text', size, colour: style.colour, ...(style.bold === undefined ? {} : { bold: style.bold }) }],
  };
}

const rowHeight = (item: { readonly summary?: string }): number => (item.summary === undefined ? dp(56) : dp(76));

/** Pixels from the top of an item to the top of the next. */
export function heightOf(place: Place, item: Item): number {
  switch (item.kind) {
    case 'row':
    case 'switch':
    case 'radio':
    case 'check':
      return rowHeight(item);
    case 'slider':
      return dp(84);
    case 'header':
      return dp(48);
    case 'text':
      return dp(32) + wrapped(item.text, sp(place.phone, 14), right - textLeft(place)).length * lineHeight(sp(place.phone, 14));
    case 'button':
      return dp(72);
    case 'field':
      return item.field.multiline === true ? dp(320) : dp(72);
    case 'web':
      return webHeight(place.phone, item);
    case 'canvas':
      return dp(620);
  }
}

function fieldNode(place: Place, field: Field, frame: Rect): Draft {
  const { phone } = place;
  const theme = themeOf(phone);
  const focused = phone.focus?.screen === place.screen && phone.focus.key === field.key;
  const empty = field.value === '';
  const dots = '•'.repeat([...field.value].length);
  const text = empty ? (field.hint ?? '') : field.password === true ? dots : field.value;
  return {
    cls: 'android.widget.EditText',
    key: field.key,
    id: field.id ?? `${place.package}:id/${field.key}`,
    text,
    ...(field.hint === undefined ? {} : { hint: field.hint }),
    frame,
    clickable: true,
    longClickable: true,
    focusable: true,
    focused,
    password: field.password === true,
    looks: [
      { kind: 'underline', colour: focused ? theme.accent : theme.line },
      {
        kind: 'text',
        size: sp(phone, 16),
        colour: empty ? theme.disabled : theme.text,
        cursor: focused,
        inset: dp(4),
        ...(field.multiline === true ? { wrap: true } : {}),
      },
    ],
    acts: {
      tap: focusOn(place.screen, field.key),
      field: {
        value: field.value,
        change: field.change,
        focus: focusOn(place.screen, field.key),
        multiline: field.multiline === true,
        ...(field.submit === undefined ? {} : { submit: field.submit }),
      },
    },
  };
}

export { fieldNode };

interface RowParts {
  readonly key: string;
  readonly title: string;
  readonly summary?: string;
  readonly icon?: Extract<Look, { kind: 'icon' }>['name'];
  readonly disabled?: boolean;
}

function iconFrame(theme: Theme, icon: NonNullable<RowParts['icon']>, top: number, bottom: number): Draft {
  const middle = Math.round((top + bottom) / 2);
  return {
    cls: 'android.widget.LinearLayout',
    key: 'icon',
    id: 'com.android.settings:id/icon_frame',
    frame: [left, middle - dp(16), dp(72), middle + dp(16)],
    children: [
      {
        cls: 'android.widget.ImageView',
        id: 'android:id/icon',
        frame: [left, middle - dp(12), left + dp(24), middle + dp(12)],
        looks: [{ kind: 'icon', name: icon, colour: theme.faint, size: dp(24) }],
      },
    ],
  };
}

/** A row as Android's preference lists have it: icon, words, and perhaps a widget at the end. */
function row(
  place: Place,
  item: RowParts,
  y: number,
  end: { readonly widget?: Draft; readonly width: number; readonly act: Change | undefined; readonly hold?: Change | undefined },
): Draft {
  const { phone } = place;
  const theme = themeOf(phone);
  const disabled = item.disabled === true;
  const bottom = y + rowHeight(item);
  const textRight = right - end.width;
  const x = textLeft(place);
  const titleHeight = lineHeight(sp(phone, 16));
  const blockHeight = titleHeight + (item.summary === undefined ? 0 : lineHeight(sp(phone, 14)));
  const top = y + Math.round((bottom - y - blockHeight) / 2);
  const colour = disabled ? theme.disabled : theme.text;
  const off = disabled ? { disabled: true } : {};
  const texts: Draft[] = [
    { ...words(phone, item.title, { x, y: top, room: textRight - x }, { sp: 16, colour, id: 'android:id/title', key: 'title' }), ...off },
  ];
  if (item.summary !== undefined) {
    const style = { sp: 14, colour: disabled ? theme.disabled : theme.faint, id: 'android:id/summary', key: 'summary' };
    texts.push({ ...words(phone, item.summary, { x, y: top + titleHeight, room: textRight - x }, style), ...off });
  }
  const acts =
    end.act === undefined && end.hold === undefined
      ? {}
      : { acts: { ...(end.act === undefined ? {} : { tap: end.act }), ...(end.hold === undefined ? {} : { hold: end.hold }) } };
  return {
    cls: 'android.widget.LinearLayout',
    key: `row:${item.key}`,
    frame: [0, y, screen.width, bottom],
    clickable: end.act !== undefined,
    focusable: true,
    longClickable: end.hold !== undefined,
    ...off,
    ...(disabled ? {} : acts),
    children: [
      ...(item.icon === undefined ? [] : [iconFrame(theme, item.icon, y, bottom)]),
      { cls: 'android.widget.RelativeLayout', key: 'words', frame: [x, y, textRight, bottom], ...off, children: texts },
      ...(end.widget === undefined
        ? []
        : [
            {
              cls: 'android.widget.LinearLayout',
              key: 'widget',
              id: 'android:id/widget_frame',
              frame: [textRight, y, right, bottom] as const,
              ...off,
              children: [end.widget],
            },
          ]),
    ],
  };
}

const inRow = (y: number, item: { readonly summary?: string }, width: number, height: number): Rect => {
  const middle = y + Math.round(rowHeight(item) / 2);
  return [right - width, middle - Math.round(height / 2), right, middle + Math.round(height / 2)];
};

function switchRow(place: Place, item: Extract<Item, { kind: 'switch' }>, y: number): Draft {
  const faded = item.disabled === true;
  const widget: Draft = {
    cls: 'android.widget.Switch',
    key: 'switch',
    id: 'android:id/switch_widget',
    text: item.on ? 'ON' : 'OFF',
    frame: inRow(y, item, dp(48), dp(28)),
    checkable: true,
    checked: item.on,
    ...(faded ? { disabled: true } : {}),
    looks: [{ kind: 'switch', on: item.on, faded }],
    ...(item.tap === undefined || faded ? {} : { clickable: true, acts: { tap: item.toggle } }),
  };
  return row(place, item, y, { widget, width: dp(66), act: item.tap ?? item.toggle });
}

function checkRow(place: Place, item: Extract<Item, { kind: 'check' | 'radio' }>, y: number): Draft {
  const faded = item.disabled === true;
  const radio = item.kind === 'radio';
  const widget: Draft = {
    cls: radio ? 'android.widget.RadioButton' : 'android.widget.CheckBox',
    key: 'check',
    id: radio ? 'android:id/checkbox' : 'android:id/checkbox',
    frame: inRow(y, item, dp(32), dp(32)),
    checkable: true,
    checked: item.on,
    ...(faded ? { disabled: true } : {}),
    looks: [{ kind: 'radio', on: item.on, faded }],
  };
  return row(place, item, y, { widget, width: dp(48), act: item.kind === 'radio' ? item.tap : item.toggle });
}

function sliderRow(place: Place, item: Extract<Item, { kind: 'slider' }>, y: number): Draft {
  const { phone } = place;
  const theme = themeOf(phone);
  const x = textLeft(place);
  const faded = item.disabled === true;
  const bottom = y + heightOf(place, item);
  const off = faded ? { disabled: true } : {};
  return {
    cls: 'android.widget.LinearLayout',
    key: `row:${item.key}`,
    frame: [0, y, screen.width, bottom],
    ...off,
    children: [
      ...(item.icon === undefined ? [] : [iconFrame(theme, item.icon, y, bottom)]),
      {
        cls: 'android.widget.RelativeLayout',
        key: 'words',
        frame: [x, y, right, bottom],
        ...off,
        children: [
          {
            ...words(
              phone,
              item.title,
              { x, y: y + dp(12), room: right - x },
              { sp: 16, colour: faded ? theme.disabled : theme.text, id: 'android:id/title', key: 'title' },
            ),
            ...off,
          },
          {
            cls: 'android.widget.SeekBar',
            key: 'seekbar',
            id: 'com.android.settings:id/seekbar',
            text: `${item.value}.0`,
            desc: item.title,
            frame: [x, bottom - dp(44), right, bottom - dp(6)],
            focusable: true,
            ...off,
            looks: [{ kind: 'slider', fraction: item.value / item.max, faded }],
            ...(faded ? {} : { acts: { slide: (fraction: number) => item.slide(Math.round(fraction * item.max)) } }),
          },
        ],
      },
    ],
  };
}

function headerRow(place: Place, item: Extract<Item, { kind: 'header' }>, y: number): Draft {
  const x = textLeft(place);
  return {
    cls: 'android.widget.LinearLayout',
    key: `header:${item.key}`,
    frame: [0, y, screen.width, y + dp(48)],
    children: [
      {
        cls: 'android.widget.RelativeLayout',
        key: 'words',
        frame: [x, y, right, y + dp(48)],
        children: [
          words(
            place.phone,
            item.title,
            { x, y: y + dp(18), room: right - x },
            { sp: 14, colour: themeOf(place.phone).accent, bold: true, id: 'android:id/title', key: 'title' },
          ),
        ],
      },
    ],
  };
}

export function buttonNode(place: Place, item: Extract<Item, { kind: 'button' }>, frame: Rect): Draft {
  const theme = themeOf(place.phone);
  const disabled = item.disabled === true;
  return {
    cls: 'android.widget.Button',
    key: `button:${item.key}`,
    id: item.id ?? `${place.package}:id/${item.key}`,
    text: item.title,
    frame,
    clickable: true,
    focusable: true,
    ...(disabled ? { disabled: true } : { acts: { tap: item.tap } }),
    looks: [
      { kind: 'fill', colour: disabled ? theme.line : theme.accent, radius: dp(20) },
      { kind: 'text', size: sp(place.phone, 14), colour: disabled ? theme.disabled : theme.onAccent, align: 'centre', bold: true },
    ],
  };
}

/** One item of a list, its top at `y`. */
export function itemNode(place: Place, item: Item, y: number): Draft {
  const bottom = y + heightOf(place, item);
  switch (item.kind) {
    case 'row':
      return row(place, item, y, { width: 0, act: item.tap, hold: item.hold });
    case 'switch':
      return switchRow(place, item, y);
    case 'radio':
    case 'check':
      return checkRow(place, item, y);
    case 'slider':
      return sliderRow(place, item, y);
    case 'header':
      return headerRow(place, item, y);
    case 'text': {
      const x = textLeft(place);
      return {
        cls: 'android.widget.TextView',
        key: `text:${item.key}`,
        id: 'android:id/title',
        text: item.text,
        frame: [x, y + dp(16), right, bottom - dp(16)],
        looks: [{ kind: 'text', size: sp(place.phone, 14), colour: themeOf(place.phone).faint, wrap: true }],
      };
    }
    case 'button':
      return buttonNode(place, item, [left, y + dp(12), right, bottom - dp(12)]);
    case 'web':
      return webNode(place.phone, item, y);
    case 'canvas':
      return canvasNode(place.phone, item, y, bottom);
    case 'field':
      return fieldNode(place, item.field, [left, y + dp(8), right, bottom - dp(8)]);
  }
}
