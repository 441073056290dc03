import { z } from 'zod';
import { Expect } from '../../world/expectation.ts';

/** What every device tool requires besides its arguments (rule P39). Taken off before execution (rule P40). */
export const Metadata = z.object({
  purpose: z.string().trim().min(1).max(140),
  expected_outcome: z.string().trim().min(1).max(200),
  expect: Expect.optional(),
  reflection: z.string().max(500).optional(),
});

/** The names of what is taken off, whatever it holds. */
export const metadataNames = ['purpose', 'expected_outcome', 'expect', 'reflection'] as const;

export const metadataDescriptions: Readonly<Record<(typeof metadataNames)[number], string>> = {
  purpose: 'Why this action now.',
  expected_outcome: 'What will be seen on the page afterwards.',
  expect: 'The same in a form that can be checked, where it can be named.',
  reflection: 'Only if you cannot write text before the call: did the last step work, and what now?',
};
