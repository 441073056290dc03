import type { LabelKey } from '../../labels/en.ts';
import type { SettingValue } from '../../phone-state.ts';

interface Named {
  readonly label: LabelKey;
}
/** A choice's value is stable; its label is what a person reads. */
export interface Option {
  readonly value: string;
  readonly label: LabelKey;
}
export type SettingDefinition =
  | (Named & { readonly kind: 'toggle'; readonly initial: boolean })
  | (Named & { readonly kind: 'slider'; readonly initial: number; readonly max: number; readonly steps?: readonly LabelKey[] })
  | (Named & { readonly kind: 'choice'; readonly initial: string; readonly options: readonly Option[] })
  | (Named & {
      readonly kind: 'words';
      readonly initial: string;
      readonly hint: LabelKey;
      readonly secret?: boolean;
      readonly atLeast?: number;
    });

const toggle = (label: LabelKey, initial: boolean): SettingDefinition => ({ kind: 'toggle', label, initial });
const slider = (label: LabelKey, initial: number, max: number): SettingDefinition => ({ kind: 'slider', label, initial, max });
const options = (...labels: readonly LabelKey[]): Option[] => labels.map((label) => ({ value: label.slice(2), label }));
const choice = (label: LabelKey, initial: string, of: readonly Option[]): SettingDefinition => ({
  kind: 'choice',
  label,
  initial,
  options: of,
});

/** Every setting of the phone by its stable key, with what it is on a phone fresh from the box. */
export const settingDefinitions = {
  wifi: toggle('s.wifi', true),
  mobile_data: toggle('s.mobile_data', true),
  airplane_mode: toggle('s.airplane_mode', false),
  data_saver: toggle('s.data_saver', false),
  private_dns: choice('s.private_dns', 'automatic', options('o.off', 'o.automatic', 'o.hostname')),
  wifi_auto: toggle('s.wifi_auto', true),
  open_networks: toggle('s.open_networks', false),
  hotspot: toggle('s.hotspot', false),
  hotspot_name: { kind: 'words', label: 's.hotspot_name', initial: 'Tapwright', hint: 'n.name_hint' },
  hotspot_password: { kind: 'words', label: 's.hotspot_password', initial: '', hint: 'n.wifi_password', secret: true, atLeast: 8 },
  bluetooth_tethering: toggle('s.bluetooth_tethering', false),
  usb_tethering: toggle('s.usb_tethering', false),
  bluetooth: toggle('s.bluetooth', false),
  nfc: toggle('s.nfc', true),
  printing: toggle('s.printing', true),
  nearby_share: toggle('s.nearby_share', false),
  notification_history: toggle('s.notification_history', false),
  bubbles: toggle('s.bubbles', true),
  silent_icons: toggle('s.silent_icons', false),
  notification_dot: toggle('s.notification_dot', true),
  dnd: toggle('s.dnd', false),
  repeat_callers: toggle('s.repeat_callers', true),
  battery_saver: toggle('s.battery_saver', false),
  adaptive_battery: toggle('s.adaptive_battery', true),
  battery_percentage: toggle('s.battery_percentage', false),
  media_volume: slider('s.media_volume', 8, 15),
  call_volume: slider('s.call_volume', 4, 7),
  ring_volume: slider('s.ring_volume', 5, 7),
  alarm_volume: slider('s.alarm_volume', 6, 7),
  vibrate_calls: toggle('s.vibrate_calls', false),
  ringtone: choice('s.ringtone', 'ring_bells', options('o.ring_bells', 'o.ring_river', 'o.ring_signal', 'o.ring_wood')),
  dial_tones: toggle('s.dial_tones', true),
  lock_sounds: toggle('s.lock_sounds', true),
  charging_sounds: toggle('s.charging_sounds', true),
  touch_sounds: toggle('s.touch_sounds', true),
  brightness: slider('s.brightness', 40, 100),
  adaptive_brightness: toggle('s.adaptive_brightness', true),
  dark_theme: toggle('s.dark_theme', false),
  font_size: {
    kind: 'slider',
    label: 's.font_size',
    initial: 1,
    max: 3,
    steps: ['o.font_small', 'o.font_default', 'o.font_large', 'o.font_largest'],
  },
  screen_timeout: choice('s.screen_timeout', '30s', options('o.15s', 'o.30s', 'o.1m', 'o.2m', 'o.5m', 'o.10m', 'o.30m')),
  auto_rotate: toggle('s.auto_rotate', false),
  colors: choice('s.colors', 'adaptive', options('o.natural', 'o.boosted', 'o.adaptive')),
  night_light: toggle('s.night_light', false),
  night_light_level: slider('s.night_light_level', 30, 100),
  lock_notifications: choice('s.lock_notifications', 'lock_all', options('o.lock_all', 'o.lock_sensitive', 'o.lock_none')),
  double_line_clock: toggle('s.double_line_clock', true),
  device_controls: toggle('s.device_controls', false),
  bold_text: toggle('s.bold_text', false),
  high_contrast: toggle('s.high_contrast', false),
  color_inversion: toggle('s.color_inversion', false),
  remove_animations: toggle('s.remove_animations', false),
  captions: toggle('s.captions', false),
  magnification: toggle('s.magnification', false),
  screen_lock: choice(
    's.screen_lock',
    'lock_swipe',
    options('o.lock_no', 'o.lock_swipe', 'o.lock_pattern', 'o.lock_pin', 'o.lock_password'),
  ),
  find_device: toggle('s.find_device', true),
  unknown_sources: toggle('s.unknown_sources', false),
  camera_access: toggle('s.camera_access', true),
  microphone_access: toggle('s.microphone_access', true),
  show_passwords: toggle('s.show_passwords', true),
  clipboard_access: toggle('s.clipboard_access', true),
  location: toggle('s.location', true),
  wifi_scanning: toggle('s.wifi_scanning', true),
  bluetooth_scanning: toggle('s.bluetooth_scanning', false),
  spell_checker: toggle('s.spell_checker', true),
  pointer_speed: slider('s.pointer_speed', 7, 14),
  key_vibration: toggle('s.key_vibration', true),
  key_sound: toggle('s.key_sound', false),
  auto_correction: toggle('s.auto_correction', true),
  suggestions: toggle('s.suggestions', true),
  quick_camera: toggle('s.quick_camera', true),
  flip_to_shhh: toggle('s.flip_to_shhh', false),
  lift_to_check: toggle('s.lift_to_check', false),
  auto_time: toggle('s.auto_time', true),
  auto_time_zone: toggle('s.auto_time_zone', true),
  use_24h: toggle('s.use_24h', false),
  backup: toggle('s.backup', false),
  device_name: { kind: 'words', label: 's.device_name', initial: 'Tapwright Sim', hint: 'n.name_hint', atLeast: 1 },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingKey = keyof typeof settingDefinitions;

export const settingKeys = Object.keys(settingDefinitions) as readonly SettingKey[];
export const definitionOf = (key: SettingKey): SettingDefinition => settingDefinitions[key];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

export const initialSettings = (): Record<string, SettingValue> =>
  Object.fromEntries(settingKeys.map((key) => [key, settingDefinitions[key].initial]));
