import type { LabelKey } from '../labels/en.ts';
import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import type { Item, ListScreen, Screen } from '../screen.ts';
import { type App, goBack, open, placeOf, screenKey, toast } from './app.ts';
import { shelf } from './shelf.ts';

const id = 'clock';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];

interface Alarm {
  readonly id: string;
  /** Minutes since midnight. */
  readonly minutes: number;
  readonly label: string;
  readonly days: readonly Day[];
  readonly on: boolean;
}
/** What the open alarm form holds, as typed. */
interface Draft {
  readonly id: string;
  readonly hour: string;
  readonly minute: string;
  readonly pm: boolean;
  readonly label: string;
  readonly days: readonly Day[];
}
interface Clock {
  readonly tab: 'alarm' | 'timer' | 'stopwatch';
  readonly alarms: readonly Alarm[];
  readonly draft: Draft;
  readonly timer: { readonly hour: string; readonly minute: string; readonly second: string; readonly endsAt: number | null };
  readonly stopwatch: { readonly startedAt: number | null; readonly kept: number };
}

const kept = shelf<Clock>(id);
const pad = (value: number): string => String(value).padStart(2, '0');

/** A time of day as the phone writes it. */
function timeInWords(phone: PhoneState, minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  if (phone.settings.use_24h === true) return `${pad(hour)}:${pad(minute)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)} ${label(phone, hour < 12 ? 'w.am' : 'w.pm')}`;
}

function daysInWords(phone: PhoneState, on: readonly Day[]): string {
  if (on.length === 0) return label(phone, 'k.once');
  if (on.length === days.length) return label(phone, 'k.every_day');
  return days
    .filter((day) => on.includes(day))
    .map((day) => label(phone, `k.${day}`))
    .join(', ');
}

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

const draftOf = (phone: PhoneState, alarm: Alarm | null): Draft => {
  if (alarm === null) return { id: '', hour: '', minute: '', pm: false, label: '', days: [] };
  const hour = Math.floor(alarm.minutes / 60);
  const shown = phone.settings.use_24h === true ? hour : hour % 12 === 0 ? 12 : hour % 12;
  return { id: alarm.id, hour: String(shown), minute: pad(alarm.minutes % 60), pm: hour >= 12, label: alarm.label, days: alarm.days };
};

const editAlarm =
  (alarm: Alarm | null): Change =>
  (phone) =>
    inOrder(
      kept.put(() => ({ draft: draftOf(phone, alarm) })),
      open(id, 'edit', alarm?.id ?? 'new'),
    )(phone);

function alarmItems(phone: PhoneState): Item[] {
  const { alarms } = kept.read(phone);
  return [...alarms]
    .sort((a, b) => a.minutes - b.minutes)
    .map((alarm) => ({
      kind: 'switch',
      key: alarm.id,
      title: timeInWords(phone, alarm.minutes),
      summary: [alarm.label, daysInWords(phone, alarm.days)].filter((part) => part !== '').join(' · '),
      on: alarm.on,
      toggle: kept.put((now) => ({ alarms: now.alarms.map((each) => (each.id === alarm.id ? { ...each, on: !each.on } : each)) })),
      tap: editAlarm(alarm),
    }));
}

/** The minutes that the form means, or null when they are no time of day. */
function minutesOf(phone: PhoneState, { hour, minute, pm }: Draft): number | null {
  if (!/^\d{1,2}$/.test(hour.trim()) || !/^\d{1,2}$/.test(minute.trim())) return null;
  const [h, m] = [Number(hour), Number(minute)];
  const whole = phone.settings.use_24h === true;
  if (m > 59 || (whole ? h > 23 : h < 1 || h > 12)) return null;
  return (whole ? h : (h % 12) + (pm ? 12 : 0)) * 60 + m;
}

const saveAlarm: Change = (phone) => {
  const { draft, alarms } = kept.read(phone);
  const minutes = minutesOf(phone, draft);
  if (minutes === null) return toast(label(phone, 'k.bad_time'))(phone);
  const fresh = `a${Math.max(0, ...alarms.map((alarm) => Number(alarm.id.slice(1)))) + 1}`;
  const alarm: Alarm = { id: draft.id || fresh, minutes, label: draft.label, days: draft.days, on: true };
  const rest = alarms.filter((each) => each.id !== alarm.id);
  return inOrder(
    kept.put(() => ({ alarms: [...rest, alarm] })),
    goBack(id),
  )(phone);
};

function alarmForm(phone: PhoneState): ListScreen {
  const { draft } = kept.read(phone);
  const set = (values: Partial<Draft>): Change => kept.put((now) => ({ draft: { ...now.draft, ...values } }));
  const field = (key: 'hour' | 'minute' | 'label'): Item => ({
    kind: 'field',
    key,
    field: { key, hint: label(phone, `k.${key}`), value: draft[key], change: (text) => set({ [key]: text }) },
  });
  const half = (pm: boolean): Item => ({
    kind: 'radio',
    key: pm ? 'pm' : 'am',
    title: label(phone, pm ? 'w.pm' : 'w.am'),
    on: draft.pm === pm,
    tap: set({ pm }),
  });
  const remove = inOrder(
    kept.put(({ alarms }) => ({ alarms: alarms.filter((alarm) => alarm.id !== draft.id) })),
    goBack(id),
  );
  const deletion = draft.id === '' ? [] : [{ key: 'delete', label: label(phone, 'w.delete'), icon: 'trash' as const, tap: remove }];
  return {
    ...frame(phone, label(phone, draft.id === '' ? 'k.new_alarm' : 'k.edit_alarm')),
    up: goBack(id),
    actions: [...deletion, { key: 'save', label: label(phone, 'w.save'), icon: 'check', tap: saveAlarm }],
    items: [
      field('hour'),
      field('minute'),
      ...(phone.settings.use_24h === true ? [] : [half(false), half(true)]),
      field('label'),
      { kind: 'header', key: 'repeat', title: label(phone, 'k.repeat') },
      ...days.map(
        (day): Item => ({
          kind: 'check',
          key: day,
          title: label(phone, `k.${day}`),
          on: draft.days.includes(day),
          toggle: set({ days: draft.days.includes(day) ? draft.days.filter((each) => each !== day) : [...draft.days, day] }),
        }),
      ),
    ],
  };
}

