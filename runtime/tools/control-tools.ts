import { z } from 'zod';
import { WriteTodos } from '../../world/plan.ts';

export const Finish = z.strictObject({ outcome: z.enum(['achieved', 'failed']), result: z.string().max(2_000).optional() });
export const AskUser = z.strictObject({ question: z.string().trim().min(1).max(500) });

/** The tools that touch no device. */
export const writeTodos = {
  name: 'write_todos',
  description: 'Write the whole plan anew: the steps to the goal and how far each is. Changes nothing on the device.',
  schema: WriteTodos,
} as const;
export const finish = {
  name: 'finish',
  description:
    'End the task: `achieved` when the page shows that the goal is reached, `failed` when it cannot be. `result` answers a question the goal asked, or says what stood in the way.',
  schema: Finish,
} as const;
export const askUser = { name: 'ask_user', description: 'Ask the person for something only they know.', schema: AskUser } as const;
