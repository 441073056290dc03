import { label } from '../../labels/label.ts';
import type { PhoneState } from '../../phone-state.ts';
import type { ListScreen, Screen } from '../../screen.ts';
import { type App, goBack, placeOf, screenKey } from '../app.ts';
import { appPage, permissionPage } from './app-pages.ts';
import { dialogOf } from './dialogs.ts';
import { itemsOf } from './items.ts';
import { type PageKey, pages } from './pages.ts';
import { languagePage, searchAction, searchPage } from './search-pages.ts';
import { settingsId } from './settings-id.ts';
import { timeZonePage } from './time-zone-page.ts';

const isPage = (screen: string): screen is PageKey => Object.hasOwn(pages, screen);

function listPage(phone: PhoneState, page: PageKey): ListScreen {
  const { title, entries, onKeyboard } = pages[page];
  const first = page === 'root';
  return {
    kind: 'list',
    key: screenKey(settingsId, placeOf(phone, settingsId)),
    title: label(phone, title),
    dialog: dialogOf(phone),
    back: goBack(settingsId),
    ...(first ? { searchBar: { label: label(phone, 'w.search_settings'), tap: searchAction(phone).tap } } : { up: goBack(settingsId) }),
    actions: first ? [] : [searchAction(phone)],
    ...itemsOf(phone, entries),
    onKeyboard: onKeyboard ?? 'resize',
  };
}

function screen(phone: PhoneState): Screen {
  const place = placeOf(phone, settingsId);
  if (isPage(place.screen)) return listPage(phone, place.screen);
  switch (place.screen) {
    case 'search':
      return searchPage(phone);
    case 'languages':
      return languagePage(phone);
    case 'time_zone':
      return timeZonePage(phone);
    case 'app':
      return appPage(phone, place.arg ?? '');
    case 'permission':
      return permissionPage(phone, place.arg ?? '');
    default:
      throw new Error(`Settings has no page ${JSON.stringify(place.screen)}`);
  }
}

/** Settings: pages, search, languages, apps and their permissions. */
export const settings: App = { id: settingsId, data: () => ({ query: '', network: 'Harbor-5G' }), screen };
