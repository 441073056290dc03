import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Dialog, Field, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, closeDialog, focusOn, goBack, handOver, open, openDialog, placeOf, screenKey, toast } from './app.ts';
import { fullName, type Person, peopleOf } from './people.ts';
import { shelf } from './shelf.ts';

const id = 'contacts';

interface Contacts {
  readonly people: readonly Person[];
  readonly query: string;
  /** What the open form holds. */
  readonly draft: Person;
}

const nobody: Person = { id: '', first: '', last: '', phone: '', email: '', favorite: false };
const kept = shelf<Contacts>(id);

/** Everybody the phone knows, by name. */
export const everybody = (phone: PhoneState): readonly Person[] =>
  [...kept.read(phone).people].sort((a, b) => fullName(a).localeCompare(fullName(b)));

export const personById = (phone: PhoneState, personId: string): Person | undefined =>
  kept.read(phone).people.find((person) => person.id === personId);

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

const editing = (person: Person): Change =>
  inOrder(
    kept.put(() => ({ draft: person })),
    open(id, 'edit', person.id === '' ? 'new' : person.id),
  );

function list(phone: PhoneState): ListScreen {
  const { query } = kept.read(phone);
  const searching = placeOf(phone, id).screen === 'search';
  const people = everybody(phone).filter((person) => !searching || fullName(person).toLowerCase().includes(query.trim().toLowerCase()));
  const rows = people.map(
    (person): Item => ({
      kind: 'row',
      key: person.id,
      title: fullName(person),
      icon: person.favorite ? 'star' : 'person',
      tap: open(id, 'person', person.id),
    }),
  );
  const items = rows.length > 0 ? rows : [{ kind: 'text', key: 'none', text: label(phone, 'c.none') } as const];
  if (searching) {
    const search: Field = {
      key: 'query',
      hint: label(phone, 'c.search'),
      value: query,
      change: (text) => kept.put(() => ({ query: text })),
    };
    return { ...frame(phone, label(phone, 'a.contacts')), up: goBack(id), search, items };
  }
  const startSearch = inOrder(
    kept.put(() => ({ query: '' })),
    open(id, 'search'),
    focusOn(screenKey(id, { screen: 'search' }), 'query'),
  );
  return {
    ...frame(phone, label(phone, 'a.contacts')),
    searchBar: { label: label(phone, 'c.search'), tap: startSearch },
    items,
    floating: { key: 'new', label: label(phone, 'c.new'), icon: 'plus', tap: editing(nobody) },
  };
}

function personPage(phone: PhoneState, person: Person): ListScreen {
  const facts: Item[] = [];
  if (person.phone !== '') facts.push({ kind: 'row', key: 'phone', title: person.phone, summary: label(phone, 'c.phone'), icon: 'phone' });
  if (person.email !== '') facts.push({ kind: 'row', key: 'email', title: person.email, summary: label(phone, 'c.email'), icon: 'send' });
  const favorite = kept.put(({ people }) => ({
    people: people.map((each) => (each.id === person.id ? { ...each, favorite: !each.favorite } : each)),
  }));
  return {
    ...frame(phone, fullName(person)),
    up: goBack(id),
    dialog: askDelete(phone, person),
    actions: [
      { key: 'edit', label: label(phone, 'w.edit'), icon: 'pen', tap: editing(person) },
      { key: 'delete', label: label(phone, 'w.delete'), icon: 'trash', tap: openDialog(id, { name: 'delete' }) },
    ],
    items: [
      ...facts,
      {
        kind: 'row',
        key: 'message',
        title: label(phone, 'c.message'),
        icon: 'message',
        tap: handOver('messages', { screen: 'list' }, { screen: 'conversation', arg: person.id }),
      },
      { kind: 'switch', key: 'favorite', title: label(phone, 'c.favorite'), icon: 'star', on: person.favorite, toggle: favorite },
    ],
  };
}

function askDelete(phone: PhoneState, person: Person): Dialog | null {
  if (appState(phone, id).dialog?.name !== 'delete') return null;
  const remove = inOrder(
    closeDialog(id),
    goBack(id),
    kept.put(({ people }) => ({ people: people.filter((each) => each.id !== person.id) })),
  );
  return {
    key: 'delete',
    title: label(phone, 'c.delete.ask'),
    message: label(phone, 'c.delete.more'),
    buttons: [
      { key: 'negative', title: label(phone, 'w.cancel'), tap: closeDialog(id) },
      { key: 'positive', title: label(phone, 'w.delete'), tap: remove },
    ],
    dismiss: closeDialog(id),
  };
}

const save: Change = (phone) => {
  const { draft, people } = kept.read(phone);
  if (fullName(draft) === '') return toast(label(phone, 'c.need_name'))(phone);
  if (draft.id !== '') {
    const changed = kept.put(() => ({ people: people.map((each) => (each.id === draft.id ? draft : each)) }));
    return inOrder(changed, goBack(id))(phone);
  }
  const last = Math.max(0, ...people.map((each) => Number(each.id.slice(1))));
  const person = { ...draft, id: `p${last + 1}` };
  return inOrder(
    kept.put(() => ({ people: [...people, person] })),
    goBack(id),
    open(id, 'person', person.id),
  )(phone);
};

function form(phone: PhoneState, isNew: boolean): ListScreen {
  const { draft } = kept.read(phone);
  const fields = ['first', 'last', 'phone', 'email'] as const;
  return {
    ...frame(phone, label(phone, isNew ? 'c.new' : 'c.edit')),
    up: goBack(id),
    actions: [{ key: 'save', label: label(phone, 'w.save'), icon: 'check', tap: save }],
    items: fields.map((key) => ({
      kind: 'field',
      key,
      field: {
        key,
        hint: label(phone, `c.${key}`),
        value: draft[key],
        change: (text) => kept.put((now) => ({ draft: { ...now.draft, [key]: text } })),
      },
    })),
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg = '' } = placeOf(phone, id);
  if (name === 'edit') return form(phone, arg === 'new');
  const person = name === 'person' ? personById(phone, arg) : undefined;
  return person === undefined ? list(phone) : personPage(phone, person);
}

/** People with their numbers and addresses: list, search, add, edit, delete, write to. */
export const contacts: App = {
  id,
  data: (seed) => ({ people: peopleOf(seed), query: '', draft: nobody }) satisfies Contacts,
  screen,
  facts: (phone) => ({
    contacts: everybody(phone).map(({ first, last, phone: number, email, favorite }) => ({
      name: fullName({ first, last }),
      phone: number,
      email,
      favorite,
    })),
  }),
};
