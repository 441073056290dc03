import { expect, test } from 'vitest';
import { verificationInWords } from '../../world/verification.ts';

test.each([
  ['model', true, 'not verified: nobody looked'],
  ['state', true, 'verified by state: nobody looked'],
  ['state', false, 'not confirmed by state: nobody looked'],
  ['check', true, 'verified by check: nobody looked'],
] as const)('what rests on %s (%s) is called "%s"', (verifiedBy, passed, words) => {
  expect(verificationInWords({ type: 'episode.verified', verifiedBy, passed, detail: 'nobody looked' })).toBe(words);
});
