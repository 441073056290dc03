import { launcherId } from './apps/app.ts';
import { installed, isInstalled } from './apps/catalogue.ts';
import { everyApp } from './apps/registry.ts';
import { initialSettings } from './apps/settings/definitions.ts';
import type { PhoneState, SettingValue } from './phone-state.ts';
import { hash, randomFrom } from './random.ts';

export interface PhoneOptions {
  readonly seed: number;
  /** 0 keeps the plain labels. */
  readonly labels: number;
  readonly locale: string;
  /** Settings that differ from those of a phone fresh from the box, by stable key. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
}

const dayZero = Date.UTC(2026, 2, 2, 9, 0, 0);

/** A phone fresh from the box, at its home screen; all that chance decides comes from the seed. */
export function firstDay({ seed, labels, locale, settings = {} }: PhoneOptions): PhoneState {
  const minutes = Math.floor(randomFrom(seed ^ hash('clock'))() * 600);
  const homeOf = (id: string) => (isInstalled(id) ? installed.find((app) => app.id === id)?.home : undefined) ?? { screen: 'home' };
  return {
    seed,
    labels,
    locale,
    now: dayZero + minutes * 60_000,
    settings: { ...initialSettings(), time_zone: 'london', ...settings },
    apps: Object.fromEntries(
      everyApp.map((app) => [app.id, { running: app.id === launcherId, places: [homeOf(app.id)], dialog: null, data: app.data(seed) }]),
    ),
    foreground: launcherId,
    permissions: {},
    question: null,
    notResponding: null,
    focus: null,
    keyboard: { shown: false, shift: false, symbols: false },
    scroll: {},
    clipboard: '',
    toast: null,
    touched: null,
  };
}
