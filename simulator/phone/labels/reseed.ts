import { hash, randomFrom, shuffled } from '../random.ts';
import type { LabelKey } from './en.ts';

/** Words that mean something on every phone are replaced by others that mean the same. */
export const sameMeaning: Partial<Record<LabelKey, readonly string[]>> = {
  'w.ok': ['OK', 'Done', 'Got it', 'Confirm'],
  'w.cancel': ['Cancel', 'Not now', 'Dismiss', 'No, thanks'],
  'w.change': ['Change', 'Switch now', 'Apply', 'Continue'],
  'w.save': ['Save', 'Apply', 'Store', 'Done'],
  'w.connect': ['Connect', 'Join'],
  'w.allow_while_using': ['While using the app', 'Allow while in use', 'Allow only while the app is open'],
  'w.allow_once': ['Only this time', 'Allow once', 'Just once'],
  'w.deny': ['Don’t allow', 'Deny', 'Refuse'],
  'w.up': ['Navigate up', 'Back', 'Go back'],
  'w.more': ['More options', 'More', 'Menu'],
  'w.search': ['Search', 'Find', 'Look up'],
  'w.search_settings': ['Search here', 'Find anything', 'Look something up'],
  'w.search_apps': ['Find an app', 'Search for an app', 'Look up an app'],
  'w.clear': ['Clear', 'Empty the field', 'Clear query'],
  'w.voice_search': ['Speak', 'Search by voice', 'Say it'],
  'w.on': ['On', 'Active', 'Enabled'],
  'w.off': ['Off', 'Inactive', 'Disabled'],
  'w.close_app': ['Close app', 'Close it', 'End app'],
  'w.wait': ['Wait', 'Keep waiting', 'Give it time'],
  'w.not_responding': ['{app} isn’t responding', '{app} has stopped answering'],
  'w.add': ['Add', 'Create', 'New'],
  'w.delete': ['Delete', 'Remove', 'Erase this'],
  'w.edit': ['Edit', 'Modify', 'Revise'],
  'w.send': ['Send', 'Deliver', 'Send it'],
  'w.done': ['Done', 'Finish', 'Ready'],
  'w.discard': ['Discard', 'Throw away', 'Leave without saving'],
  'w.share': ['Share', 'Pass on', 'Share with'],
  'w.start': ['Start', 'Begin', 'Go'],
  'w.stop': ['Stop', 'End', 'Halt'],
  'w.rename': ['Rename', 'Give a new name', 'Change the name'],
  'w.sign_in': ['Sign in', 'Log in', 'Enter account'],
  'w.sign_out': ['Sign out', 'Log out', 'Leave account'],
  'w.am': ['AM'],
  'w.pm': ['PM'],
  'c.phone': ['Phone number', 'Phone', 'Mobile number'],
  'c.email': ['Email address', 'Email', 'Mail address'],
  'c.first': ['First name', 'Given name', 'Forename'],
  'c.last': ['Last name', 'Family name', 'Surname'],
  'n.title': ['Title', 'Heading', 'Name of the note'],
  'n.body': ['Note text', 'Text', 'Content'],
  'm.to': ['To', 'Recipient', 'Send to'],
  'm.text': ['Message', 'Your message', 'Text of the message'],
  'k.hour': ['Hour', 'Hours'],
  'k.minute': ['Minute', 'Minutes'],
  'k.second': ['Second', 'Seconds'],
  'e.title': ['Event title', 'What', 'Name of the event'],
  'e.date': ['Event date', 'Day', 'On which day'],
  'e.start': ['Start time', 'Starts at', 'Begins at'],
  'e.place': ['Where', 'Location', 'Place'],
  'g.email': ['Email', 'User name', 'Email or user name'],
  'g.password': ['Password', 'Your password', 'Secret word'],
  'n.wifi_password': ['Password', 'Network password', 'Key of the network'],
  'w.no_results': ['Nothing found', 'No match', 'No results here'],
};

const first = (
  'Amber Basalt Birch Cedar Cinder Clear Cobalt Copper Coral Crystal Dawn Deep Distant Drift Dusk Early Ember Fern Field Flint Frost Gentle Golden ' +
  'Granite Harbor Hazel Hidden Hollow Indigo Iron Ivory Jade Juniper Lantern Late Linen Little Long Lunar Maple Marble Meadow Mellow Mint Mossy North ' +
  'Oak Ocean Olive Open Orchard Pale Pebble Pine Plain Quartz Quiet Rain Rapid Reed River Rustic Sable Saffron Sand Silver Slate Slow Small Soft ' +
  'South Spruce Steady Stone Summer Swift Tall Thistle Tidal Velvet Violet Warm West Wild Willow Winter'
).split(' ');
const second = (
  'anchor arch arrow balance basin beacon bench border branch bridge brook canopy canyon castle chamber channel circle cliff compass corner cove current delta ' +
  'engine fence filter flame forest fountain frame garden gate glade grove guide hall handle harvest haven hill horizon island kettle key ladder lamp ledge ' +
  'lens lever lodge loom market mast mill mirror module needle nest node orbit panel parcel passage path pillar pocket pool port quarry quill rack rail ' +
  'range relay ridge ring roof root sail scale shelf shield shore signal spark spire spring station stream table tower trail tunnel valley vault wave well wheel yard'
).split(' ');

/** A table with every label replaced by words drawn from `seed`; placeholders stay, and no two labels become alike. */
export function reseeded(labels: Readonly<Record<LabelKey, string>>, seed: number, locale: string): Readonly<Record<LabelKey, string>> {
  const random = randomFrom(seed ^ hash(locale));
  const pairs = shuffled(first, random).flatMap((a, i) =>
    shuffled(second, random)
      .slice(0, 6 + (i % 3))
      .map((b) => `${a} ${b}`),
  );
  const drawn = shuffled(pairs, random);
  const renamed = Object.entries(labels).map(([key, label], i) => {
    const synonyms = sameMeaning[key as LabelKey];
    if (synonyms !== undefined) return [key, synonyms[Math.floor(random() * synonyms.length)] ?? label];
    const words = drawn[i] ?? `${label} ${i}`;
    const placeholders = label.match(/\{\w+\}/g) ?? [];
    const long = label.length > 40 ? `${words} with ${(drawn[drawn.length - 1 - i] ?? words).toLowerCase()}` : words;
    return [key, [long, ...placeholders].join(' ') + (label.endsWith('?') ? '?' : '')];
  });
  return Object.fromEntries(renamed) as Record<LabelKey, string>;
}
