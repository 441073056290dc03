import sharp from 'sharp';
import { dp, screen, sp, statusBar, type Theme, themeOf } from '../android/metrics.ts';
import { batteryLevel, timeOfDay } from '../apps/settings/facts.ts';
import { height, type Rect, width } from '../geometry.ts';
import type { PhoneState } from '../phone-state.ts';
import { everyNode, type Look, type UiNode, type UiWindow } from '../ui-node.ts';
import { fitted, lineHeight, textWidth, wrapped } from './font.ts';
import { iconSvg } from './icons.ts';
import { lineSvg } from './text-svg.ts';

const box = (r: Rect, look: Extract<Look, { kind: 'fill' }>): string => {
  const border = look.border === undefined ? '' : ` stroke="${look.border}" stroke-width="3"`;
  return `<rect x="${r[0]}" y="${r[1]}" width="${width(r)}" height="${height(r)}" rx="${look.radius ?? 0}" fill="${look.colour}"${border}/>`;
};

function textSvg(node: UiNode, look: Extract<Look, { kind: 'text' }>): string {
  const { frame } = node;
  const inset = look.inset ?? 0;
  const room = width(frame) - inset;
  const text = look.instead ?? node.text ?? '';
  const lines = look.wrap === true ? wrapped(text, look.size, room) : [fitted(text.replaceAll('\n', ' '), look.size, room + 2)];
  const step = lineHeight(look.size);
  const top = look.wrap === true ? frame[1] : frame[1] + (height(frame) - step) / 2;
  const drawn = lines.map((line, i) => {
    const free = room - textWidth(line, look.size);
    const x = frame[0] + inset + (look.align === 'centre' ? Math.max(0, free / 2) : 0);
    return lineSvg(line, {
      x,
      baseline: Math.round(top + i * step + look.size * 1.04),
      size: look.size,
      colour: look.colour,
      bold: look.bold === true,
    });
  });
  if (look.cursor === true) {
    const last = node.text === node.hint ? '' : (lines.at(-1) ?? '');
    const x = frame[0] + inset + textWidth(last, look.size) + 3;
    const y = top + (lines.length - 1) * step;
    drawn.push(`<rect x="${x}" y="${y}" width="5" height="${step}" fill="#1a73e8"/>`);
  }
  return drawn.join('');
}

function switchSvg({ frame }: UiNode, look: Extract<Look, { kind: 'switch' }>, theme: Theme): string {
  const middle = (frame[1] + frame[3]) / 2;
  const track = { left: frame[2] - dp(40), width: dp(34), height: dp(14) };
  const x = look.on ? track.left + track.width - dp(8) : track.left + dp(8);
  const colour = look.faded ? theme.disabled : look.on ? theme.accent : theme.faint;
  const knob = look.on ? colour : theme.raised === '#ffffff' ? '#f8f9fa' : '#bdc1c6';
  return `<rect x="${track.left}" y="${middle - track.height / 2}" width="${track.width}" height="${track.height}" rx="${track.height / 2}" fill="${colour}" opacity="${look.on ? 0.5 : 0.4}"/><circle cx="${x}" cy="${middle}" r="${dp(10)}" fill="${look.faded ? theme.line : knob}" stroke="${look.on ? colour : theme.faint}" stroke-opacity="0.4" stroke-width="2"/>`;
}

function radioSvg({ frame, cls }: UiNode, look: Extract<Look, { kind: 'radio' }>, theme: Theme): string {
  const size = dp(20);
  const x = cls.endsWith('CheckedTextView') ? frame[0] + dp(34) : (frame[0] + frame[2]) / 2;
  const y = (frame[1] + frame[3]) / 2;
  const colour = look.faded ? theme.disabled : look.on ? theme.accent : theme.faint;
  if (cls.endsWith('CheckBox')) {
    const square = `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" rx="6" fill="${look.on ? colour : 'none'}" stroke="${colour}" stroke-width="5"/>`;
    return look.on ? square + iconSvg('check', theme.onAccent, x - size / 2, y - size / 2, size) : square;
  }
  return `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="none" stroke="${colour}" stroke-width="5"/>${look.on ? `<circle cx="${x}" cy="${y}" r="${size / 4}" fill="${colour}"/>` : ''}`;
}

function sliderSvg({ frame }: UiNode, look: Extract<Look, { kind: 'slider' }>, theme: Theme): string {
  const y = (frame[1] + frame[3]) / 2;
  const x = frame[0] + width(frame) * look.fraction;
  const colour = look.faded ? theme.disabled : theme.accent;
  return `<rect x="${frame[0]}" y="${y - 4}" width="${width(frame)}" height="8" rx="4" fill="${theme.line}"/><rect x="${frame[0]}" y="${y - 4}" width="${x - frame[0]}" height="8" rx="4" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${dp(9)}" fill="${colour}"/>`;
}

function appIconSvg({ frame }: UiNode, look: Extract<Look, { kind: 'app_icon' }>): string {
  const x = (frame[0] + frame[2]) / 2;
  const y = frame[1] + dp(12) + look.size / 2;
  const size = dp(13);
  const words = fitted(look.label, size, width(frame) - 8);
  const text = lineSvg(words, {
    x: x - textWidth(words, size) / 2,
    baseline: y + look.size / 2 + dp(20),
    size: size,
    colour: look.labelColour,
    bold: false,
  });
  return `<circle cx="${x}" cy="${y}" r="${look.size / 2}" fill="${look.colour}"/>${iconSvg(look.name, '#ffffff', x - look.size / 4, y - look.size / 4, look.size / 2)}${text}`;
}

