import { expect, test } from 'vitest';
import type { Page } from '../../world/page.ts';
import { bar, button, list, node, row, screen, seen, text } from './android-source.ts';
import { havePages, pageSource } from './page-files.ts';

const find = (page: Page, label: string, role?: string) => {
  const element = page.elements.find((one) => one.label === label && one.actionable && (role === undefined || one.role === role));
  if (element === undefined) throw new Error(`no ${label} in\n${page.body}`);
  return element;
};
const shop = (...rows: string[]): string => screen(bar('Shop'), list(...rows));

test('W6 a ref stays with its element while it persists: value, state, order and neighbours may change', () => {
  const wifi = (on: boolean, top: number): string =>
    row('Wi-Fi', top, text(on ? 'Home-5G' : 'Off', top + 80), node('Switch', [900, top, 1040, top + 90], { checkable: true, checked: on }));
  const before = seen(shop(wifi(false, 300), row('Bluetooth', 500), row('NFC', 700)));
  const after = seen(shop(row('Airplane mode', 300), row('Bluetooth', 500), wifi(true, 700), row('NFC', 900)), before);
  expect(find(after, 'Wi-Fi', 'item').ref).toBe(find(before, 'Wi-Fi', 'item').ref);
  expect(find(after, 'Wi-Fi', 'switch')).toMatchObject({ ref: find(before, 'Wi-Fi', 'switch').ref, states: ['on'] });
  expect(find(after, 'NFC').ref).toBe(find(before, 'NFC').ref);
  expect(before.elements.map((one) => one.ref)).not.toContain(find(after, 'Airplane mode').ref);
});

test('W6 rows scrolled by exactly one keep their own refs: none passes to the row that took the place', () => {
  const rows = (from: number): string => shop(...Array.from({ length: 8 }, (_, i) => row(`Item ${from + i}`, 200 + i * 150)));
  const before = seen(rows(1));
  const after = seen(rows(2), before);
  for (let n = 2; n <= 8; n++) expect(find(after, `Item ${n}`).ref).toBe(find(before, `Item ${n}`).ref);
  expect(before.elements.map((one) => one.ref)).not.toContain(find(after, 'Item 9').ref);
});

test('W6 on another page every ref is new, also for a button that looks the same, and none is ever given twice', () => {
  const first = seen(screen(bar('Shop'), list(row('Apples', 300), row('Pears', 500), row('Plums', 700))));
  const second = seen(screen(bar('Basket'), button('Pay', 300), text('2 things', 500)), first);
  const third = seen(screen(bar('Shop'), list(row('Apples', 300), row('Pears', 500), row('Plums', 700))), second);
  const refs = [first, second, third].flatMap((page) => page.elements.map((one) => one.ref));
  expect(new Set(refs).size).toBe(refs.length);
  expect(find(second, 'Navigate up').ref).not.toBe(find(first, 'Navigate up').ref);
  expect(third.nextRef).toBe(refs.length + 1);
});

test('W6 a counter in a label does not cost the ref', () => {
  const before = seen(screen(bar('Mail'), button('Inbox (3)', 300), button('Sent', 500), button('Drafts', 700)));
  const after = seen(screen(bar('Mail'), button('Inbox (4)', 300), button('Sent', 500), button('Drafts', 700)), before);
  expect(find(after, 'Inbox (4)').ref).toBe(find(before, 'Inbox (3)').ref);
});

test('W5 what lies under the keyboard is not offered as tappable and is said to be covered', () => {
  const keyboard = node(
    'FrameLayout',
    [0, 1300, 1080, 2000],
    { package: 'com.google.android.inputmethod.latin' },
    node('Button', [0, 1300, 108, 1400], { package: 'com.google.android.inputmethod.latin', text: 'q', clickable: true }),
  );
  const page = seen(screen(bar('Shop'), button('Pay', 1600), button('Search', 300)).replace('</hierarchy>', `${keyboard}</hierarchy>`));
  expect(find(page, 'Pay').covered).toBe('the keyboard');
  expect(page.body).toContain(`${find(page, 'Pay').ref} button covered: Pay`);
  expect(page.notes).toEqual([expect.stringContaining('covered by the keyboard')]);
  expect(find(page, 'Search').covered).toBeUndefined();
});

