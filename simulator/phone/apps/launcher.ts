import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import { hash, randomFrom, shuffled } from '../random.ts';
import type { AppIcon, Screen } from '../screen.ts';
import { type App, goHome, keep, launcherId, open, placeOf, screenKey } from './app.ts';
import { catalogue, type Installed, installed } from './catalogue.ts';
import { dateInWords } from './settings/facts.ts';

const id = launcherId;
/** Icons on the home screen and in its dock. */
const onHome = 8;
const inDock = 4;

/** The home screen and the app drawer. `launch` brings an app to the front; the machine knows how. */
export const launcher = (launch: (app: string) => Change): App => {
  const iconOf = (phone: PhoneState, app: Installed): AppIcon => ({
    key: app.id,
    label: label(phone, app.label),
    icon: app.icon,
    colour: app.colour,
    tap: launch(app.id),
  });

  const home = (phone: PhoneState): Screen => {
    const random = randomFrom(phone.seed ^ hash('home'));
    const others = shuffled(
      installed.filter((app) => app.id !== 'settings'),
      random,
    );
    // Settings is always in sight; what does not fit is in the drawer alone.
    const shown = shuffled([catalogue.settings, ...others.slice(0, onHome - 1)], random);
    const icons = shown.map((app) => iconOf(phone, app));
    return {
      kind: 'home',
      key: screenKey(id, { screen: 'home' }),
      dialog: null,
      back: (same) => same,
      date: dateInWords(phone, 'short'),
      dock: icons.slice(0, inDock),
      icons: icons.slice(inDock),
      openDrawer: inOrder(keep(id, { query: '' }), open(id, 'drawer')),
      search: { label: label(phone, 'w.search'), tap: inOrder(keep(id, { query: '' }), open(id, 'drawer')) },
    };
  };

  const drawer = (phone: PhoneState): Screen => {
    const key = screenKey(id, { screen: 'drawer' });
    const query = String(phone.apps[id]?.data.query ?? '');
    const icons = installed
      .map((app) => iconOf(phone, app))
      .filter((icon) => icon.label.toLowerCase().includes(query.trim().toLowerCase()))
      .sort((a, b) => a.label.localeCompare(b.label));
    const first = icons[0];
    return {
      kind: 'drawer',
      key,
      dialog: null,
      back: goHome,
      close: goHome,
      icons,
      search: {
        key: 'query',
        hint: label(phone, 'w.search_apps'),
        value: query,
        change: (text) => keep(id, { query: text }),
        ...(first === undefined ? {} : { submit: first.tap }),
      },
    };
  };

  return {
    id,
    data: () => ({ query: '' }),
    screen: (phone) => (placeOf(phone, id).screen === 'drawer' ? drawer(phone) : home(phone)),
  };
};
