import type { PhoneState } from '../../phone-state.ts';

/** A place whose time the phone can keep; summer time is left out. */
export interface TimeZone {
  readonly key: string;
  readonly name: string;
  readonly offsetMinutes: number;
}

const table: readonly (readonly [string, number])[] = [
  ['Honolulu', -600],
  ['Anchorage', -540],
  ['Los Angeles', -480],
  ['Denver', -420],
  ['Mexico City', -360],
  ['Chicago', -360],
  ['New York', -300],
  ['Bogotá', -300],
  ['Caracas', -240],
  ['Halifax', -240],
  ['São Paulo', -180],
  ['Buenos Aires', -180],
  ['Cape Verde', -60],
  ['London', 0],
  ['Lisbon', 0],
  ['Lagos', 60],
  ['Berlin', 60],
  ['Paris', 60],
  ['Madrid', 60],
  ['Rome', 60],
  ['Athens', 120],
  ['Cairo', 120],
  ['Johannesburg', 120],
  ['Istanbul', 180],
  ['Nairobi', 180],
  ['Tehran', 210],
  ['Dubai', 240],
  ['Karachi', 300],
  ['Delhi', 330],
  ['Kathmandu', 345],
  ['Dhaka', 360],
  ['Bangkok', 420],
  ['Singapore', 480],
  ['Shanghai', 480],
  ['Perth', 480],
  ['Tokyo', 540],
  ['Seoul', 540],
  ['Adelaide', 570],
  ['Sydney', 600],
  ['Auckland', 720],
];

export const timeZones: readonly TimeZone[] = table.map(([name, offsetMinutes]) => ({
  key: name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '_'),
  name,
  offsetMinutes,
}));

const london: TimeZone = { key: 'london', name: 'London', offsetMinutes: 0 };

export const timeZoneOf = (phone: Pick<PhoneState, 'settings'>): TimeZone =>
  timeZones.find(({ key }) => key === phone.settings.time_zone) ?? london;

export function offsetInWords({ offsetMinutes }: TimeZone): string {
  const ahead = Math.abs(offsetMinutes);
  return `GMT${offsetMinutes < 0 ? '-' : '+'}${String(Math.floor(ahead / 60)).padStart(2, '0')}:${String(ahead % 60).padStart(2, '0')}`;
}
