import { z } from 'zod';
import { Expect } from '../../world/expectation.ts';

/** What every device tool takes besides its arguments (rule P39); taken off before execution (rule P40). */
export const metadata = {
  purpose: z.string().trim().min(1).max(140),
  expected_outcome: z.string().trim().min(1).max(200),
  expect: Expect.optional(),
  /** For models that return no text before a call (rule P41). Always in the schema, so that tools never change in mid-episode. */
  reflection: z.string().max(300).optional(),
};
