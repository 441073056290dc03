import type { LabelKey } from '../../labels/en.ts';
import { label } from '../../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../../phone-state.ts';
import type { Item, ListScreen } from '../../screen.ts';
import { appState, askFor, keep, open, openDialog, permissionKey, toast } from '../app.ts';
import { installed, installedApp, isInstalled } from '../catalogue.ts';
import { changeSetting } from './change-setting.ts';
import { definitionOf, isSettingKey, type SettingKey } from './definitions.ts';
import { factOf, networksNearby, storageUsed } from './facts.ts';
import { languageName } from './languages.ts';
import { type Entry, pages, type SpecialKey } from './pages.ts';
import { settingsId } from './settings-id.ts';
import { offsetInWords, timeZoneOf } from './time-zones.ts';

/** What a setting's value reads like. */
export function valueInWords(phone: PhoneState, key: SettingKey): string {
  const definition = definitionOf(key);
  const value = phone.settings[key];
  switch (definition.kind) {
    case 'toggle':
      return label(phone, value === true ? 'w.on' : 'w.off');
    case 'slider': {
      const step = definition.steps?.[Number(value)];
      return step === undefined ? `${Math.round((Number(value) / definition.max) * 100)}%` : label(phone, step);
    }
    case 'choice':
      return label(phone, definition.options.find((option) => option.value === value)?.label ?? 'w.not_set');
    case 'words':
      if (value === '') return label(phone, 'w.not_set');
      return definition.secret === true ? '•'.repeat(String(value).length) : String(value);
  }
}

const networkName = (phone: PhoneState): string => {
  if (phone.settings.wifi === true) return String(appState(phone, settingsId).data.network);
  if (phone.settings.airplane_mode === true) return label(phone, 's.airplane_mode');
  return label(phone, phone.settings.mobile_data === true ? 's.mobile_data' : 'w.not_connected');
};

function summaryOf(phone: PhoneState, summary: string | undefined): { summary?: string } {
  if (summary === undefined) return {};
  if (summary === 'network_name') return { summary: networkName(phone) };
  if (summary === 'storage_used') {
    const used = storageUsed(phone);
    return { summary: label(phone, 'p.storage.sum', { percent: `${Math.round((used / 128) * 100)}%`, free: `${128 - used} GB` }) };
  }
  if (isSettingKey(summary)) return { summary: valueInWords(phone, summary) };
  return { summary: label(phone, summary as LabelKey) };
}

const settingDialog = (key: SettingKey): Change => openDialog(settingsId, { name: 'setting', arg: key });

function settingItem(phone: PhoneState, entry: Extract<Entry, { kind: 'setting' }>): Item {
  const key = entry.setting;
  const definition = definitionOf(key);
  const common = {
    key,
    title: label(phone, definition.label),
    ...(entry.icon === undefined ? {} : { icon: entry.icon }),
    ...(entry.off?.(phone) === true ? { disabled: true } : {}),
  };
  switch (definition.kind) {
    case 'toggle': {
      const on = phone.settings[key] === true;
      return { ...common, ...summaryOf(phone, entry.summary), kind: 'switch', on, toggle: changeSetting(key, !on) };
    }
    case 'slider':
      return {
        ...common,
        kind: 'slider',
        value: Number(phone.settings[key]),
        max: definition.max,
        slide: (value) => changeSetting(key, value),
      };
    case 'choice':
      return { ...common, kind: 'row', summary: valueInWords(phone, key), tap: settingDialog(key) };
    case 'words':
      return {
        ...common,
        kind: 'row',
        summary: valueInWords(phone, key),
        tap: openDialog(settingsId, { name: 'setting', arg: key, draft: String(phone.settings[key]) }),
      };
  }
}

