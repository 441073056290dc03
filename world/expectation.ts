import { z } from 'zod';

const text = z.string().min(1).max(200);

/** What the model promises to see, in a form the program can check against the next page. */
export const Predicate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text_visible'), text }),
  z.object({ kind: z.literal('text_gone'), text }),
  z.object({ kind: z.literal('page_is'), name: text }),
  /** The element with this label shows this state (`on`, `off`, `selected`, `checked`, `disabled`, `focused`) or value. */
  z.object({ kind: z.literal('element_state'), label: text, state: text }),
]);
export type Predicate = z.infer<typeof Predicate>;

export const Expect = z.array(Predicate).min(1).max(3);
export type Expect = z.infer<typeof Expect>;
