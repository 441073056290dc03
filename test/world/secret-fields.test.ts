import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';

const android = (attributes: string): string =>
  `<hierarchy rotation="0" width="1080" height="2400"><node index="0" class="android.widget.FrameLayout" package="a" bounds="[0,0][1080,2400]"><node index="0" class="android.widget.EditText" package="a" clickable="true" enabled="true" password="true" bounds="[0,300][1080,420]" ${attributes} /></node></hierarchy>`;

test.each([
  ['in its text', android('text="hunter2"')],
  ['repeated for screen readers', android('text="hunter2" content-desc="hunter2"')],
  [
    'on iOS, as value and label',
    '<XCUIElementTypeApplication type="XCUIElementTypeApplication" name="A" label="A" visible="true" enabled="true" x="0" y="0" width="390" height="844"><XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" value="hunter2" name="field" label="hunter2" visible="true" enabled="true" x="0" y="100" width="390" height="44"/></XCUIElementTypeApplication>',
  ],
])('W8 a password %s enters no part of a page', (_, source) => {
  const page = pageOf(source);
  expect(page.elements.some((element) => element.secret === true)).toBe(true);
  expect(JSON.stringify(page)).not.toContain('hunter2');
});

test('a switch beside its own name has no value of that name', () => {
  const page = pageOf(
    '<XCUIElementTypeApplication type="XCUIElementTypeApplication" name="S" label="S" visible="true" enabled="true" x="0" y="0" width="390" height="844"><XCUIElementTypeTable type="XCUIElementTypeTable" visible="true" enabled="true" x="0" y="0" width="390" height="844"><XCUIElementTypeCell type="XCUIElementTypeCell" visible="true" enabled="true" x="0" y="100" width="390" height="44"><XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value="Wi-Fi" name="Wi-Fi" label="Wi-Fi" visible="true" enabled="true" x="16" y="110" width="100" height="24"/><XCUIElementTypeSwitch type="XCUIElementTypeSwitch" value="1" name="Wi-Fi" label="Wi-Fi" visible="true" enabled="true" x="320" y="106" width="51" height="31"/></XCUIElementTypeCell></XCUIElementTypeTable></XCUIElementTypeApplication>',
  );
  expect(page.elements.find((element) => element.role === 'switch')).toMatchObject({ label: 'Wi-Fi', states: ['on'] });
  expect(page.elements.find((element) => element.role === 'switch')?.value).toBeUndefined();
});
