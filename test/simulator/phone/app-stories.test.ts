import { expect, test } from 'vitest';
import { factsOf } from '../../../simulator/phone/facts.ts';
import { Hand } from './hand.ts';

const facts = <T>(hand: Hand, app: string): T => factsOf(hand.phone, 0).apps[app] as T;
const write = (hand: Hand, hint: string, text: string): Hand => hand.tap(hint).type(text).do({ kind: 'hide_keyboard' });

interface ContactsFacts {
  contacts: { name: string; phone: string; email: string; favorite: boolean }[];
}

test('a contact is added, changed and deleted, and deleting asks first', () => {
  const hand = new Hand().launch('contacts').tap('New contact');
  write(hand, 'First name', 'Zoe');
  write(hand, 'Last name', 'Quint');
  write(hand, 'Phone number', '+1 555-0100').tap('Save');
  expect(hand.texts).toContain('Zoe Quint');
  expect(facts<ContactsFacts>(hand, 'contacts').contacts.at(-1)).toMatchObject({ name: 'Zoe Quint', phone: '+1 555-0100' });
  hand.tap('Favorite').tap('Edit');
  write(hand, 'Email address', 'zoe@example.com').tap('Save');
  expect(facts<ContactsFacts>(hand, 'contacts').contacts.at(-1)).toMatchObject({ email: 'zoe@example.com', favorite: true });
  hand.tap('Delete').tap('Cancel');
  expect(hand.texts).toContain('zoe@example.com');
  hand.tap('Delete').tap('Delete');
  expect(facts<ContactsFacts>(hand, 'contacts').contacts.some(({ name }) => name === 'Zoe Quint')).toBe(false);
});

test('a contact without a name is not saved', () => {
  const hand = new Hand().launch('contacts').tap('New contact').tap('Save');
  expect(hand.phone.toast?.text).toBe('Enter a name first');
  expect(hand.texts).toContain('First name');
});

interface MessagesFacts {
  conversations: { with: string; messages: { mine: boolean; text: string }[] }[];
}

test('a message is written from a contact’s page, in the other app, and sent once', () => {
  const hand = new Hand({ seed: 2 }).launch('contacts');
  const person = hand.nodes.find(({ id }) => id === 'android:id/title')?.text ?? '';
  hand.tap(person).tap('Text message');
  expect(hand.phone.foreground).toBe('messages');
  hand.tap('Message').type('On my way');
  expect(hand.node('Send').disabled).not.toBe(true);
  hand.tap('Send').tap('Send');
  const conversation = facts<MessagesFacts>(hand, 'messages').conversations.find((each) => each.with === person);
  expect(conversation?.messages.filter(({ mine }) => mine)).toEqual([{ mine: true, text: 'On my way' }]);
  hand.key('back').key('back');
  expect(hand.texts).toContain('On my way');
});

test('a new conversation finds the person by the name typed', () => {
  const hand = new Hand().launch('messages').tap('While using the app');
  const person = facts<ContactsFacts>(hand, 'contacts').contacts[3]?.name ?? '';
  hand.tap('New conversation').tap('To').type(person.slice(0, 5)).do({ kind: 'hide_keyboard' }).tap(person);
  hand.tap('Message').type('Hello 👋').tap('Send');
  expect(
    facts<MessagesFacts>(hand, 'messages')
      .conversations.find((each) => each.with === person)
      ?.messages.at(-1),
  ).toEqual({ mine: true, text: 'Hello 👋' });
});

interface ClockFacts {
  alarms: { time: string; label: string; days: string[]; on: boolean }[];
  timer: { running: boolean; remainingMs: number | null };
}

test('an alarm is set for the evening, repeated on two days, switched off, and a time that is none is refused', () => {
  const hand = new Hand().launch('clock').tap('New alarm');
  write(hand, 'Hour', '25').tap('Save');
  expect(hand.phone.toast?.text).toBe('That is not a time');
  hand.tap('25').key('delete').key('delete').type('6');
  write(hand, 'Minute', '45');
  write(hand.tap('PM'), 'Alarm label', 'Gym').tap('Monday').tap('Friday').tap('Save');
  expect(facts<ClockFacts>(hand, 'clock').alarms.at(-1)).toEqual({ time: '18:45', label: 'Gym', days: ['mon', 'fri'], on: true });
  const toggle = hand.nodes.filter(({ cls }) => cls.endsWith('Switch')).at(-1);
  hand.at(((toggle?.bounds[0] ?? 0) + (toggle?.bounds[2] ?? 0)) / 2, ((toggle?.bounds[1] ?? 0) + (toggle?.bounds[3] ?? 0)) / 2);
  expect(facts<ClockFacts>(hand, 'clock').alarms.at(-1)?.on).toBe(false);
  hand.tap('6:45 PM');
  expect(hand.texts).toContain('Edit alarm');
});

test('a timer runs by the phone’s clock', () => {
  const hand = new Hand().launch('clock').tap('Timer');
  write(hand, 'Minute', '5').tap('Start');
  const before = facts<ClockFacts>(hand, 'clock').timer;
  expect(before).toMatchObject({ running: true });
  hand.key('volume_up');
  expect((before.remainingMs ?? 0) - (facts<ClockFacts>(hand, 'clock').timer.remainingMs ?? 0)).toBe(400);
});

interface NotesFacts {
  notes: { title: string; body: string; pinned: boolean }[];
}

