import type { LabelKey } from '../../labels/en.ts';
import { label } from '../../labels/label.ts';
import type { PhoneState } from '../../phone-state.ts';
import { hash, randomFrom } from '../../random.ts';
import type { FactKey } from './pages.ts';
import { timeZoneOf } from './time-zones.ts';

const drawn = (phone: PhoneState, what: string): number => randomFrom(phone.seed ^ hash(what))();
const digits = (phone: PhoneState, what: string, count: number): string =>
  Array.from({ length: count }, (_, i) => Math.floor(drawn(phone, `${what}${i}`) * 10)).join('');

/** The phone's own time of day, as its clock shows it. */
export function timeOfDay(phone: PhoneState): string {
  const local = new Date(phone.now + timeZoneOf(phone).offsetMinutes * 60_000);
  const minutes = String(local.getUTCMinutes()).padStart(2, '0');
  const hours = local.getUTCHours();
  if (phone.settings.use_24h === true) return `${String(hours).padStart(2, '0')}:${minutes}`;
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The phone's own date, in words of its language. */
export function dateInWords(phone: PhoneState, style: 'long' | 'short'): string {
  const local = new Date(phone.now + timeZoneOf(phone).offsetMinutes * 60_000);
  const locale = phone.locale.startsWith('pt') ? 'pt-BR' : 'en-US';
  return local.toLocaleDateString(
    locale,
    style === 'long' ? { dateStyle: 'long', timeZone: 'UTC' } : { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  );
}

/** Names of the networks nearby; the first is the one the phone knows. */
export function networksNearby(phone: PhoneState): readonly { readonly name: string; readonly secured: boolean }[] {
  const names = ['Harbor-5G', 'Birchwood', 'CoffeeHouse Guest', 'Maple Street 12', 'Library-Public', 'Studio_North'];
  return names
    .map((name) => ({ name, secured: !/Guest|Public/.test(name), at: name === 'Harbor-5G' ? -1 : drawn(phone, name) }))
    .sort((a, b) => a.at - b.at)
    .slice(0, 5);
}

export const batteryLevel = (phone: PhoneState): number => 45 + Math.floor(drawn(phone, 'battery') * 50);

/** What a page says of the phone itself. */
export function factOf(phone: PhoneState, fact: FactKey): { readonly label: LabelKey; readonly value: string } {
  switch (fact) {
    case 'sims':
      return { label: 'i.sims', value: phone.settings.airplane_mode === true ? label(phone, 'p.network.sum') : 'Meridian Mobile' };
    case 'vpn':
      return { label: 'i.vpn', value: label(phone, 'w.none') };
    case 'date':
      return { label: 'i.date', value: dateInWords(phone, 'long') };
    case 'time':
      return { label: 'i.time', value: timeOfDay(phone) };
    case 'phone_number':
      return { label: 'i.phone_number', value: `+1 555-01${digits(phone, 'number', 2)}` };
    case 'model':
      return { label: 'i.model', value: 'Tapwright Sim' };
    case 'android_version':
      return { label: 'p.android_version', value: '11' };
    case 'ip_address':
      return {
        label: 'i.ip_address',
        value: phone.settings.wifi === true ? `192.168.1.${20 + Math.floor(drawn(phone, 'ip') * 200)}` : label(phone, 'w.none'),
      };
    case 'wifi_mac':
      return { label: 'i.wifi_mac', value: `02:00:5e:${digits(phone, 'mac', 6).replace(/(..)(..)(..)/, '$1:$2:$3')}` };
    case 'build':
      return { label: 'i.build', value: `SIM1.${digits(phone, 'build', 6)}.001` };
    case 'security_update':
      return { label: 'i.security_update', value: '2026-02-05' };
    case 'uptime':
      return {
        label: 'i.uptime',
        value: `${1 + Math.floor(drawn(phone, 'uptime') * 90)}:${digits(phone, 'up', 2).replace(/^[6-9]/, '3')}`,
      };
    case 'used':
      return { label: 'i.used', value: `${storageUsed(phone)} GB` };
    case 'images':
      return { label: 'i.images', value: `${3 + Math.floor(drawn(phone, 'images') * 9)} GB` };
    case 'battery_level':
      return { label: 'i.battery_level', value: `${batteryLevel(phone)}%` };
    case 'encryption':
      return { label: 'i.encryption', value: label(phone, 'i.encrypted') };
    case 'system_update':
      return { label: 'i.system_update', value: label(phone, 'i.up_to_date') };
  }
}

/** Gigabytes of 128. */
export const storageUsed = (phone: PhoneState): number => 30 + Math.floor(drawn(phone, 'storage') * 60);
