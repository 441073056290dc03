import { z } from 'zod';

/** Seed 000: the todo list, replaced as a whole. */
export const Todo = z.object({
  id: z.string().min(1).max(40),
  content: z.string().min(1).max(140),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
export type Todo = z.infer<typeof Todo>;

/** Seed 000: what `write_todos` takes (rules P24, P25). */
export const WriteTodos = z
  .object({
    todos: z.array(Todo).min(1).max(8),
    focus: z.string().max(40).optional(),
    note: z.string().max(200).optional(),
  })
  .superRefine(({ todos }, context) => {
    const ids = todos.map((todo) => todo.id);
    const twice = ids.find((id, i) => ids.indexOf(id) !== i);
    if (twice !== undefined) context.addIssue({ code: 'custom', message: `the id ${JSON.stringify(twice)} stands twice`, path: ['todos'] });
    const busy = todos.filter((todo) => todo.status === 'in_progress');
    if (busy.length > 1)
      context.addIssue({ code: 'custom', message: `${busy.length} todos are in_progress; at most one may be`, path: ['todos'] });
  });
export type WriteTodos = z.infer<typeof WriteTodos>;

/** Seed 000. */
export interface PlannerState {
  readonly revision: number;
  readonly todos: readonly Todo[];
  readonly focus?: string;
  readonly updatedAt: number;
}