test('W5 a tab bar under the keyboard of an iPhone is covered', () => {
  const at = (type: string, name: string, box: number[], inside = ''): string =>
    `<XCUIElementType${type} type="XCUIElementType${type}" name="${name}" label="${name}" enabled="true" visible="true" x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}">${inside}</XCUIElementType${type}>`;
  const page = seen(
    `<AppiumAUT>${at('Application', 'Shop', [0, 0, 402, 874], at('TabBar', 'Tab Bar', [0, 795, 402, 54], at('Button', 'Basket', [0, 795, 100, 54])) + at('Button', 'Go', [0, 100, 100, 50]) + at('Keyboard', '', [0, 540, 402, 334], at('Key', 'q', [0, 540, 40, 50]) + at('Button', 'Return', [300, 800, 100, 50])))}</AppiumAUT>`,
  );
  expect(find(page, 'Basket').covered).toBe('the keyboard');
  expect(find(page, 'Go').covered).toBeUndefined();
  expect(find(page, 'Return').covered).toBeUndefined();
  expect(page.body).toContain('… 1 character keys: q');
});

test('W5 a keyboard that the source leaves out covers what stands at the foot of an upright screen', () => {
  const page = (top: number): Page =>
    seen(screen(node('EditText', [0, top, 900, top + 100], { hint: 'Note', focused: true }), button('Send', 1700)), null, {
      keyboard: 'shown',
    });
  expect(find(page(300), 'Send').covered).toBe('the keyboard');
  expect(find(page(300), 'Note').covered).toBeUndefined();
  expect(find(page(1600), 'Send').covered).toBeUndefined();
});

test('W5 what a scrim or a sheet lies over is covered', () => {
  const scrim = node('View', [0, 0, 1080, 2000], { clickable: true, 'content-desc': 'Close sheet' });
  const sheet = node('FrameLayout', [0, 1200, 1080, 2000], {}, button('Share', 1400));
  const page = seen(screen(button('Pay', 300), scrim, sheet));
  expect(find(page, 'Pay').covered).toBe('"Close sheet"');
  expect(find(page, 'Share').covered).toBeUndefined();
});

test('W7 a page of another app than the one in front is stale and not named from it', () => {
  const page = seen(screen(bar('Shop'), button('Pay', 300)), null, { focusedApp: 'com.example.bank' });
  expect(page.name).toBe('Bank › not read yet');
  expect(page.notes).toEqual([
    expect.stringContaining('stale: the system says com.example.bank is in front, this page is of com.example.shop'),
  ]);
});

test('W7 windows of the system over an app are no mismatch', () => {
  const page = seen(screen(bar('Shop'), button('Pay', 300)), null, { focusedApp: 'com.google.android.permissioncontroller' });
  expect(page.notes).toEqual([]);
});

test('W8 a hint is the label of a field, never its value', () => {
  const page = seen(
    screen(
      node('EditText', [0, 300, 900, 400], { text: 'Search…', hint: 'Search…' }),
      node('EditText', [0, 500, 900, 600], { text: 'plums', hint: 'Fruit' }),
    ),
  );
  expect(find(page, 'Search…')).toMatchObject({ role: 'field' });
  expect(find(page, 'Search…').value).toBeUndefined();
  expect(find(page, 'Fruit').value).toBe('plums');
});

test('W8 every blank that stands in a field counts', () => {
  const page = seen(screen(node('EditText', [0, 300, 900, 400], { text: ' a  b ', hint: 'Note' })));
  expect(find(page, 'Note').value).toBe(' a  b ');
});

