import type { LabelKey } from '../../labels/en.ts';
import type { PhoneState } from '../../phone-state.ts';
import type { IconName } from '../../screen.ts';
import type { SettingKey } from './definitions.ts';

export type PageKey =
  | 'root'
  | 'network'
  | 'internet'
  | 'network_prefs'
  | 'hotspot'
  | 'data_saver'
  | 'connected'
  | 'connection_prefs'
  | 'apps'
  | 'all_apps'
  | 'notifications'
  | 'dnd'
  | 'battery'
  | 'battery_saver'
  | 'storage'
  | 'sound'
  | 'display'
  | 'font_size'
  | 'lock_screen'
  | 'night_light'
  | 'accessibility'
  | 'text_display'
  | 'security'
  | 'privacy'
  | 'location'
  | 'location_apps'
  | 'location_services'
  | 'system'
  | 'language_input'
  | 'keyboard'
  | 'gestures'
  | 'date_time'
  | 'backup'
  | 'reset'
  | 'about'
  | 'hotspot_password';

/** Facts a page shows that are worked out from the phone; settings/facts.ts knows how. */
export type FactKey =
  | 'sims'
  | 'vpn'
  | 'date'
  | 'time'
  | 'phone_number'
  | 'model'
  | 'android_version'
  | 'ip_address'
  | 'wifi_mac'
  | 'build'
  | 'security_update'
  | 'uptime'
  | 'used'
  | 'images'
  | 'battery_level'
  | 'encryption'
  | 'system_update';

/** What is made by its own code, as it depends on more than one setting. */
export type SpecialKey =
  | 'wifi_networks'
  | 'pair'
  | 'devices'
  | 'apps'
  | 'location_apps'
  | 'languages'
  | 'time_zone'
  | 'font_preview'
  | 'reset_network'
  | 'erase_all'
  | 'password_field';

export type Entry =
  | {
      readonly kind: 'link';
      readonly page: PageKey;
      readonly icon?: IconName;
      readonly summary?: LabelKey | SettingKey | 'network_name' | 'storage_used';
    }
  | {
      readonly kind: 'setting';
      readonly setting: SettingKey;
      readonly icon?: IconName;
      readonly summary?: LabelKey;
      readonly off?: (phone: PhoneState) => boolean;
    }
  | { readonly kind: 'fact'; readonly fact: FactKey; readonly icon?: IconName }
  | { readonly kind: 'header'; readonly label: LabelKey }
  | { readonly kind: 'note'; readonly label: LabelKey }
  | { readonly kind: 'special'; readonly special: SpecialKey };

const link = (page: PageKey, icon?: IconName, summary?: Extract<Entry, { kind: 'link' }>['summary']): Entry => ({
  kind: 'link',
  page,
  ...(icon === undefined ? {} : { icon }),
  ...(summary === undefined ? {} : { summary }),
});
const setting = (key: SettingKey, more: { icon?: IconName; summary?: LabelKey; off?: (phone: PhoneState) => boolean } = {}): Entry => ({
  kind: 'setting',
  setting: key,
  ...more,
});
const fact = (key: FactKey, icon?: IconName): Entry => ({ kind: 'fact', fact: key, ...(icon === undefined ? {} : { icon }) });
const header = (label: LabelKey): Entry => ({ kind: 'header', label });
const note = (label: LabelKey): Entry => ({ kind: 'note', label });
const special = (key: SpecialKey): Entry => ({ kind: 'special', special: key });

const flying = (phone: PhoneState): boolean => phone.settings.airplane_mode === true;

interface Page {
  readonly title: LabelKey;
  readonly entries: readonly Entry[];
  /** A page whose button stays where it is when the keyboard comes up, and is covered by it. */
  readonly onKeyboard?: 'nothing';
}

