import { z } from 'zod';

/** What an action did to the page, judged from content (rule W9). */
export const Effect = z.enum(['changed', 'unchanged', 'unknown']);
export type Effect = z.infer<typeof Effect>;
