import sharp from 'sharp';
import { dp, screen, sp, statusBar, type Theme, themeOf, whole } from '../android/metrics.ts';
import { batteryLevel, timeOfDay } from '../apps/settings/facts.ts';
import { height, type Rect, width } from '../geometry.ts';
import type { PhoneState } from '../phone-state.ts';
import type { IconName } from '../screen.ts';
import { everyNode, type Look, type UiNode, type UiWindow } from '../ui-node.ts';
import { Canvas } from './canvas.ts';
import { Drawing, type Stroke } from './drawing.ts';
import { fitted, lineHeight, textWidth, wrapped } from './font.ts';
import { MaskStore } from './masks.ts';

type LookOf<K extends Look['kind']> = Extract<Look, { kind: K }>;

const middleOf = (frame: Rect): { x: number; y: number } => ({ x: (frame[0] + frame[2]) / 2, y: (frame[1] + frame[3]) / 2 });

function drawText(drawing: Drawing, node: UiNode, look: LookOf<'text'>): void {
  const { frame } = node;
  const inset = look.inset ?? 0;
  const room = width(frame) - inset;
  const text = node.text ?? '';
  const lines = look.wrap === true ? wrapped(text, look.size, room) : [fitted(text.replaceAll('\n', ' '), look.size, room + 2)];
  const step = lineHeight(look.size);
  const top = look.wrap === true ? frame[1] : frame[1] + (height(frame) - step) / 2;
  for (const [i, line] of lines.entries()) {
    const free = room - textWidth(line, look.size);
    const x = frame[0] + inset + (look.align === 'centre' ? Math.max(0, free / 2) : 0);
    drawing.line(line, {
      x,
      baseline: Math.round(top + i * step + look.size * 1.04),
      size: look.size,
      colour: look.colour,
      bold: look.bold === true,
    });
  }
  if (look.cursor !== true) return;
  const last = node.text === node.hint ? '' : (lines.at(-1) ?? '');
  const x = frame[0] + inset + textWidth(last, look.size) + 3;
  const y = top + (lines.length - 1) * step;
  drawing.box([x, y, x + 5, y + step], '#1a73e8');
}

function drawSwitch(drawing: Drawing, { frame }: UiNode, look: LookOf<'switch'>, theme: Theme): void {
  const { y } = middleOf(frame);
  const left = frame[2] - dp(40);
  const x = look.on ? left + dp(26) : left + dp(8);
  const colour = look.faded ? theme.disabled : look.on ? theme.accent : theme.faint;
  drawing.box([left, y - dp(7), left + dp(34), y + dp(7)], colour, { radius: dp(7), opacity: look.on ? 0.5 : 0.4 });
  drawing.circle(x, y, dp(10), look.on ? colour : theme.line);
  if (!look.on) drawing.circle(x, y, dp(10) - 3, look.faded ? theme.line : theme.knob);
}

function drawRadio(drawing: Drawing, { frame, cls }: UiNode, look: LookOf<'radio'>, theme: Theme): void {
  const middle = middleOf(frame);
  const x = cls.endsWith('CheckedTextView') ? frame[0] + dp(34) : middle.x;
  const colour = look.faded ? theme.disabled : look.on ? theme.accent : theme.faint;
  if (cls.endsWith('CheckBox')) {
    const square: Rect = [x - dp(10), middle.y - dp(10), x + dp(10), middle.y + dp(10)];
    drawing.box(square, colour, { radius: 6 });
    if (look.on) drawing.icon('check', theme.onAccent, square[0], square[1], dp(20));
    else drawing.box([square[0] + 5, square[1] + 5, square[2] - 5, square[3] - 5], theme.page, { radius: 3 });
    return;
  }
  drawing.circle(x, middle.y, dp(10), colour);
  drawing.circle(x, middle.y, dp(10) - 5, theme.raised);
  if (look.on) drawing.circle(x, middle.y, dp(5), colour);
}

function drawSlider(drawing: Drawing, { frame }: UiNode, look: LookOf<'slider'>, theme: Theme): void {
  const { y } = middleOf(frame);
  const x = frame[0] + width(frame) * look.fraction;
  const colour = look.faded ? theme.disabled : theme.accent;
  drawing.box([frame[0], y - 4, frame[2], y + 4], theme.line, { radius: 4 });
  drawing.box([frame[0], y - 4, x, y + 4], colour, { radius: 4 });
  drawing.circle(x, y, dp(9), colour);
}

function drawAppIcon(drawing: Drawing, { frame }: UiNode, look: LookOf<'app_icon'>): void {
  const { x } = middleOf(frame);
  const y = frame[1] + dp(12) + look.size / 2;
  const size = dp(13);
  const words = fitted(look.label, size, width(frame) - 8);
  drawing.circle(x, y, look.size / 2, look.colour);
  drawing.icon(look.name, '#ffffff', x - look.size / 4, y - look.size / 4, look.size / 2);
  drawing.line(words, {
    x: x - textWidth(words, size) / 2,
    baseline: y + look.size / 2 + dp(20),
    size,
    colour: look.labelColour,
    bold: false,
  });
}

function drawDots(drawing: Drawing, { frame }: UiNode, look: LookOf<'dots'>): void {
  for (const dot of look.dots) drawing.circle(frame[0] + dot.x * width(frame), frame[1] + dot.y * height(frame), dp(28), dot.colour);
  drawing.line(look.caption, { x: frame[0] + dp(24), baseline: frame[1] + dp(48), size: dp(24), colour: look.colour, bold: true });
}

