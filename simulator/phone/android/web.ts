import type { PhoneState } from '../phone-state.ts';
import { lineHeight, wrapped } from '../render/font.ts';
import type { Item, WebBlock } from '../screen.ts';
import type { Draft } from '../ui-node.ts';
import { dp, screen, sp, themeOf } from './metrics.ts';

type Web = Extract<Item, { kind: 'web' }>;
type Canvas = Extract<Item, { kind: 'canvas' }>;

const left = dp(20);
const room = screen.width - 2 * left;
const gap = dp(14);

const sizeOf = (phone: PhoneState, block: WebBlock): number => sp(phone, block.kind === 'heading' ? 24 : 16);
const heightOf = (phone: PhoneState, block: WebBlock): number =>
  wrapped(block.text, sizeOf(phone, block), room).length * lineHeight(sizeOf(phone, block)) + gap;

export const webHeight = (phone: PhoneState, { blocks }: Web): number =>
  blocks.reduce((sum, block) => sum + heightOf(phone, block), dp(32));

/** A web page as Android's WebView tells the accessibility service of it: one view for each block, without resource ids. */
export function webNode(phone: PhoneState, web: Web, y: number): Draft {
  const theme = themeOf(phone);
  let top = y + dp(16);
  const children = web.blocks.map((block): Draft => {
    const from = top;
    top += heightOf(phone, block);
    const colour = block.kind === 'link' ? theme.accent : theme.text;
    return {
      cls: block.kind === 'paragraph' ? 'android.widget.TextView' : 'android.view.View',
      key: block.key,
      text: block.text,
      frame: [left, from, left + room, top - gap],
      looks: [{ kind: 'text', size: sizeOf(phone, block), colour, wrap: true, bold: block.kind === 'heading' }],
      ...(block.tap === undefined ? {} : { clickable: true, focusable: true, acts: { tap: block.tap } }),
    };
  });
  const frame = [0, y, screen.width, y + webHeight(phone, web)] as const;
  return {
    cls: 'android.webkit.WebView',
    key: `web:${web.key}`,
    text: web.title,
    frame,
    focusable: true,
    children: [{ cls: 'android.view.View', frame, children }],
  };
}

/** A drawing: one view that says nothing of what is in it. */
export function canvasNode(phone: PhoneState, canvas: Canvas, y: number, bottom: number): Draft {
  return {
    cls: 'android.view.View',
    key: `canvas:${canvas.key}`,
    frame: [0, y, screen.width, bottom],
    focusable: true,
    acts: { touch: canvas.touch },
    looks: [{ kind: 'dots', dots: canvas.dots, caption: canvas.caption, colour: themeOf(phone).faint }],
  };
}
