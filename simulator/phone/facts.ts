import { activeWindow, windowsOf } from './android/windows.ts';
import { catalogue, installed, isInstalled } from './apps/catalogue.ts';
import { appOf, everyApp, packageOf } from './apps/registry.ts';
import { definitionOf, settingKeys } from './apps/settings/definitions.ts';
import { valueInWords } from './apps/settings/items.ts';
import { languageName } from './apps/settings/languages.ts';
import { type Entry, pathTo, type SpecialKey } from './apps/settings/pages.ts';
import { offsetInWords, timeZoneOf, timeZones } from './apps/settings/time-zones.ts';
import type { LabelKey } from './labels/en.ts';
import { label } from './labels/label.ts';
import type { PhoneState } from './phone-state.ts';
import type { PhoneFacts, SettingFacts } from './protocol.ts';

const holdsSpecial = (special: SpecialKey) => (entry: Entry) => entry.kind === 'special' && entry.special === special;

function settingFacts(phone: PhoneState): Record<string, SettingFacts> {
  const inWords = (path: readonly LabelKey[]): string[] => path.map((part) => label(phone, part));
  const facts: Record<string, SettingFacts> = {};
  for (const key of settingKeys) {
    const definition = definitionOf(key);
    const path =
      key === 'hotspot_password'
        ? [...pathTo((entry) => entry.kind === 'link' && entry.page === 'hotspot_password'), 'p.hotspot_password' as const]
        : pathTo((entry) => entry.kind === 'setting' && entry.setting === key);
    facts[key] = {
      label: label(phone, definition.label),
      kind: definition.kind,
      value: phone.settings[key] ?? definition.initial,
      display: valueInWords(phone, key),
      path: inWords(path),
      ...(definition.kind === 'slider' ? { max: definition.max } : {}),
      ...(definition.kind === 'choice'
        ? { options: definition.options.map((option) => ({ value: option.value, label: label(phone, option.label) })) }
        : {}),
    };
  }
  const zone = timeZoneOf(phone);
  facts.time_zone = {
    label: label(phone, 'p.time_zone'),
    kind: 'choice',
    value: zone.key,
    display: `${offsetInWords(zone)} ${zone.name}`,
    path: inWords(pathTo(holdsSpecial('time_zone'))),
    options: timeZones.map(({ key, name }) => ({ value: key, label: name })),
  };
  facts.language = {
    label: label(phone, 'p.languages'),
    kind: 'choice',
    value: phone.locale,
    display: languageName(phone.locale),
    path: inWords(pathTo(holdsSpecial('languages'))),
  };
  return facts;
}

const appLabel = (phone: PhoneState, app: string): string => (isInstalled(app) ? label(phone, catalogue[app].label) : 'Home');

/** Everything a check may want to know, without looking at the screen. */
export function factsOf(phone: PhoneState, touches: number): PhoneFacts {
  const screen = appOf(phone.foreground).screen(phone);
  const owner = packageOf(phone.foreground);
  const active = activeWindow(windowsOf(phone));
  return {
    seed: phone.seed,
    labels: phone.labels,
    locale: phone.locale,
    language: languageName(phone.locale),
    now: phone.now,
    settings: settingFacts(phone),
    foreground: { app: phone.foreground, package: owner.package, activity: owner.activity, label: appLabel(phone, phone.foreground) },
    page: { key: screen.key, title: screen.kind === 'list' ? screen.title : '', dialog: active.kind === 'app' ? null : active.key },
    permissions: phone.permissions,
    keyboard: phone.keyboard.shown,
    focus: phone.focus === null ? null : `${phone.focus.screen}#${phone.focus.key}`,
    clipboard: phone.clipboard,
    toast: phone.toast?.text ?? null,
    installed: installed.map((app) => ({
      app: app.id,
      package: app.package,
      label: label(phone, app.label),
      running: phone.apps[app.id]?.running === true,
    })),
    apps: Object.fromEntries(everyApp.map((app) => [app.id, app.facts?.(phone) ?? {}])),
    touches,
  };
}
