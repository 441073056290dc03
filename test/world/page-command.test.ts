import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diffCommand } from '../../cli/commands/diff.ts';
import { pageCommand } from '../../cli/commands/page.ts';
import { bar, list, node, row, screen } from './android-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwright-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, source: string): string => {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
};
const source = (on: boolean): string =>
  screen(
    bar('Network'),
    list(row('Wi-Fi', 300, node('Switch', [900, 300, 1040, 390], { checkable: true, checked: on })), row('Bluetooth', 500)),
  );

test('`page --json` prints one line with what the planner would see', async () => {
  const line = await pageCommand(write('a.xml', source(true)), { json: true });
  expect(line).not.toContain('\n');
  const page = JSON.parse(line) as Record<string, unknown>;
  expect(Object.keys(page)).toEqual(['name', 'app', 'elements', 'left_out', 'prompt', 'tokens']);
  expect(page).toMatchObject({ name: 'Shop › Network', app: 'com.example.shop', left_out: [] });
  expect(page.prompt).toBe(
    '# bar\ne1 button: Navigate up\n- Network\n# list\ne3 item: Wi-Fi\ne4 switch on: Wi-Fi\ne5 item: Bluetooth\ne6 list',
  );
  expect(page.elements).toContainEqual({ ref: 'e4', role: 'switch', label: 'Wi-Fi', states: ['on'], bounds: [900, 300, 1040, 390] });
});

test('`page` prints the page for a person, `page --tokens` what it costs', async () => {
  const file = write('b.xml', source(true));
  expect(await pageCommand(file)).toContain('Page: Shop › Network (com.example.shop)');
  expect(await pageCommand(file, { tokens: true })).toMatch(/^\d+ tokens \(page source: \d+, [\d.]+ times as many\)$/);
});

test('`diff` prints the effect and what was observed', async () => {
  const [a, b] = [write('off.xml', source(false)), write('on.xml', source(true))];
  expect(await diffCommand(a, b)).toBe('changed: "Wi-Fi" switch: off → on');
  expect(await diffCommand(a, a)).toBe('unchanged: nothing changed');
  expect(JSON.parse(await diffCommand(a, b, { json: true }))).toMatchObject({
    effect: 'changed',
    changed: [{ label: 'Wi-Fi', what: 'off → on' }],
    same: false,
  });
});

test('a file that is missing, a folder, or no page source is said with its code', async () => {
  await expect(pageCommand(join(folder, 'none.xml'))).rejects.toMatchObject({
    code: 'file_unreadable',
    message: expect.stringContaining('ENOENT'),
  });
  await expect(pageCommand(folder)).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(pageCommand(write('bad.xml', 'Killed'))).rejects.toMatchObject({ code: 'source_not_xml' });
});
