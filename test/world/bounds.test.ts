import { expect, test } from 'vitest';
import { readBounds } from '../../world/node-attributes.ts';

test.each([
  ['[0,210][1080,256]', [0, 210, 1080, 256]],
  ['[-3,-1][20,30]', [-3, -1, 20, 30]],
  ['[0,256.2000000000007][1080.5,403.9]', [0, 256, 1080, 403]],
  ['{0, 1, 2, 3}', [0, 1, 2, 3]],
  ['', null],
  ['[0,0][1]', null],
  ['[0,0][12345678901,2]', null],
])('the bounds %s are read as %j, a fraction of a pixel cut off', (text, bounds) => {
  expect(readBounds(text)).toEqual(bounds);
});
