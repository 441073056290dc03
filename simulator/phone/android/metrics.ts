import type { Rect } from '../geometry.ts';
import type { PhoneState } from '../phone-state.ts';

/** The screen of the phone, portrait, in pixels. */
export const screen = { width: 1080, height: 2400, density: 2.625 } as const;

/** Pixels of so many density-independent ones. */
export const dp = (value: number): number => Math.round(value * screen.density);

export const statusBar = dp(24);
export const navigationBar = dp(24);
export const toolbar = dp(56);
export const keyboardTop = screen.height - dp(294);
export const whole: Rect = [0, 0, screen.width, screen.height];

/** Colours of the light and the dark theme. */
export interface Theme {
  readonly page: string;
  readonly raised: string;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly disabled: string;
  readonly keys: string;
  readonly key: string;
  readonly knob: string;
}

const light: Theme = {
  page: '#ffffff',
  raised: '#ffffff',
  text: '#202124',
  faint: '#5f6368',
  line: '#dadce0',
  accent: '#1a73e8',
  onAccent: '#ffffff',
  disabled: '#a8abb0',
  keys: '#e8eaed',
  key: '#ffffff',
  knob: '#f8f9fa',
};
const dark: Theme = {
  page: '#000000',
  raised: '#2d2e31',
  text: '#e8eaed',
  faint: '#9aa0a6',
  line: '#3c4043',
  accent: '#8ab4f8',
  onAccent: '#202124',
  disabled: '#5f6368',
  keys: '#202124',
  key: '#3c4043',
  knob: '#bdc1c6',
};

export const themeOf = (phone: PhoneState): Theme => (phone.settings.dark_theme === true ? dark : light);

const fontScales = [0.85, 1, 1.15, 1.3];

/** Pixels of so many scaled ones, at the person's font size. */
export const sp = (phone: PhoneState, value: number): number =>
  Math.round(value * screen.density * (fontScales[Number(phone.settings.font_size ?? 1)] ?? 1));
