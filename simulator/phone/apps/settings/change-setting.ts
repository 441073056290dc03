import type { Change, SettingValue } from '../../phone-state.ts';

const put =
  (values: Readonly<Record<string, SettingValue>>): Change =>
  (phone) => ({ ...phone, settings: { ...phone.settings, ...values } });

/** Sets one setting, with what it brings about in others. */
export const changeSetting =
  (key: string, value: SettingValue): Change =>
  (phone) => {
    const changed = put({ [key]: value })(phone);
    if (key === 'airplane_mode' && value === true) return put({ wifi: false, bluetooth: false, hotspot: false })(changed);
    if (key === 'airplane_mode') return put({ wifi: true })(changed);
    if (key === 'hotspot' && value === true) return put({ wifi: false })(changed);
    if (key === 'wifi' && value === true) return put({ hotspot: false })(changed);
    if (key === 'bluetooth' && value === false) return put({ bluetooth_tethering: false })(changed);
    if (key === 'battery_saver' && value === true) return put({ dark_theme: true })(changed);
    return changed;
  };