test('W8 of a password only the length is known, and it stays so when it is shown in clear', () => {
  const field = (attributes: Record<string, string | boolean>): string =>
    screen(
      bar('Log in'),
      text('Name', 250),
      node('EditText', [0, 300, 900, 400], { 'resource-id': 'a:id/secret_word', hint: 'Secret', ...attributes }),
      button('Log in', 600),
    );
  const hidden = seen(field({ text: '••••••••', password: true }));
  expect(find(hidden, 'Secret')).toMatchObject({ states: ['password(8)'], secret: true });
  const shown = seen(field({ text: 'hunter22', password: false }), hidden);
  expect(find(shown, 'Secret')).toMatchObject({ states: ['password(8)'], secret: true });
  expect(JSON.stringify([hidden, shown])).not.toContain('hunter22');
});

test('W8 a password given in clear by the source never enters the page', () => {
  const page = seen(screen(node('EditText', [0, 300, 900, 400], { text: 'hunter22', password: true, hint: 'Password' })));
  expect(JSON.stringify(page)).not.toContain('hunter22');
});

test('W4 bounds are as the source gives them at every scale, and nothing but finite numbers is among them', () => {
  for (const scale of [1, 2, 2.625, 3]) {
    const page = seen(
      screen(button('Pay', 300), '<node class="android.widget.Button" clickable="true" text="odd" bounds="[NaN,0][1,Infinity]"/>'),
      null,
      { scale },
    );
    expect(page.scale).toBe(scale);
    expect(find(page, 'Pay').bounds).toEqual([40, 300, 400, 390]);
    expect(page.elements.flatMap((one) => one.bounds).every(Number.isFinite)).toBe(true);
  }
});

test('labels repeated in rows are told apart by their row', () => {
  const page = seen(
    shop(
      ...['Alice', 'Bob'].map((name, i) =>
        node(
          'LinearLayout',
          [0, 300 + i * 200, 1080, 500 + i * 200],
          {},
          text(name, 320 + i * 200),
          node('Button', [800, 300 + i * 200, 1000, 400 + i * 200], { text: 'Delete', clickable: true }),
        ),
      ),
    ),
  );
  expect(page.elements.filter((one) => one.role === 'button' && one.label.startsWith('Delete')).map((one) => one.label)).toEqual([
    'Delete (Alice)',
    'Delete (Bob)',
  ]);
});

test('S1 hiding and control characters of a text are made visible or dropped, line breaks become blanks', () => {
  const page = seen(screen(text('Pay\n10\u202e01 €\u0007', 300)));
  expect(page.body).toBe('- Pay 10‹U+202E›01 €');
});

test('a text of more than 300 characters is cut with a mark', () => {
  const page = seen(screen(text('x'.repeat(500), 300)));
  expect(page.body).toBe(`- ${'x'.repeat(299)}…`);
});

test('D7 the dialogs of the system are announced', () => {
  const permission =
    '<hierarchy rotation="0" width="1080" height="2000"><node class="android.widget.FrameLayout" package="com.google.android.permissioncontroller" bounds="[0,0][1080,2000]"><node class="android.widget.TextView" package="com.google.android.permissioncontroller" resource-id="com.android.permissioncontroller:id/permission_message" text="Allow Shop to use your location?" bounds="[100,800][900,900]"/><node class="android.widget.Button" package="com.google.android.permissioncontroller" text="Allow" clickable="true" bounds="[100,1000][900,1100]"/></node></hierarchy>';
  const page = seen(permission, seen(screen(bar('Shop'), button('Pay', 300))));
  expect(page.dialog).toBe('Allow Shop to use your location?');
  expect(page.name).toBe('Shop › dialog: Allow Shop to use your location?');
  expect(page.notes).toEqual(['a permission dialog of the system is in front']);
});

test.runIf(havePages)('D7 an app that does not respond is announced', () => {
  const page = seen(pageSource('android/shirates_AppIsNotResponding.xml'));
  expect(page.notes).toEqual(['the system says that an app is not responding']);
  expect(page.dialog).toBe("Settings isn't responding");
});

test('a page that spins is loading, one that shows how far it is is not', () => {
  expect(seen(screen(node('ProgressBar', [500, 900, 600, 1000]))).loading).toBe(true);
  expect(seen(screen(text('Done', 300))).loading).toBe(false);
});
