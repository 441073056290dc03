import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import { hash, randomFrom } from '../random.ts';
import type { Dialog, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, closeDialog, draftDialog, goBack, open, openDialog, placeOf, screenKey } from './app.ts';
import { shelf } from './shelf.ts';

const id = 'files';

interface Entry {
  readonly id: string;
  readonly name: string;
  /** The folder it lies in; empty for the top. */
  readonly parent: string;
  /** Kilobytes; null for a folder. */
  readonly size: number | null;
}
interface Files {
  readonly entries: readonly Entry[];
}

const kept = shelf<Files>(id);
const byId = (phone: PhoneState, entryId: string): Entry | undefined => kept.read(phone).entries.find((entry) => entry.id === entryId);

const frame = (phone: PhoneState, title: string): Omit<ListScreen, 'items'> => ({
  kind: 'list',
  key: screenKey(id, placeOf(phone, id)),
  title,
  dialog: dialogOf(phone),
  back: goBack(id),
  actions: [],
  footer: [],
  onKeyboard: 'resize',
});

const sizeInWords = (size: number): string => (size < 1_000 ? `${size} kB` : `${(size / 1_000).toFixed(1)} MB`);

function folder(phone: PhoneState, parent: string): ListScreen {
  const inside = kept
    .read(phone)
    .entries.filter((entry) => entry.parent === parent)
    .sort((a, b) => Number(a.size !== null) - Number(b.size !== null) || a.name.localeCompare(b.name));
  const items = inside.map(
    (entry): Item => ({
      kind: 'row',
      key: entry.id,
      title: entry.name,
      icon: entry.size === null ? 'folder' : 'note',
      ...(entry.size === null ? {} : { summary: sizeInWords(entry.size) }),
      tap: open(id, entry.size === null ? 'folder' : 'file', entry.id),
      hold: openDialog(id, { name: 'menu', arg: entry.id }),
    }),
  );
  return {
    ...frame(phone, byId(phone, parent)?.name ?? label(phone, 'a.files')),
    ...(parent === '' ? {} : { up: goBack(id) }),
    items: items.length > 0 ? items : [{ kind: 'text', key: 'empty', text: label(phone, 'f.empty') }],
    floating: {
      key: 'new',
      label: label(phone, 'f.new_folder'),
      icon: 'plus',
      tap: openDialog(id, { name: 'new', arg: parent, draft: '' }),
    },
  };
}

function filePage(phone: PhoneState, entry: Entry): ListScreen {
  return {
    ...frame(phone, entry.name),
    up: goBack(id),
    actions: [{ key: 'more', label: label(phone, 'w.more'), icon: 'more', tap: openDialog(id, { name: 'menu', arg: entry.id }) }],
    items: [
      { kind: 'header', key: 'details', title: label(phone, 'f.details') },
      { kind: 'row', key: 'name', title: entry.name, summary: sizeInWords(entry.size ?? 0), icon: 'note' },
    ],
  };
}

const named =
  (entryId: string, parent: string, name: string): Change =>
  (phone) => {
    const { entries } = kept.read(phone);
    if (entryId !== '')
      return kept.put(() => ({ entries: entries.map((entry) => (entry.id === entryId ? { ...entry, name } : entry)) }))(phone);
    const fresh = `f${Math.max(0, ...entries.map((entry) => Number(entry.id.slice(1)))) + 1}`;
    return kept.put(() => ({ entries: [...entries, { id: fresh, name, parent, size: null }] }))(phone);
  };

/** An entry and all that lies in it. */
const removed =
  (entryId: string): Change =>
  (phone) => {
    const { entries } = kept.read(phone);
    const gone = new Set([entryId]);
    for (const entry of entries) if (gone.has(entry.parent)) gone.add(entry.id);
    const away = placeOf(phone, id).arg === entryId ? goBack(id) : (same: PhoneState) => same;
    return inOrder(
      away,
      kept.put(() => ({ entries: entries.filter((entry) => !gone.has(entry.id)) })),
    )(phone);
  };

function dialogOf(phone: PhoneState): Dialog | null {
  const { dialog } = appState(phone, id);
  if (dialog === null) return null;
  const arg = dialog.arg ?? '';
  const close = closeDialog(id);
  const cancel = { key: 'negative', title: label(phone, 'w.cancel'), tap: close };
  const entry = byId(phone, arg);
  switch (dialog.name) {
    case 'menu':
      return {
        key: `menu:${arg}`,
        title: entry?.name ?? '',
        choices: [
          { key: 'rename', title: label(phone, 'w.rename'), tap: openDialog(id, { name: 'rename', arg, draft: entry?.name ?? '' }) },
          { key: 'delete', title: label(phone, 'w.delete'), tap: openDialog(id, { name: 'delete', arg }) },
        ],
        buttons: [cancel],
        dismiss: close,
      };
    case 'new':
    case 'rename': {
      const renames = dialog.name === 'rename';
      const name = (dialog.draft ?? '').trim();
      const done = inOrder(named(renames ? arg : '', renames ? '' : arg, name), close);
      const field = {
        key: 'edit',
        hint: label(phone, renames ? 'f.new_name' : 'f.name'),
        value: dialog.draft ?? '',
        change: (text: string) => draftDialog(id, text),
      };
      return {
        key: `${dialog.name}:${arg}`,
        title: label(phone, renames ? 'w.rename' : 'f.new_folder'),
        field: name === '' ? field : { ...field, submit: done },
        buttons: [cancel, { key: 'positive', title: label(phone, 'w.ok'), tap: done, disabled: name === '' }],
        dismiss: close,
      };
    }
    case 'delete':
      return {
        key: `delete:${arg}`,
        title: label(phone, 'f.delete.ask'),
        message: entry?.name ?? '',
        buttons: [cancel, { key: 'positive', title: label(phone, 'w.delete'), tap: inOrder(close, removed(arg)) }],
        dismiss: close,
      };
    default:
      return null;
  }
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg = '' } = placeOf(phone, id);
  const file = name === 'file' ? byId(phone, arg) : undefined;
  return file === undefined ? folder(phone, name === 'folder' ? arg : '') : filePage(phone, file);
}

function firstEntries(seed: number): readonly Entry[] {
  const random = randomFrom(seed ^ hash(id));
  const size = (): number => Math.floor(random() * 4_000) + 20;
  const folders = ['Documents', 'Downloads', 'Pictures', 'Music'].map(
    (name, i): Entry => ({ id: `f${i + 1}`, name, parent: '', size: null }),
  );
  const inside: readonly (readonly [string, string])[] = [
    ['Lease.pdf', 'f1'],
    ['Budget 2026.xlsx', 'f1'],
    ['Recipe.txt', 'f1'],
    ['ticket.pdf', 'f2'],
    ['manual.pdf', 'f2'],
    ['beach.jpg', 'f3'],
    ['birthday.jpg', 'f3'],
    ['river.mp3', 'f4'],
  ];
  return [...folders, ...inside.map(([name, parent], i): Entry => ({ id: `f${i + 5}`, name, parent, size: size() }))];
}

/** Folders and files: open, make a folder, and by a long press rename or delete. */
export const files: App = {
  id,
  data: (seed) => ({ entries: firstEntries(seed) }) satisfies Files,
  screen,
  facts: (phone) => {
    const { entries } = kept.read(phone);
    const pathOf = (entry: Entry): string => {
      const parent = entries.find((each) => each.id === entry.parent);
      return parent === undefined ? entry.name : `${pathOf(parent)}/${entry.name}`;
    };
    return { files: entries.map((entry) => ({ path: pathOf(entry), folder: entry.size === null })) };
  },
};