/** Settings, page by page; `root` is the first. The path to a setting follows from the links. */
export const pages: Readonly<Record<PageKey, Page>> = {
  root: {
    title: 'a.settings',
    entries: [
      link('network', 'wifi', 'p.network.sum'),
      link('connected', 'bluetooth', 'p.connected.sum'),
      link('apps', 'apps', 'p.apps.sum'),
      link('notifications', 'bell', 'p.notifications.sum'),
      link('battery', 'battery'),
      link('storage', 'storage', 'storage_used'),
      link('sound', 'sound', 'p.sound.sum'),
      link('display', 'display', 'p.display.sum'),
      link('accessibility', 'accessibility', 'p.accessibility.sum'),
      link('security', 'lock', 'p.security.sum'),
      link('privacy', 'eye', 'p.privacy.sum'),
      link('location', 'pin', 'location'),
      link('system', 'gear', 'p.system.sum'),
      link('about', 'info', 'device_name'),
    ],
  },
  network: {
    title: 'p.network',
    entries: [
      link('internet', 'wifi', 'network_name'),
      fact('sims', 'signal'),
      setting('airplane_mode', { icon: 'plane', summary: 'n.airplane' }),
      link('hotspot', 'hotspot', 'hotspot'),
      link('data_saver', 'saver', 'data_saver'),
      fact('vpn'),
      setting('private_dns'),
    ],
  },
  internet: {
    title: 'p.internet',
    entries: [
      setting('wifi', { icon: 'wifi' }),
      setting('mobile_data', { icon: 'signal', summary: 'n.mobile_data', off: flying }),
      header('h.networks'),
      special('wifi_networks'),
      link('network_prefs', 'gear'),
    ],
  },
  network_prefs: {
    title: 'p.network_prefs',
    entries: [setting('wifi_auto', { off: (phone) => phone.settings.location !== true }), setting('open_networks')],
  },
  hotspot: {
    title: 'p.hotspot',
    entries: [
      setting('hotspot', { off: flying }),
      setting('hotspot_name'),
      link('hotspot_password'),
      setting('usb_tethering', { off: () => true }),
      setting('bluetooth_tethering', { off: (phone) => phone.settings.bluetooth !== true }),
    ],
  },
  hotspot_password: { title: 'p.hotspot_password', entries: [special('password_field')], onKeyboard: 'nothing' },
  data_saver: { title: 'p.data_saver', entries: [setting('data_saver'), note('n.data_saver')] },
  connected: {
    title: 'p.connected',
    entries: [
      setting('bluetooth', { icon: 'bluetooth' }),
      special('pair'),
      header('h.saved_devices'),
      special('devices'),
      link('connection_prefs', 'gear'),
    ],
  },
  connection_prefs: {
    title: 'p.connection_prefs',
    entries: [setting('nfc', { icon: 'signal' }), setting('printing'), setting('nearby_share', { icon: 'share' })],
  },
  apps: { title: 'p.apps', entries: [link('all_apps', 'apps'), setting('unknown_sources')] },
  all_apps: { title: 'p.all_apps', entries: [special('apps')] },
  notifications: {
    title: 'p.notifications',
    entries: [
      setting('notification_history'),
      setting('bubbles'),
      link('dnd', 'bell', 'dnd'),
      setting('silent_icons'),
      setting('notification_dot'),
      setting('lock_notifications'),
    ],
  },
  dnd: { title: 'p.dnd', entries: [setting('dnd'), setting('repeat_callers', { off: (phone) => phone.settings.dnd !== true })] },
  battery: {
    title: 'p.battery',
    entries: [
      fact('battery_level', 'battery'),
      link('battery_saver', 'saver', 'battery_saver'),
      setting('adaptive_battery'),
      setting('battery_percentage'),
    ],
  },
  battery_saver: { title: 'p.battery_saver', entries: [setting('battery_saver'), note('n.battery_saver')] },
  storage: { title: 'p.storage', entries: [fact('used', 'storage'), fact('images')] },
  sound: {
    title: 'p.sound',
    entries: [
      header('h.volume'),
      setting('media_volume', { icon: 'sound' }),
      setting('call_volume', { icon: 'phone' }),
      setting('ring_volume', { icon: 'bell' }),
      setting('alarm_volume', { icon: 'clock' }),
      setting('vibrate_calls'),
      link('dnd', 'bell', 'dnd'),
      setting('ringtone'),
      header('h.sounds'),
      setting('dial_tones'),
      setting('lock_sounds'),
      setting('charging_sounds'),
      setting('touch_sounds'),
    ],
  },
  display: {
    title: 'p.display',
    entries: [
      setting('brightness'),
      setting('adaptive_brightness'),
      link('lock_screen'),
      setting('screen_timeout'),
      header('h.appearance'),
      setting('dark_theme', { off: (phone) => phone.settings.battery_saver === true }),
      link('font_size', undefined, 'font_size'),
      link('night_light', undefined, 'night_light'),
      header('h.other'),
      setting('colors'),
      setting('auto_rotate'),
    ],
  },
  font_size: { title: 'p.font_size', entries: [special('font_preview'), setting('font_size')] },
  lock_screen: {
    title: 'p.lock_screen',
    entries: [setting('lock_notifications'), setting('double_line_clock'), setting('device_controls')],
  },
  night_light: {
    title: 'p.night_light',
    entries: [setting('night_light'), setting('night_light_level', { off: (phone) => phone.settings.night_light !== true })],
  },
  accessibility: {
    title: 'p.accessibility',
    entries: [link('text_display', 'display'), setting('magnification'), setting('captions'), setting('remove_animations')],
  },
  text_display: {
    title: 'p.text_display',
    entries: [
      link('font_size', undefined, 'font_size'),
      setting('bold_text'),
      setting('high_contrast'),
      setting('color_inversion'),
      setting('dark_theme'),
    ],
  },
  security: {
    title: 'p.security',
    entries: [setting('screen_lock', { icon: 'lock' }), setting('find_device', { icon: 'pin' }), fact('encryption')],
  },
  privacy: {
    title: 'p.privacy',
    entries: [
      link('location_apps', 'pin'),
      setting('camera_access'),
      setting('microphone_access'),
      setting('show_passwords'),
      setting('clipboard_access'),
    ],
  },
  location: {
    title: 'p.location',
    entries: [setting('location', { icon: 'pin' }), link('location_apps'), link('location_services'), note('n.location')],
  },
  location_apps: { title: 'p.location_apps', entries: [special('location_apps')] },
  location_services: { title: 'p.location_services', entries: [setting('wifi_scanning'), setting('bluetooth_scanning')] },
  system: {
    title: 'p.system',
    entries: [
      link('language_input', 'globe'),
      link('gestures', 'phone'),
      link('date_time', 'clock'),
      link('backup', 'refresh', 'backup'),
      fact('system_update', 'info'),
      link('reset', 'refresh'),
    ],
  },
  language_input: {
    title: 'p.language_input',
    entries: [
      special('languages'),
      header('h.input'),
      link('keyboard', 'keyboard'),
      header('h.tools'),
      setting('spell_checker'),
      setting('pointer_speed'),
    ],
  },
  keyboard: {
    title: 'p.keyboard',
    entries: [setting('key_vibration'), setting('key_sound'), setting('auto_correction'), setting('suggestions')],
  },
  gestures: { title: 'p.gestures', entries: [setting('quick_camera'), setting('flip_to_shhh'), setting('lift_to_check')] },
  date_time: {
    title: 'p.date_time',
    entries: [
      setting('auto_time'),
      fact('date'),
      fact('time'),
      header('h.time_zone'),
      setting('auto_time_zone'),
      special('time_zone'),
      header('h.time_format'),
      setting('use_24h'),
    ],
  },
  backup: { title: 'p.backup', entries: [setting('backup')] },
  reset: { title: 'p.reset', entries: [special('reset_network'), special('erase_all')] },
  about: {
    title: 'p.about',
    entries: [
      setting('device_name'),
      fact('phone_number'),
      header('h.device'),
      fact('model'),
      fact('android_version'),
      fact('security_update'),
      fact('ip_address'),
      fact('wifi_mac'),
      fact('build'),
      fact('uptime'),
    ],
  },
};

/** Label keys of the pages that lead to the one that holds the setting, outermost first; empty when no page shows it. */
export function pathTo(holds: (entry: Entry) => boolean): readonly LabelKey[] {
  const seen = new Set<PageKey>(['root']);
  const queue: { readonly page: PageKey; readonly path: readonly LabelKey[] }[] = [{ page: 'root', path: [] }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { page, path } = next;
    if (pages[page].entries.some(holds)) return path;
    for (const entry of pages[page].entries) {
      if (entry.kind !== 'link' || seen.has(entry.page)) continue;
      seen.add(entry.page);
      queue.push({ page: entry.page, path: [...path, pages[entry.page].title] });
    }
  }
  return [];
}