test('a note keeps what is typed, several lines too; a long press deletes; an empty one leaves nothing', () => {
  const hand = new Hand().launch('notes').tap('New note');
  write(hand, 'Title', 'Packing');
  hand.tap('Note text').type('Socks').key('enter').type('Passport').do({ kind: 'hide_keyboard' }).key('back');
  expect(facts<NotesFacts>(hand, 'notes').notes.at(-1)).toMatchObject({ title: 'Packing', body: 'Socks\nPassport' });
  const { bounds } = hand.node('Packing');
  hand.at((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2, 700).tap('Delete');
  hand.tap('New note').key('back');
  expect(facts<NotesFacts>(hand, 'notes').notes).toHaveLength(3);
});

interface CalendarFacts {
  events: { title: string; date: string; start: string; place: string }[];
}

test('an event is entered with its day and time, and stands in the agenda', () => {
  const hand = new Hand().launch('calendar').tap('New event');
  write(hand, 'Event title', 'Concert');
  const date = hand.nodes.find(({ hint }) => hint === 'Event date');
  hand.do({ kind: 'set_text', uid: date?.uid ?? '', text: '2026-03-20', replace: true }).do({ kind: 'hide_keyboard' });
  write(hand, 'Start time', '19:30').tap('Save');
  expect(facts<CalendarFacts>(hand, 'calendar').events.at(-1)).toEqual({ title: 'Concert', date: '2026-03-20', start: '19:30', place: '' });
  expect(hand.texts).toContain('Friday, March 20');
});

interface ShopFacts {
  signedIn: string | null;
  cart: Record<string, number>;
  orders: { lines: Record<string, number>; address: string; total: number }[];
}

test('the shop wants a password, keeps a cart, and asks before it orders', () => {
  const hand = new Hand().launch('shop').tap('Desk lamp').tap('Add to cart').tap('Cart').tap('One more · Desk lamp').tap('Check out');
  write(hand, 'Email', 'ada@example.com');
  write(hand, 'Password', 'wrong').tap('Sign in');
  const button = (): void => {
    const sign = hand.nodes.find(({ cls, text }) => cls.endsWith('Button') && text === 'Sign in');
    hand.at(((sign?.bounds[0] ?? 0) + (sign?.bounds[2] ?? 0)) / 2, ((sign?.bounds[1] ?? 0) + (sign?.bounds[3] ?? 0)) / 2);
  };
  button();
  expect(hand.phone.toast?.text).toBe('Wrong email or password');
  const field = hand.nodes.find(({ password }) => password);
  hand.do({ kind: 'set_text', uid: field?.uid ?? '', text: 'correct-horse', replace: true }).do({ kind: 'hide_keyboard' });
  expect(hand.source).not.toContain('correct-horse');
  button();
  hand.tap('Check out');
  write(hand, 'Street address', '1 Mill Lane').tap('Place order').tap('Cancel');
  expect(facts<ShopFacts>(hand, 'shop').orders).toEqual([]);
  hand.tap('Place order').tap('Place order');
  expect(facts<ShopFacts>(hand, 'shop')).toMatchObject({
    signedIn: 'ada@example.com',
    cart: {},
    orders: [{ lines: { 'Desk lamp': 2 }, address: '1 Mill Lane', total: 54 }],
  });
});

interface FilesFacts {
  files: { path: string; folder: boolean }[];
}

test('a folder is made, a file renamed and another deleted', () => {
  const hand = new Hand().launch('files').tap('New folder');
  write(hand, 'Folder name', 'Trips').tap('OK').tap('Documents');
  const hold = (words: string): void => {
    const { bounds } = hand.node(words);
    hand.at((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2, 700);
  };
  hold('Lease.pdf');
  hand.tap('Rename').tap('Lease.pdf');
  const field = hand.nodes.find(({ cls }) => cls.endsWith('EditText'));
  hand.do({ kind: 'set_text', uid: field?.uid ?? '', text: 'Contract.pdf', replace: true }).tap('OK');
  hold('Recipe.txt');
  hand.tap('Delete').tap('Delete');
  const paths = facts<FilesFacts>(hand, 'files').files.map(({ path }) => path);
  expect(paths).toContain('Trips');
  expect(paths).toContain('Documents/Contract.pdf');
  expect(paths).not.toContain('Documents/Recipe.txt');
});

test('an article is a web page whose links lead on, and Back leads home through them', () => {
  const hand = new Hand().launch('reader').tap('The lighthouse at North Point');
  expect(hand.nodes.some(({ cls }) => cls === 'android.webkit.WebView')).toBe(true);
  expect(hand.texts.some((text) => text.includes('38 metres'))).toBe(true);
  hand.tap('A short history of the harbor');
  expect(facts<{ article: string | null }>(hand, 'reader').article).toBe('A short history of the harbor');
  hand.key('back').key('back');
  expect(facts<{ article: string | null }>(hand, 'reader').article).toBeNull();
});

test('the game has nothing in the tree; a dot is taken where the picture shows it', () => {
  const hand = new Hand().launch('dots');
  const canvas = hand.nodes.find(({ looks }) => looks?.some(({ kind }) => kind === 'dots'));
  expect(hand.texts).toEqual(['Dots']);
  const look = canvas?.looks?.find(({ kind }) => kind === 'dots');
  const dot = look?.kind === 'dots' ? look.dots[0] : undefined;
  const [left, top, right, bottom] = canvas?.frame ?? [0, 0, 0, 0];
  hand.at(left + (dot?.x ?? 0) * (right - left), top + (dot?.y ?? 0) * (bottom - top));
  expect(facts<{ score: number; left: number }>(hand, 'dots')).toEqual({ score: 1, left: 4 });
});
