import { label } from '../labels/label.ts';
import { type Change, inOrder, type PhoneState } from '../phone-state.ts';
import { hash, randomFrom } from '../random.ts';
import type { Dialog, Item, ListScreen, Screen } from '../screen.ts';
import { type App, appState, askFor, closeDialog, goBack, open, openDialog, placeOf, screenKey } from './app.ts';
import { everybody, personById } from './contacts.ts';
import { fullName, peopleOf } from './people.ts';
import { shelf } from './shelf.ts';

const id = 'messages';

interface Message {
  readonly mine: boolean;
  readonly text: string;
  /** The phone's time. */
  readonly at: number;
}
interface Messages {
  /** By the person they are with; the newest message last. */
  readonly conversations: Readonly<Record<string, readonly Message[]>>;
  readonly draft: string;
  readonly query: string;
}

const kept = shelf<Messages>(id);
const greetings = [
  'Are we still on for tomorrow?',
  'Thanks for your help!',
  'I sent you the photos.',
  'See you at seven.',
  'Can you call me later?',
  'Happy birthday!',
];

const withWhom = (phone: PhoneState, personId: string): string => {
  const person = personById(phone, personId);
  return person === undefined ? personId : fullName(person);
};

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

const none = (phone: PhoneState): Item => ({ kind: 'text', key: 'none', text: label(phone, 'm.none') });

function list(phone: PhoneState): ListScreen {
  const { conversations } = kept.read(phone);
  const rows = Object.entries(conversations)
    .filter(([, messages]) => messages.length > 0)
    .sort(([, a], [, b]) => (b.at(-1)?.at ?? 0) - (a.at(-1)?.at ?? 0))
    .map(
      ([personId, messages]): Item => ({
        kind: 'row',
        key: personId,
        title: withWhom(phone, personId),
        summary: messages.at(-1)?.text ?? '',
        icon: 'person',
        tap: inOrder(
          kept.put(() => ({ draft: '' })),
          open(id, 'conversation', personId),
        ),
      }),
    );
  return {
    ...frame(phone, label(phone, 'a.messages')),
    items: rows.length > 0 ? rows : [none(phone)],
    floating: {
      key: 'new',
      label: label(phone, 'm.new'),
      icon: 'plus',
      tap: inOrder(
        kept.put(() => ({ query: '' })),
        open(id, 'new'),
      ),
    },
  };
}

/** Whom to write to; the list shrinks as the name is typed. */
function newConversation(phone: PhoneState): ListScreen {
  const { query } = kept.read(phone);
  const people = everybody(phone).filter((person) => fullName(person).toLowerCase().includes(query.trim().toLowerCase()));
  return {
    ...frame(phone, label(phone, 'm.new')),
    up: goBack(id),
    items: [
      {
        kind: 'field',
        key: 'to',
        field: { key: 'to', hint: label(phone, 'm.to'), value: query, change: (text) => kept.put(() => ({ query: text })) },
      },
      ...people.map(
        (person): Item => ({
          kind: 'row',
          key: person.id,
          title: fullName(person),
          summary: person.phone,
          icon: 'person',
          tap: inOrder(
            kept.put(() => ({ draft: '' })),
            goBack(id),
            open(id, 'conversation', person.id),
          ),
        }),
      ),
    ],
  };
}

const send =
  (personId: string): Change =>
  (phone) => {
    const { draft, conversations } = kept.read(phone);
    if (draft.trim() === '') return phone;
    const message: Message = { mine: true, text: draft, at: phone.now };
    return kept.put(() => ({ draft: '', conversations: { ...conversations, [personId]: [...(conversations[personId] ?? []), message] } }))(
      phone,
    );
  };

function conversation(phone: PhoneState, personId: string): ListScreen {
  const { conversations, draft } = kept.read(phone);
  const messages = conversations[personId] ?? [];
  const change = (text: string): Change => kept.put(() => ({ draft: text }));
  return {
    ...frame(phone, withWhom(phone, personId)),
    up: goBack(id),
    dialog: askDelete(phone, personId),
    actions: [{ key: 'delete', label: label(phone, 'w.delete'), icon: 'trash', tap: openDialog(id, { name: 'delete' }) }],
    items:
      messages.length === 0
        ? [none(phone)]
        : messages.map(
            (message, i): Item => ({
              kind: 'row',
              key: `message${i}`,
              title: message.text,
              summary: message.mine ? label(phone, 'm.you') : withWhom(phone, personId),
            }),
          ),
    footer: [
      { kind: 'field', key: 'text', field: { key: 'text', hint: label(phone, 'm.text'), value: draft, change } },
      { kind: 'button', key: 'send', title: label(phone, 'w.send'), tap: send(personId), disabled: draft.trim() === '' },
    ],
  };
}

function askDelete(phone: PhoneState, personId: string): Dialog | null {
  if (appState(phone, id).dialog?.name !== 'delete') return null;
  const remove = inOrder(
    closeDialog(id),
    goBack(id),
    kept.put(({ conversations }) => ({ conversations: { ...conversations, [personId]: [] } })),
  );
  return {
    key: 'delete',
    title: label(phone, 'm.delete.ask'),
    buttons: [
      { key: 'negative', title: label(phone, 'w.cancel'), tap: closeDialog(id) },
      { key: 'positive', title: label(phone, 'w.delete'), tap: remove },
    ],
    dismiss: closeDialog(id),
  };
}

function screen(phone: PhoneState): Screen {
  const { screen: name, arg = '' } = placeOf(phone, id);
  if (name === 'new') return newConversation(phone);
  return name === 'conversation' ? conversation(phone, arg) : list(phone);
}

function firstMessages(seed: number): Messages['conversations'] {
  const random = randomFrom(seed ^ hash(id));
  const people = peopleOf(seed).slice(0, 4);
  return Object.fromEntries(
    people.map((person, i) => [person.id, [{ mine: false, text: greetings[Math.floor(random() * greetings.length)] ?? '', at: i }]]),
  );
}

/** Conversations by text: read, write, begin, delete. Asks to send notifications on its first start. */
export const messages: App = {
  id,
  data: (seed) => ({ conversations: firstMessages(seed), draft: '', query: '' }) satisfies Messages,
  screen,
  opened: askFor(id, 'notifications'),
  facts: (phone) => ({
    conversations: Object.entries(kept.read(phone).conversations).map(([personId, all]) => ({
      with: withWhom(phone, personId),
      messages: all.map(({ mine, text }) => ({ mine, text })),
    })),
    draft: kept.read(phone).draft,
  }),
};
