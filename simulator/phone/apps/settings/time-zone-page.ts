import { label } from '../../labels/label.ts';
import { inOrder, type PhoneState } from '../../phone-state.ts';
import type { ListScreen } from '../../screen.ts';
import { goBack, screenKey } from '../app.ts';
import { changeSetting } from './change-setting.ts';
import { settingsId } from './settings-id.ts';
import { offsetInWords, timeZoneOf, timeZones } from './time-zones.ts';

/** The places whose time the phone can keep; choosing one goes back. */
export const timeZonePage = (phone: PhoneState): ListScreen => ({
  kind: 'list',
  key: screenKey(settingsId, { screen: 'time_zone' }),
  title: label(phone, 'p.time_zone'),
  dialog: null,
  back: goBack(settingsId),
  up: goBack(settingsId),
  actions: [],
  items: timeZones.map((zone) => ({
    kind: 'radio',
    key: `zone_${zone.key}`,
    title: zone.name,
    summary: offsetInWords(zone),
    on: zone.key === timeZoneOf(phone).key,
    tap: inOrder(changeSetting('time_zone', zone.key), goBack(settingsId)),
  })),
  footer: [],
  onKeyboard: 'resize',
});