function lookSvg(node: UiNode, look: Look, theme: Theme): string {
  switch (look.kind) {
    case 'fill':
      return box(node.frame, look);
    case 'text':
      return textSvg(node, look);
    case 'icon': {
      const x = (node.frame[0] + node.frame[2] - look.size) / 2;
      return iconSvg(look.name, look.colour, x, (node.frame[1] + node.frame[3] - look.size) / 2, look.size);
    }
    case 'app_icon':
      return appIconSvg(node, look);
    case 'switch':
      return switchSvg(node, look, theme);
    case 'radio':
      return radioSvg(node, look, theme);
    case 'slider':
      return sliderSvg(node, look, theme);
    case 'underline':
      return `<rect x="${node.frame[0]}" y="${node.frame[3] - 6}" width="${width(node.frame)}" height="4" fill="${look.colour}"/>`;
  }
}

const isCut = ({ frame, bounds }: UiNode): boolean => frame.some((edge, i) => edge !== bounds[i]);

function windowSvg(window: UiWindow, theme: Theme): string {
  const parts: string[] = [];
  for (const [i, node] of everyNode(window.root).entries()) {
    for (const look of node.looks ?? []) {
      const drawn = lookSvg(node, look, theme);
      if (!isCut(node)) {
        parts.push(drawn);
        continue;
      }
      const { bounds } = node;
      const name = `${window.kind}${i}${look.kind}`;
      parts.push(
        `<clipPath id="${name}"><rect x="${bounds[0]}" y="${bounds[1]}" width="${width(bounds)}" height="${height(bounds)}"/></clipPath><g clip-path="url(#${name})">${drawn}</g>`,
      );
    }
  }
  return parts.join('');
}

function systemBars(phone: PhoneState, theme: Theme): string {
  const onHome = phone.foreground === 'launcher' && phone.apps.launcher?.places.at(-1)?.screen === 'home';
  const colour = onHome ? '#ffffff' : theme.text;
  const size = dp(14);
  const right = screen.width - dp(16);
  const icon = (name: Parameters<typeof iconSvg>[0], place: number): string =>
    iconSvg(name, colour, right - dp(20) * place, Math.round((statusBar - dp(15)) / 2), dp(15));
  const flying = phone.settings.airplane_mode === true;
  const signs = [icon('battery', 1), flying ? icon('plane', 2) : phone.settings.mobile_data === true ? icon('signal', 2) : ''];
  if (phone.settings.wifi === true) signs.push(icon('wifi', 3));
  if (phone.settings.bluetooth === true) signs.push(icon('bluetooth', 4));
  const percent =
    phone.settings.battery_percentage === true
      ? lineSvg(`${batteryLevel(phone)}%`, { x: right - dp(124), baseline: dp(17), size: dp(12), colour, bold: false })
      : '';
  const clock = lineSvg(timeOfDay(phone).replace(/ [AP]M$/, ''), { x: dp(16), baseline: dp(17), size, colour, bold: true });
  const pill = `<rect x="${screen.width / 2 - dp(54)}" y="${screen.height - dp(13)}" width="${dp(108)}" height="${dp(4)}" rx="${dp(2)}" fill="${colour}" opacity="0.6"/>`;
  return clock + signs.join('') + percent + pill;
}

function toastSvg(phone: PhoneState): string {
  if (phone.toast === null) return '';
  const size = sp(phone, 14);
  const text = fitted(phone.toast.text, size, screen.width - dp(80));
  const wide = textWidth(text, size) + dp(48);
  const y = screen.height - dp(110);
  const x = (screen.width - wide) / 2;
  return `<rect x="${x}" y="${y}" width="${wide}" height="${dp(46)}" rx="${dp(23)}" fill="#323232" opacity="0.95"/>${lineSvg(text, { x: x + dp(24), baseline: y + dp(28), size, colour: '#ffffff', bold: false })}`;
}

/** The screen as SVG, lowest window first. */
export function pictureSvg(phone: PhoneState, windows: readonly UiWindow[]): string {
  const theme = themeOf(phone);
  const veil = `<rect width="${screen.width}" height="${screen.height}" fill="#000000" opacity="0.5"/>`;
  const parts = windows.map((window) =>
    window.kind === 'app'
      ? windowSvg(window, theme) + systemBars(phone, theme)
      : window.kind === 'keyboard'
        ? windowSvg(window, theme)
        : veil + windowSvg(window, theme),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${screen.width}" height="${screen.height}">${parts.join('')}${toastSvg(phone)}</svg>`;
}

let last: { readonly svg: string; readonly png: Buffer } | null = null;

/** The screen as a PNG, in the phone's own pixels. The same screen twice is drawn once. */
export async function picture(phone: PhoneState, windows: readonly UiWindow[]): Promise<Buffer> {
  const svg = pictureSvg(phone, windows);
  if (last?.svg === svg) return last.png;
  const png = await sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().png({ compressionLevel: 2 }).toBuffer();
  last = { svg, png };
  return png;
}
