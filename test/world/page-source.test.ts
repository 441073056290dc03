import { expect, test } from 'vitest';
import { parsePageSource } from '../../world/page-source.ts';
import { button, list, node, row, screen, seen, text } from './android-source.ts';
import { havePages, pageFiles, pageSource } from './page-files.ts';

const codeOf = (source: string): string => {
  const parsed = parsePageSource(source);
  return parsed.ok ? 'page' : parsed.code;
};
const good = screen(text('Hello', 100), button('OK', 300));

test.each([
  ['nothing', '', 'source_empty'],
  ['blank lines', ' \n\t\u0000\n', 'source_empty'],
  ['an error text', 'Failed to Dump Window Hierarchy', 'source_not_xml'],
  ['another error text', 'ERROR: null root node returned by UiTestAutomationBridge.', 'source_not_xml'],
  ['an error in JSON', '{"value":{"error":"unknown error","message":"Illegal character (d83d)"}}', 'source_not_xml'],
  ['a page of HTML', '<html><body>502 Bad Gateway</body></html>', 'source_not_xml'],
  ['a source that ends between two elements', good.slice(0, good.indexOf('<node class="android.widget.Button"')), 'source_truncated'],
  ['a source that ends inside a tag', good.slice(0, good.indexOf('bounds="[40,300]')), 'source_truncated'],
  ['a source that ends inside the first tag', '<?xml version="1.0"?><hierarchy rotation="0', 'source_truncated'],
  ['a hierarchy without a node', '<?xml version="1.0"?><hierarchy rotation="0"></hierarchy>', 'source_no_content'],
  [
    'an application and nothing in it',
    '<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Shop" label="Shop" x="0" y="0" width="390" height="844"/></AppiumAUT>',
    'source_no_content',
  ],
  ['an empty AppiumAUT', '<?xml version="1.0"?><AppiumAUT/>', 'source_no_content'],
  ['two documents', good + good, 'source_two_documents'],
  ['a second document that is only begun', `${good}<?xml version="1.0"?>`, 'source_two_documents'],
  ['a page', good, 'page'],
])('W1 %s is told apart from a page', (_what, source, code) => {
  expect(codeOf(source)).toBe(code);
});

test('W1 the message gives the length and the first characters, and an empty source hints at the screen', () => {
  const parsed = parsePageSource('Failed to Dump Window Hierarchy');
  expect(parsed).toMatchObject({
    ok: false,
    message: expect.stringContaining('31 characters, beginning "Failed to Dump Window Hierarchy"'),
  });
  expect(parsePageSource('')).toMatchObject({ message: expect.stringContaining('the screen may be off') });
});

test('W1 a warning line before and a trailer after the page are cut off and noted', () => {
  const parsed = parsePageSource(`WARNING: linker: <libfoo.so> is old\n${good}UI hierchary dumped to: /dev/tty\n`);
  expect(parsed).toMatchObject({ ok: true });
  expect(parsed.ok && parsed.notes).toEqual([expect.stringContaining('WARNING: linker'), expect.stringContaining('UI hierchary dumped')]);
  expect(parsed.ok && parsed.tree.nodes.length).toBe(3);
});

test('W1 a page whose middle is damaged is a page, and says so', () => {
  const parsed = parsePageSource(good.replace('</node><node class="android.widget.Button"', '</nodx><node class="android.widget.Button"'));
  expect(parsed.ok ? parsed.notes.join() : parsed.code).toMatch(/damaged|source_truncated/);
});

test.each([
  ['as references', '&#55357;&#56846;', '\u{1f60e}'],
  ['as hexadecimal references', '&#xD83D;&#xde0e;', '\u{1f60e}'],
  ['raw', '\u{1f60e}', '\u{1f60e}'],
  ['half as a reference', 'ok &#55357;', 'ok \ufffd'],
  ['half, raw', 'ok \ud83d', 'ok \ufffd'],
  ['as U+0000', 'a\u0000b', 'a\ufffdb'],
  ['as &#0;', 'a&#0;b', 'a\ufffdb'],
])('W2 a character given %s survives, and so does the rest', (_how, given, kept) => {
  const parsed = parsePageSource(screen(`<node class="android.widget.TextView" text="${given}" bounds="[0,0][9,9]"/>`, text('after', 100)));
  expect(parsed.ok && parsed.tree.nodes.map((one) => one.text).filter((one) => one !== '')).toEqual([kept, 'after']);
});

test('W2 odd names of elements survive', () => {
  const parsed = parsePageSource(
    '<hierarchy rotation="0"><o.沉 class="o.沉" text="a" bounds="[0,0][9,9]"><a$b class="a$b" text="b" bounds="[0,0][9,9]"/></o.沉></hierarchy>',
  );
  expect(parsed.ok && parsed.tree.nodes.map((one) => [one.tag, one.text])).toEqual([
    ['o.沉', 'a'],
    ['a$b', 'b'],
  ]);
});

test('W3 a tree 5,000 deep is read without recursion and keeps its deepest text', () => {
  const deep = `<hierarchy rotation="0">${'<node class="android.widget.FrameLayout" bounds="[0,0][1080,2000]">'.repeat(5_000)}<node class="android.widget.TextView" text="deep" bounds="[0,0][90,90]"/>${'</node>'.repeat(5_000)}</hierarchy>`;
  const page = seen(deep);
  expect(page.body).toContain('- deep');
});

test('W3 a source that stops at the usual depth limit of its driver is said to be perhaps incomplete', () => {
  const cut = `<AppiumAUT>${'<XCUIElementTypeOther type="XCUIElementTypeOther" visible="true" x="0" y="0" width="390" height="844">'.repeat(50)}${'</XCUIElementTypeOther>'.repeat(50)}</AppiumAUT>`;
  expect(seen(cut).notes).toEqual([expect.stringContaining('may be incomplete: the source stops at depth 50')]);
  expect(seen(good).notes).toEqual([]);
});

test('W3 of 5,000 cells twenty rows are written and the others counted', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => row(`Row ${i}`, 200 + i * 20));
  const page = seen(screen(list(...rows)));
  const written = page.body.split('\n').filter((line) => line.includes('Row '));
  expect(written).toHaveLength(20);
  expect(page.body).toMatch(/e\d+ list: \d+ rows more on screen, not shown, \d+ rows more below/);
  const counted = page.leftOut.map((words) => Number(words.split(' ')[0])).reduce((sum, one) => sum + one, 0);
  expect(counted).toBe(4_980);
});

test('W3 the cells of a grid that stand in one line are one row', () => {
  const cells = Array.from({ length: 42 }, (_, i) =>
    node('TextView', [(i % 7) * 150, 300 + Math.floor(i / 7) * 150, (i % 7) * 150 + 150, 450 + Math.floor(i / 7) * 150], {
      text: `${i + 1}`,
      clickable: true,
    }),
  );
  const page = seen(screen(node('GridView', [0, 300, 1080, 1300], { scrollable: true }, ...cells)));
  expect(page.elements.filter((one) => one.role === 'button')).toHaveLength(42);
});

test.runIf(havePages)('every real source is a page or has its own code', () => {
  const files = [...pageFiles('android'), ...pageFiles('ios'), ...pageFiles('ios_fragments')];
  const refused = files.map((file) => [file, codeOf(pageSource(file))]).filter(([, code]) => code !== 'page');
  expect(refused).toEqual([
    ['android/alumnium_uia2_two_documents.xml', 'source_two_documents'],
    ['ios/mobster_settings_ios26_truncated.xml', 'source_truncated'],
  ]);
});