function drawLook(drawing: Drawing, node: UiNode, look: Look, theme: Theme): void {
  const { frame } = node;
  switch (look.kind) {
    case 'fill':
      if (look.border !== undefined)
        drawing.box([frame[0] - 3, frame[1] - 3, frame[2] + 3, frame[3] + 3], look.border, { radius: (look.radius ?? 0) + 3 });
      drawing.box(frame, look.colour, { radius: look.radius ?? 0 });
      break;
    case 'text':
      drawText(drawing, node, look);
      break;
    case 'icon': {
      const { x, y } = middleOf(frame);
      drawing.icon(look.name, look.colour, x - look.size / 2, y - look.size / 2, look.size);
      break;
    }
    case 'app_icon':
      drawAppIcon(drawing, node, look);
      break;
    case 'switch':
      drawSwitch(drawing, node, look, theme);
      break;
    case 'radio':
      drawRadio(drawing, node, look, theme);
      break;
    case 'slider':
      drawSlider(drawing, node, look, theme);
      break;
    case 'dots':
      drawDots(drawing, node, look);
      break;
    case 'underline':
      drawing.box([frame[0], frame[3] - 6, frame[2], frame[3] - 2], look.colour);
      break;
  }
}

function drawWindow(drawing: Drawing, window: UiWindow, theme: Theme): void {
  for (const node of everyNode(window.root)) {
    // A border lies just outside its frame; only what the page cuts off is cut.
    drawing.clip = node.frame.every((edge, i) => edge === node.bounds[i]) ? whole : node.bounds;
    for (const look of node.looks ?? []) drawLook(drawing, node, look, theme);
  }
  drawing.clip = whole;
}

function drawSystemBars(drawing: Drawing, phone: PhoneState, theme: Theme): void {
  const onHome = phone.foreground === 'launcher' && phone.apps.launcher?.places.at(-1)?.screen === 'home';
  const colour = onHome ? '#ffffff' : theme.text;
  const { settings } = phone;
  const signs: IconName[] = ['battery'];
  if (settings.airplane_mode === true) signs.push('plane');
  else if (settings.mobile_data === true) signs.push('signal');
  if (settings.wifi === true) signs.push('wifi');
  if (settings.bluetooth === true) signs.push('bluetooth');
  if (settings.dnd === true) signs.push('bell');
  for (const [i, sign] of signs.entries()) drawing.icon(sign, colour, screen.width - dp(36) - dp(20) * i, (statusBar - dp(15)) / 2, dp(15));
  drawing.line(timeOfDay(phone).replace(/ [AP]M$/, ''), { x: dp(16), baseline: dp(17), size: dp(14), colour, bold: true });
  if (settings.battery_percentage === true) {
    const words = `${batteryLevel(phone)}%`;
    const x = screen.width - dp(24) - dp(20) * signs.length - textWidth(words, dp(12));
    drawing.line(words, { x, baseline: dp(17), size: dp(12), colour, bold: false });
  }
  const pill: Rect = [screen.width / 2 - dp(54), screen.height - dp(13), screen.width / 2 + dp(54), screen.height - dp(9)];
  drawing.box(pill, colour, { radius: dp(2), opacity: 0.6 });
}

function drawToast(drawing: Drawing, phone: PhoneState, words: string): void {
  const size = sp(phone, 14);
  const text = fitted(words, size, screen.width - dp(80));
  const wide = textWidth(text, size) + dp(48);
  const x = (screen.width - wide) / 2;
  const y = screen.height - dp(110);
  drawing.box([x, y, x + wide, y + dp(46)], '#323232', { radius: dp(23), opacity: 0.95 });
  drawing.line(text, { x: x + dp(24), baseline: y + dp(28), size, colour: '#ffffff', bold: false });
}

/** The screen as things to draw, lowest window first. */
export function drawingOf(phone: PhoneState, windows: readonly UiWindow[]): readonly Stroke[] {
  const theme = themeOf(phone);
  const drawing = new Drawing(whole);
  for (const window of windows) {
    if (window.kind === 'dialog' || window.kind === 'system') drawing.box(whole, '#000000', { opacity: 0.5 });
    drawWindow(drawing, window, theme);
    if (window.kind === 'app') drawSystemBars(drawing, phone, theme);
  }
  if (phone.toast !== null) drawToast(drawing, phone, phone.toast.text);
  return drawing.strokes;
}

const masks = new MaskStore();
const sizeOf = { width: screen.width, height: screen.height } as const;

/** The screen as a PNG, in the phone's own pixels. */
export async function picture(phone: PhoneState, windows: readonly UiWindow[]): Promise<Buffer> {
  const strokes = drawingOf(phone, windows);
  await masks.prepare(strokes.flatMap((stroke) => (stroke.kind === 'mask' ? [stroke.mask] : [])));
  const canvas = new Canvas(sizeOf.width, sizeOf.height);
  for (const stroke of strokes) {
    if (stroke.kind === 'box') {
      canvas.box(stroke.frame, stroke.colour, stroke.clip, stroke.radius, stroke.opacity);
      continue;
    }
    const mask = masks.get(stroke.mask);
    if (mask !== undefined) canvas.mask(mask, stroke.x, stroke.y, stroke.colour, stroke.clip);
  }
  return await sharp(canvas.pixels, { raw: { ...sizeOf, channels: 3 } })
    .png({ compressionLevel: 2 })
    .toBuffer();
}
