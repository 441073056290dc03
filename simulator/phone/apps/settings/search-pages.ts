import type { LabelKey } from '../../labels/en.ts';
import { label } from '../../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../../phone-state.ts';
import type { BarAction, Item, ListScreen } from '../../screen.ts';
import { appState, askFor, focusOn, goBack, keep, open, openDialog, permissionKey, screenKey, toast } from '../app.ts';
import { definitionOf } from './definitions.ts';
import { dialogOf } from './dialogs.ts';
import { languages } from './languages.ts';
import { type PageKey, pages, pathTo } from './pages.ts';
import { settingsId } from './settings-id.ts';

const queryOf = (phone: PhoneState): string => String(appState(phone, settingsId).data.query ?? '');

/** Opens the search over any page, with the cursor in its field. */
export const searchAction = (phone: PhoneState): BarAction => ({
  key: 'search',
  label: label(phone, 'w.search_settings'),
  icon: 'search',
  tap: inOrder(keep(settingsId, { query: '' }), open(settingsId, 'search'), focusOn(screenKey(settingsId, { screen: 'search' }), 'query')),
});

const speak: Change = (phone) => {
  if ((phone.permissions[permissionKey(settingsId, 'microphone')] ?? 'ask') === 'ask') return askFor(settingsId, 'microphone')(phone);
  return toast(label(phone, 'n.listening'))(phone);
};

interface Found {
  readonly key: string;
  readonly title: LabelKey;
  readonly page: PageKey;
}

/** Everything that has a name, with the page that shows it. */
const findable: readonly Found[] = (Object.keys(pages) as PageKey[]).flatMap((page) => {
  const { title, entries } = pages[page];
  const self: Found[] = page === 'root' ? [] : [{ key: `page_${page}`, title, page }];
  return [
    ...self,
    ...entries.flatMap((entry): Found[] => {
      if (entry.kind === 'setting') return [{ key: `${page}_${entry.setting}`, title: definitionOf(entry.setting).label, page }];
      const named = entry.kind === 'special' && (entry.special === 'languages' || entry.special === 'time_zone');
      return named ? [{ key: `${page}_${entry.special}`, title: `p.${entry.special}`, page }] : [];
    }),
  ];
});

const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function results(phone: PhoneState): readonly Item[] {
  const query = foldAccents(queryOf(phone).trim());
  if (query === '') return [{ kind: 'text', key: 'empty', text: label(phone, 'n.search_empty') }];
  const hits = findable.filter(({ title }) => foldAccents(label(phone, title)).includes(query));
  if (hits.length === 0) return [{ kind: 'text', key: 'none', text: label(phone, 'w.no_results') }];
  return hits.slice(0, 30).map(({ key, title, page }) => {
    const path = [...pathTo((entry) => entry.kind === 'link' && entry.page === page), pages[page].title].map((part) => label(phone, part));
    return { kind: 'row', key, title: label(phone, title), summary: path.join(' > '), tap: open(settingsId, page) };
  });
}

export const searchPage = (phone: PhoneState): ListScreen => ({
  kind: 'list',
  key: screenKey(settingsId, { screen: 'search' }),
  title: label(phone, 'w.search_settings'),
  dialog: null,
  back: goBack(settingsId),
  up: goBack(settingsId),
  search: {
    key: 'query',
    hint: label(phone, 'w.search_settings'),
    value: queryOf(phone),
    change: (text) => keep(settingsId, { query: text }),
    submit: (now) => ({ ...now, keyboard: { ...now.keyboard, shown: false } }),
  },
  actions:
    queryOf(phone) === ''
      ? [{ key: 'voice', label: label(phone, 'w.voice_search'), icon: 'mic', tap: speak }]
      : [{ key: 'clear', label: label(phone, 'w.clear'), icon: 'close', tap: keep(settingsId, { query: '' }) }],
  items: results(phone),
  footer: [],
  onKeyboard: 'resize',
});

/** All 200 languages; choosing one asks first. */
export const languagePage = (phone: PhoneState): ListScreen => ({
  kind: 'list',
  key: screenKey(settingsId, { screen: 'languages' }),
  title: label(phone, 'p.languages'),
  dialog: dialogOf(phone),
  back: goBack(settingsId),
  up: goBack(settingsId),
  actions: [],
  items: languages.map(({ name, tag }) => ({
    kind: 'radio',
    key: `language_${tag}`,
    title: name,
    on: phone.locale === tag,
    tap: phone.locale === tag ? (same) => same : openDialog(settingsId, { name: 'language', arg: tag }),
  })),
  footer: [],
  onKeyboard: 'resize',
});
