import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf } from '../../cli/commands/page.ts';
import { AppError } from '../../world/errors.ts';
import { bar, list, row, screen } from './android-source.ts';
import { havePages, pageFiles, pageSource } from './page-files.ts';

const sources = havePages
  ? [...pageFiles('android'), ...pageFiles('ios'), ...pageFiles('ios_fragments')].map(pageSource).filter((one) => one.length < 40_000)
  : [screen(bar('Shop'), list(row('a', 300), row('b', 500)))];

const junk = fc.constantFrom(
  '&#55357;',
  '&#0;',
  '\ud83d',
  '\u0000',
  '<',
  '>',
  '"',
  '</node>',
  '<?xml version="1.0"?>',
  '&amp',
  'bounds="[NaN,1][2,Infinity]"',
  'x="1e999"',
  '<!--',
  '<![CDATA[',
  '\u202e',
  '😀',
);

const change = fc.oneof(
  fc.record({
    kind: fc.constant('cut' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(400),
    put: fc.constant(''),
  }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.constant(0), put: junk }),
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constant(1),
    put: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constant(10_000_000),
    put: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('deepen' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constant(0),
    put: fc.constant('<node bounds="[0,0][9,9]" class="a">'.repeat(200)),
  }),
);

test('W1 a mutated source gives a page or an AppError, never another throw and never a hang', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(change, { minLength: 1, maxLength: 6 }), (which, changes) => {
      let source = sources[which % sources.length] ?? '';
      for (const { at, length, put } of changes) {
        const from = Math.floor(at * source.length);
        source = source.slice(0, from) + put + source.slice(from + length);
      }
      const started = performance.now();
      try {
        const page = pageOf(source);
        for (const element of page.elements) expect(element.bounds.every(Number.isFinite)).toBe(true);
        expect(page.body).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
      expect(performance.now() - started).toBeLessThan(5_000);
    }),
    { numRuns: 300, seed: 4 },
  );
});
