import { label } from '../labels/label.ts';
import { inOrder, type PhoneState } from '../phone-state.ts';
import type { Screen } from '../screen.ts';
import { type App, appState, askFor, focusOn, goBack, keep, open, placeOf, screenKey } from './app.ts';

const id = 'maps';
const places = [
  'Harbor Bakery',
  'Central Station',
  'City Library',
  'Maple Park',
  'North Pharmacy',
  'Old Mill Museum',
  'Riverside Clinic',
  'Sunday Market',
  'University',
  'West Pier',
];

const query = (phone: PhoneState): string => String(appState(phone, id).data.query ?? '');

function list(phone: PhoneState): Screen {
  const key = screenKey(id, placeOf(phone, id));
  const searching = placeOf(phone, id).screen === 'search';
  const words = searching ? query(phone).trim().toLowerCase() : '';
  const search = screenKey(id, { screen: 'search' });
  return {
    kind: 'list',
    key,
    title: label(phone, 'a.maps'),
    dialog: null,
    back: goBack(id),
    ...(searching
      ? {
          up: goBack(id),
          search: {
            key: 'query',
            hint: label(phone, 'w.search'),
            value: query(phone),
            change: (text: string) => keep(id, { query: text }),
          },
        }
      : {
          searchBar: {
            label: label(phone, 'w.search'),
            tap: inOrder(keep(id, { query: '' }), open(id, 'search'), focusOn(search, 'query')),
          },
        }),
    actions: [],
    items: places
      .filter((name) => name.toLowerCase().includes(words))
      .map((name) => ({ kind: 'row' as const, key: name, title: name, icon: 'pin' as const })),
    footer: [],
    onKeyboard: 'nothing',
  };
}

/** A list of places; asks for the location on its first start. The keyboard covers the list's end. */
export const maps: App = { id, data: () => ({ query: '' }), screen: list, opened: askFor(id, 'location') };