function specialItems(phone: PhoneState, special: SpecialKey): readonly Item[] {
  const { data } = appState(phone, settingsId);
  switch (special) {
    case 'wifi_networks': {
      if (phone.settings.wifi !== true) return [{ kind: 'text', key: 'wifi_off', text: label(phone, 'n.wifi_off') }];
      return networksNearby(phone).map(({ name, secured }) => ({
        kind: 'row',
        key: `network_${name}`,
        title: name,
        icon: secured ? 'lock' : 'wifi',
        ...(data.network === name ? { summary: label(phone, 'w.connected') } : {}),
        tap:
          secured && data.network !== name ? openDialog(settingsId, { name: 'network', arg: name }) : keep(settingsId, { network: name }),
      }));
    }
    case 'pair':
      return [{ kind: 'row', key: 'pair', title: label(phone, 'i.pair'), summary: label(phone, 'i.pair.sum'), icon: 'plus', tap: pair }];
    case 'devices':
      return ['Kitchen speaker', 'Aria headphones'].map((name) => ({
        kind: 'row',
        key: `device_${name}`,
        title: name,
        icon: 'bluetooth',
        disabled: phone.settings.bluetooth !== true,
        summary: label(phone, phone.settings.bluetooth === true && data.device === name ? 'w.connected' : 'w.saved'),
        tap: keep(settingsId, { device: name }),
      }));
    case 'apps':
      return installed.map((app) => ({
        kind: 'row',
        key: `app_${app.id}`,
        title: label(phone, app.label),
        icon: app.icon,
        tap: open(settingsId, 'app', app.id),
      }));
    case 'location_apps':
      return installed
        .filter((app) => app.permissions.includes('location'))
        .map((app) => ({
          kind: 'row',
          key: `location_${app.id}`,
          title: label(phone, app.label),
          icon: app.icon,
          summary: permissionInWords(phone, app.id),
          tap: open(settingsId, 'permission', app.id),
        }));
    case 'languages':
      return [
        {
          kind: 'row',
          key: 'languages',
          title: label(phone, 'p.languages'),
          summary: languageName(phone.locale),
          icon: 'globe',
          tap: open(settingsId, 'languages'),
        },
      ];
    case 'time_zone':
      return [
        {
          kind: 'row',
          key: 'time_zone',
          title: label(phone, 'p.time_zone'),
          summary: `${offsetInWords(timeZoneOf(phone))} ${timeZoneOf(phone).name}`,
          disabled: phone.settings.auto_time_zone === true,
          tap: open(settingsId, 'time_zone'),
        },
      ];
    case 'font_preview':
      return [{ kind: 'text', key: 'font_preview', text: label(phone, 'i.font_preview') }];
    case 'reset_network':
    case 'erase_all':
      return [
        { kind: 'row', key: special, title: label(phone, `i.${special}`), icon: 'refresh', tap: openDialog(settingsId, { name: special }) },
      ];
    case 'password_field':
      return [{ kind: 'text', key: 'password_note', text: label(phone, 'n.wrong_password') }];
  }
}

const pair: Change = (phone) => {
  if (phone.settings.bluetooth !== true) return toast(label(phone, 'n.turn_on_now'))(phone);
  if ((phone.permissions[permissionKey(settingsId, 'nearby')] ?? 'ask') === 'ask') return askFor(settingsId, 'nearby')(phone);
  return toast(label(phone, 'n.pairing'))(phone);
};

export const permissionInWords = (phone: PhoneState, app: string): string =>
  isInstalled(app) && installedApp(app).permissions.includes('location')
    ? label(phone, `o.${phone.permissions[permissionKey(app, 'location')] ?? 'ask'}`)
    : '';

function entryItems(phone: PhoneState, entry: Entry): readonly Item[] {
  switch (entry.kind) {
    case 'link': {
      const { title } = pages[entry.page];
      const icon = entry.icon === undefined ? {} : { icon: entry.icon };
      return [
        {
          kind: 'row',
          key: `to_${entry.page}`,
          title: label(phone, title),
          ...icon,
          ...summaryOf(phone, entry.summary),
          tap: openPage(entry.page),
        },
      ];
    }
    case 'setting':
      return [settingItem(phone, entry)];
    case 'fact': {
      const { label: words, value } = factOf(phone, entry.fact);
      return [
        {
          kind: 'row',
          key: entry.fact,
          title: label(phone, words),
          summary: value,
          ...(entry.icon === undefined ? {} : { icon: entry.icon }),
        },
      ];
    }
    case 'header':
      return [{ kind: 'header', key: entry.label, title: label(phone, entry.label) }];
    case 'note':
      return [{ kind: 'text', key: entry.label, text: label(phone, entry.label) }];
    case 'special':
      return specialItems(phone, entry.special);
  }
}

const openPage = (page: string): Change =>
  page === 'hotspot_password'
    ? (phone) => inOrder(keep(settingsId, { password: String(phone.settings.hotspot_password) }), open(settingsId, page))(phone)
    : open(settingsId, page);

/** The password page has a button that stays at the bottom, under the keyboard when that is up. */
function passwordFooter(phone: PhoneState): Pick<ListScreen, 'items' | 'footer'> {
  const typed = String(appState(phone, settingsId).data.password ?? '');
  const field = {
    key: 'hotspot_password',
    hint: label(phone, 'n.wifi_password'),
    value: typed,
    password: true,
    change: (text: string) => keep(settingsId, { password: text }),
  };
  const save: Change = (now) => {
    const password = String(appState(now, settingsId).data.password ?? '');
    if (password.length < 8) return toast(label(now, 'n.wrong_password'))(now);
    return inOrder(changeSetting('hotspot_password', password), toast(label(now, 'n.saved_toast')))(now);
  };
  return {
    items: [{ kind: 'field', key: 'hotspot_password', field }, ...specialItems(phone, 'password_field')],
    footer: [{ kind: 'button', key: 'save', title: label(phone, 'w.save'), tap: save }],
  };
}

export function itemsOf(phone: PhoneState, entries: readonly Entry[]): Pick<ListScreen, 'items' | 'footer'> {
  if (entries.some((entry) => entry.kind === 'special' && entry.special === 'password_field')) return passwordFooter(phone);
  return { items: entries.flatMap((entry) => entryItems(phone, entry)), footer: [] };
}
