import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Dialog, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, closeDialog, goBack, open, openDialog, placeOf, screenKey, toast } from './app.ts';
import { timeZoneOf } from './settings/time-zones.ts';
import { shelf } from './shelf.ts';

const id = 'calendar';

interface Event {
  readonly id: string;
  readonly title: string;
  /** Year-month-day. */
  readonly date: string;
  /** Hours:minutes, of 24; empty for the whole day. */
  readonly start: string;
  readonly place: string;
}
interface Calendar {
  readonly events: readonly Event[];
  /** What the open form holds, as typed. */
  readonly draft: Event & { readonly allDay: boolean };
}

const kept = shelf<Calendar>(id);
const nothing = { id: '', title: '', date: '', start: '', place: '', allDay: false };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = (phone: PhoneState): string => dayOf(phone.now + timeZoneOf(phone).offsetMinutes * 60_000);

const inWords = (phone: PhoneState, date: string): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(phone.locale.startsWith('pt') ? 'pt-BR' : 'en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

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

const edit = (event: Event | null): Change =>
  inOrder(
    (phone) =>
      kept.put(() => ({ draft: event === null ? { ...nothing, date: today(phone) } : { ...event, allDay: event.start === '' } }))(phone),
    open(id, 'edit', event?.id ?? 'new'),
  );

/** What lies ahead, day by day. */
function agenda(phone: PhoneState): ListScreen {
  const ahead = kept
    .read(phone)
    .events.filter(({ date }) => date >= today(phone))
    .sort((a, b) => `${a.date} ${a.start}`.localeCompare(`${b.date} ${b.start}`));
  const items = ahead.flatMap((event, i): Item[] => [
    ...(event.date === ahead[i - 1]?.date ? [] : [{ kind: 'header' as const, key: event.date, title: inWords(phone, event.date) }]),
    {
      kind: 'row',
      key: event.id,
      title: event.title,
      summary: [event.start === '' ? label(phone, 'e.all_day') : event.start, event.place].filter((part) => part !== '').join(' · '),
      icon: 'calendar',
      tap: open(id, 'event', event.id),
    },
  ]);
  return {
    ...frame(phone, label(phone, 'a.calendar')),
    items: items.length > 0 ? items : [{ kind: 'text', key: 'none', text: label(phone, 'e.none') }],
    floating: { key: 'new', label: label(phone, 'e.new'), icon: 'plus', tap: edit(null) },
  };
}

function eventPage(phone: PhoneState, event: Event): ListScreen {
  const place: Item[] =
    event.place === '' ? [] : [{ kind: 'row', key: 'place', title: event.place, summary: label(phone, 'e.place'), icon: 'pin' }];
  return {
    ...frame(phone, event.title),
    up: goBack(id),
    dialog: askDelete(phone, event),
    actions: [
      { key: 'edit', label: label(phone, 'w.edit'), icon: 'pen', tap: edit(event) },
      { key: 'delete', label: label(phone, 'w.delete'), icon: 'trash', tap: openDialog(id, { name: 'delete' }) },
    ],
    items: [
      {
        kind: 'row',
        key: 'date',
        title: inWords(phone, event.date),
        summary: event.start === '' ? label(phone, 'e.all_day') : event.start,
        icon: 'clock',
      },
      ...place,
    ],
  };
}

function askDelete(phone: PhoneState, event: Event): Dialog | null {
  if (appState(phone, id).dialog?.name !== 'delete') return null;
  const remove = inOrder(
    closeDialog(id),
    goBack(id),
    kept.put(({ events }) => ({ events: events.filter((each) => each.id !== event.id) })),
  );
  return {
    key: 'delete',
    title: label(phone, 'e.delete.ask'),
    buttons: [
      { key: 'negative', title: label(phone, 'w.cancel'), tap: closeDialog(id) },
      { key: 'positive', title: label(phone, 'w.delete'), tap: remove },
    ],
    dismiss: closeDialog(id),
  };
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;

const save: Change = (phone) => {
  const { draft, events } = kept.read(phone);
  if (draft.title.trim() === '') return toast(label(phone, 'e.title'))(phone);
  if (!isDate(draft.date)) return toast(label(phone, 'e.bad_date'))(phone);
  const time = /^(\d{1,2}):(\d{2})$/.exec(draft.start);
  if (!draft.allDay && (time === null || Number(time[1]) > 23 || Number(time[2]) > 59)) return toast(label(phone, 'e.bad_time'))(phone);
  const fresh = `e${Math.max(0, ...events.map((event) => Number(event.id.slice(1)))) + 1}`;
  const { allDay, ...written } = draft;
  const event: Event = { ...written, id: draft.id || fresh, start: allDay ? '' : draft.start.padStart(5, '0') };
  return inOrder(
    kept.put(() => ({ events: [...events.filter((each) => each.id !== event.id), event] })),
    goBack(id),
  )(phone);
};

function form(phone: PhoneState): ListScreen {
  const { draft } = kept.read(phone);
  const set = (values: Partial<Calendar['draft']>): Change => kept.put((now) => ({ draft: { ...now.draft, ...values } }));
  const field = (key: 'title' | 'date' | 'start' | 'place'): Item => ({
    kind: 'field',
    key,
    field: { key, hint: label(phone, `e.${key}`), value: draft[key], change: (text) => set({ [key]: text }) },
  });
  return {
    ...frame(phone, label(phone, draft.id === '' ? 'e.new' : 'e.edit')),
    up: goBack(id),
    actions: [{ key: 'save', label: label(phone, 'w.save'), icon: 'check', tap: save }],
    items: [
      field('title'),
      field('date'),
      { kind: 'switch', key: 'all_day', title: label(phone, 'e.all_day'), on: draft.allDay, toggle: set({ allDay: !draft.allDay }) },
      ...(draft.allDay ? [] : [field('start')]),
      field('place'),
    ],
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg } = placeOf(phone, id);
  if (name === 'edit') return form(phone);
  const event = name === 'event' ? kept.read(phone).events.find((each) => each.id === arg) : undefined;
  return event === undefined ? agenda(phone) : eventPage(phone, event);
}

/** Events ahead: read, add, change, delete. */
export const calendar: App = {
  id,
  data: () =>
    ({
      events: [
        { id: 'e1', title: 'Dentist', date: '2026-03-04', start: '10:30', place: 'Riverside Clinic' },
        { id: 'e2', title: 'Team lunch', date: '2026-03-06', start: '12:00', place: 'Harbor Bakery' },
        { id: 'e3', title: 'Library week', date: '2026-03-09', start: '', place: '' },
      ],
      draft: nothing,
    }) satisfies Calendar,
  screen,
  facts: (phone) => ({ events: kept.read(phone).events.map(({ title, date, start, place }) => ({ title, date, start, place })) }),
};
