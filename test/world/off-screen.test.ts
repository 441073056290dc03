import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';

test('what could be touched but is off the screen, or has no place, is counted', () => {
  const button = (text: string, bounds: string): string =>
    `<node index="0" class="android.widget.Button" package="a" text="${text}" clickable="true" enabled="true" bounds="${bounds}" />`;
  const page = pageOf(
    `<hierarchy rotation="0" width="1080" height="2400"><node index="0" class="android.widget.FrameLayout" package="a" bounds="[0,0][1080,2400]">${button('Here', '[0,300][500,400]')}${button('Left', '[-500,300][-10,400]')}${button('Below', '[0,2500][500,2600]')}${button('Lost', 'garbage')}</node></hierarchy>`,
  );
  expect(page.elements.filter((element) => element.actionable).map((element) => element.label)).toEqual(['Here']);
  expect(page.leftOut).toEqual(['2 elements off the screen', '1 element without a place']);
});