const inSeconds = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
};

const startTimer: Change = (phone) => {
  const { timer } = kept.read(phone);
  const seconds = Number(timer.hour) * 3_600 + Number(timer.minute) * 60 + Number(timer.second);
  if (!(seconds > 0)) return toast(label(phone, 'k.bad_time'))(phone);
  return kept.put(() => ({ timer: { ...timer, endsAt: phone.now + seconds * 1_000 } }))(phone);
};

function timerItems(phone: PhoneState): Item[] {
  const { timer } = kept.read(phone);
  if (timer.endsAt !== null) {
    return [
      { kind: 'row', key: 'remaining', title: inSeconds(timer.endsAt - phone.now), summary: label(phone, 'k.remaining'), icon: 'clock' },
      { kind: 'button', key: 'stop', title: label(phone, 'w.stop'), tap: kept.put((now) => ({ timer: { ...now.timer, endsAt: null } })) },
    ];
  }
  const field = (key: 'hour' | 'minute' | 'second'): Item => ({
    kind: 'field',
    key,
    field: {
      key,
      hint: label(phone, `k.${key}`),
      value: timer[key],
      change: (text) => kept.put((now) => ({ timer: { ...now.timer, [key]: text } })),
    },
  });
  return [
    field('hour'),
    field('minute'),
    field('second'),
    { kind: 'button', key: 'start', title: label(phone, 'w.start'), tap: startTimer },
  ];
}

function stopwatchItems(phone: PhoneState): Item[] {
  const { stopwatch } = kept.read(phone);
  const { startedAt } = stopwatch;
  const passed = stopwatch.kept + (startedAt === null ? 0 : phone.now - startedAt);
  const start: Change = (now) => kept.put(() => ({ stopwatch: { ...stopwatch, startedAt: now.now } }))(now);
  const stop: Change = (now) =>
    kept.put(() => ({ stopwatch: { startedAt: null, kept: stopwatch.kept + (startedAt === null ? 0 : now.now - startedAt) } }))(now);
  return [
    { kind: 'row', key: 'elapsed', title: inSeconds(passed), summary: label(phone, 'k.elapsed'), icon: 'clock' },
    startedAt === null
      ? { kind: 'button', key: 'start', title: label(phone, 'w.start'), tap: start }
      : { kind: 'button', key: 'stop', title: label(phone, 'w.stop'), tap: stop },
    { kind: 'button', key: 'reset', title: label(phone, 'w.reset'), tap: kept.put(() => ({ stopwatch: { startedAt: null, kept: 0 } })) },
  ];
}

function main(phone: PhoneState): ListScreen {
  const { tab } = kept.read(phone);
  const tabs: readonly (readonly [Clock['tab'], LabelKey, 'bell' | 'clock' | 'refresh'])[] = [
    ['alarm', 'k.alarm', 'bell'],
    ['timer', 'k.timer', 'clock'],
    ['stopwatch', 'k.stopwatch', 'refresh'],
  ];
  const items = { alarm: alarmItems, timer: timerItems, stopwatch: stopwatchItems }[tab](phone);
  const toTab = (to: Clock['tab']): Change => kept.put(() => ({ tab: to }));
  return {
    ...frame(phone, label(phone, `k.${tab}`)),
    items,
    tabs: tabs.map(([key, title, icon]) => ({ key, title: label(phone, title), icon, on: key === tab, tap: toTab(key) })),
    ...(tab === 'alarm' ? { floating: { key: 'new', label: label(phone, 'k.new_alarm'), icon: 'plus', tap: editAlarm(null) } } : {}),
  };
}

const screen = (phone: PhoneState): Screen => (placeOf(phone, id).screen === 'edit' ? alarmForm(phone) : main(phone));

/** Alarms, a timer and a stopwatch, all by the phone's own clock. Nothing rings. */
export const clock: App = {
  id,
  data: () =>
    ({
      tab: 'alarm',
      alarms: [
        { id: 'a1', minutes: 7 * 60, label: '', days: ['mon', 'tue', 'wed', 'thu', 'fri'], on: false },
        { id: 'a2', minutes: 9 * 60 + 30, label: '', days: ['sat', 'sun'], on: false },
      ],
      draft: { id: '', hour: '', minute: '', pm: false, label: '', days: [] },
      timer: { hour: '', minute: '', second: '', endsAt: null },
      stopwatch: { startedAt: null, kept: 0 },
    }) satisfies Clock,
  screen,
  facts: (phone) => {
    const { alarms, timer, stopwatch } = kept.read(phone);
    return {
      alarms: alarms.map((alarm) => ({
        time: `${pad(Math.floor(alarm.minutes / 60))}:${pad(alarm.minutes % 60)}`,
        label: alarm.label,
        days: alarm.days,
        on: alarm.on,
      })),
      timer: { running: timer.endsAt !== null, remainingMs: timer.endsAt === null ? null : timer.endsAt - phone.now },
      stopwatch: { running: stopwatch.startedAt !== null },
    };
  },
};
