import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Dialog, Field, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, closeDialog, focusOn, goBack, open, openDialog, placeOf, screenKey } from './app.ts';
import { shelf } from './shelf.ts';

const id = 'notes';

interface Note {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly pinned: boolean;
}
interface Notes {
  readonly notes: readonly Note[];
  readonly query: string;
}

const kept = shelf<Notes>(id);
const change = (noteId: string, values: Partial<Note>): Change =>
  kept.put(({ notes }) => ({ notes: notes.map((note) => (note.id === noteId ? { ...note, ...values } : note)) }));

const frame = (phone: PhoneState, title: string): Omit<ListScreen, 'items'> => ({
  kind: 'list',
  key: screenKey(id, placeOf(phone, id)),
  title,
  dialog: null,
  back: goBack(id),
  actions: [],
  footer: [],
  onKeyboard: 'resize',
});

/** A fresh note, opened at once; an empty one is thrown away on leaving. */
const begin: Change = (phone) => {
  const { notes } = kept.read(phone);
  const noteId = `n${Math.max(0, ...notes.map((note) => Number(note.id.slice(1)))) + 1}`;
  return inOrder(
    kept.put(() => ({ notes: [...notes, { id: noteId, title: '', body: '', pinned: false }] })),
    open(id, 'note', noteId),
  )(phone);
};

const leave: Change = inOrder(
  goBack(id),
  kept.put(({ notes }) => ({ notes: notes.filter(({ title, body }) => title !== '' || body !== '') })),
);

function list(phone: PhoneState): ListScreen {
  const { notes, query } = kept.read(phone);
  const searching = placeOf(phone, id).screen === 'search';
  const wanted = query.trim().toLowerCase();
  const rows = [...notes]
    .filter(({ title, body }) => (title !== '' || body !== '') && (!searching || `${title}\n${body}`.toLowerCase().includes(wanted)))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned))
    .map(
      (note): Item => ({
        kind: 'row',
        key: note.id,
        title: note.title || note.body.split('\n')[0] || '',
        ...(note.title !== '' && note.body !== '' ? { summary: note.body.replaceAll('\n', ' ') } : {}),
        icon: note.pinned ? 'star' : 'note',
        tap: open(id, 'note', note.id),
        hold: openDialog(id, { name: 'delete', arg: note.id }),
      }),
    );
  const items: Item[] = rows.length > 0 ? rows : [{ kind: 'text', key: 'none', text: label(phone, 'n.none') }];
  if (searching) {
    const search: Field = {
      key: 'query',
      hint: label(phone, 'n.search'),
      value: query,
      change: (text) => kept.put(() => ({ query: text })),
    };
    return { ...frame(phone, label(phone, 'a.notes')), up: goBack(id), search, items };
  }
  const startSearch = inOrder(
    kept.put(() => ({ query: '' })),
    open(id, 'search'),
    focusOn(screenKey(id, { screen: 'search' }), 'query'),
  );
  return {
    ...frame(phone, label(phone, 'a.notes')),
    dialog: askDelete(phone),
    searchBar: { label: label(phone, 'n.search'), tap: startSearch },
    items,
    floating: { key: 'new', label: label(phone, 'n.new'), icon: 'plus', tap: begin },
  };
}

function notePage(phone: PhoneState, note: Note): ListScreen {
  const field = (key: 'title' | 'body'): Item => ({
    kind: 'field',
    key,
    field: {
      key,
      hint: label(phone, `n.${key}`),
      value: note[key],
      multiline: key === 'body',
      change: (text) => change(note.id, { [key]: text }),
    },
  });
  return {
    ...frame(phone, label(phone, 'a.notes')),
    up: leave,
    back: leave,
    dialog: askDelete(phone),
    actions: [
      { key: 'pin', label: label(phone, 'n.pin'), icon: 'pin', tap: change(note.id, { pinned: !note.pinned }) },
      { key: 'delete', label: label(phone, 'w.delete'), icon: 'trash', tap: openDialog(id, { name: 'delete', arg: note.id }) },
    ],
    items: [field('title'), field('body')],
  };
}

function askDelete(phone: PhoneState): Dialog | null {
  const { dialog, places } = appState(phone, id);
  if (dialog?.name !== 'delete') return null;
  const remove = kept.put(({ notes }) => ({ notes: notes.filter((note) => note.id !== dialog.arg) }));
  const away = places.at(-1)?.screen === 'note' ? inOrder(closeDialog(id), goBack(id), remove) : inOrder(closeDialog(id), remove);
  return {
    key: 'delete',
    title: label(phone, 'n.delete.ask'),
    buttons: [
      { key: 'negative', title: label(phone, 'w.cancel'), tap: closeDialog(id) },
      { key: 'positive', title: label(phone, 'w.delete'), tap: away },
    ],
    dismiss: closeDialog(id),
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg } = placeOf(phone, id);
  const note = name === 'note' ? kept.read(phone).notes.find((each) => each.id === arg) : undefined;
  return note === undefined ? list(phone) : notePage(phone, note);
}

/** Notes with a title and a text: write, find, pin, delete (a long press on a row does, too). They are saved as they are typed. */
export const notes: App = {
  id,
  data: () =>
    ({
      notes: [
        { id: 'n1', title: 'Groceries', body: 'Milk\nBread\nApples', pinned: true },
        { id: 'n2', title: 'Ideas for the weekend', body: 'Hike to the old mill', pinned: false },
        { id: 'n3', title: '', body: 'Return the library books by Friday', pinned: false },
      ],
      query: '',
    }) satisfies Notes,
  screen,
  facts: (phone) => ({ notes: kept.read(phone).notes.map(({ title, body, pinned }) => ({ title, body, pinned })) }),
};
