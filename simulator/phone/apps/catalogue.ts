import type { LabelKey } from '../labels/en.ts';
import type { Place } from '../phone-state.ts';
import type { IconName } from '../screen.ts';

/** What the system knows of an installed app. */
export interface Installed {
  readonly id: string;
  readonly package: string;
  readonly activity: string;
  readonly label: LabelKey;
  readonly icon: IconName;
  readonly colour: string;
  readonly home: Place;
  /** Permissions the app may ask for. */
  readonly permissions: readonly Permission[];
}

export type Permission = 'location' | 'nearby' | 'microphone' | 'notifications' | 'contacts';

/** The apps with an icon. The launcher is not among them. */
export const catalogue = {
  settings: {
    id: 'settings',
    package: 'com.android.settings',
    activity: '.Settings',
    label: 'a.settings',
    icon: 'gear',
    colour: '#5f6368',
    home: { screen: 'root' },
    permissions: ['nearby', 'microphone'],
  },
  maps: {
    id: 'maps',
    package: 'com.tapwright.sim.maps',
    activity: '.MapsActivity',
    label: 'a.maps',
    icon: 'pin',
    colour: '#188038',
    home: { screen: 'places' },
    permissions: ['location'],
  },
  weather: {
    id: 'weather',
    package: 'com.tapwright.sim.weather',
    activity: '.WeatherActivity',
    label: 'a.weather',
    icon: 'star',
    colour: '#1a73e8',
    home: { screen: 'days' },
    permissions: ['location', 'notifications'],
  },
  contacts: {
    id: 'contacts',
    package: 'com.tapwright.sim.contacts',
    activity: '.ContactsActivity',
    label: 'a.contacts',
    icon: 'person',
    colour: '#1967d2',
    home: { screen: 'list' },
    permissions: [],
  },
  messages: {
    id: 'messages',
    package: 'com.tapwright.sim.messages',
    activity: '.MessagesActivity',
    label: 'a.messages',
    icon: 'message',
    colour: '#0b57d0',
    home: { screen: 'list' },
    permissions: ['notifications', 'contacts'],
  },
  notes: {
    id: 'notes',
    package: 'com.tapwright.sim.notes',
    activity: '.NotesActivity',
    label: 'a.notes',
    icon: 'note',
    colour: '#f29900',
    home: { screen: 'list' },
    permissions: [],
  },
  clock: {
    id: 'clock',
    package: 'com.tapwright.sim.clock',
    activity: '.ClockActivity',
    label: 'a.clock',
    icon: 'clock',
    colour: '#3c4043',
    home: { screen: 'clock' },
    permissions: [],
  },
  calendar: {
    id: 'calendar',
    package: 'com.tapwright.sim.calendar',
    activity: '.CalendarActivity',
    label: 'a.calendar',
    icon: 'calendar',
    colour: '#d93025',
    home: { screen: 'agenda' },
    permissions: [],
  },
  shop: {
    id: 'shop',
    package: 'com.tapwright.sim.shop',
    activity: '.ShopActivity',
    label: 'a.shop',
    icon: 'cart',
    colour: '#9334e6',
    home: { screen: 'products' },
    permissions: [],
  },
  files: {
    id: 'files',
    package: 'com.tapwright.sim.files',
    activity: '.FilesActivity',
    label: 'a.files',
    icon: 'folder',
    colour: '#129eaf',
    home: { screen: 'top' },
    permissions: [],
  },
  reader: {
    id: 'reader',
    package: 'com.tapwright.sim.reader',
    activity: '.ReaderActivity',
    label: 'a.reader',
    icon: 'book',
    colour: '#5c4033',
    home: { screen: 'articles' },
    permissions: [],
  },
  dots: {
    id: 'dots',
    package: 'com.tapwright.sim.dots',
    activity: '.DotsActivity',
    label: 'a.dots',
    icon: 'game',
    colour: '#e8710a',
    home: { screen: 'board' },
    permissions: [],
  },
} as const satisfies Readonly<Record<string, Installed>>;

export type InstalledId = keyof typeof catalogue;
export const installed: readonly Installed[] = Object.values(catalogue);
export const isInstalled = (id: string): id is InstalledId => Object.hasOwn(catalogue, id);
export const installedApp = (id: InstalledId): Installed => catalogue[id];
