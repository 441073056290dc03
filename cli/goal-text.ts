import { AppError } from '../world/errors.ts';

const longest = 2_000;

/** The goal as it is kept, or `argument_invalid` saying what is wrong with it. */
export function readGoalText(text: string): string {
  const goal = text.trim();
  if (goal === '') throw new AppError('argument_invalid', 'the goal is empty; say in words what is wanted');
  if (goal.length > longest) throw new AppError('argument_invalid', `the goal has ${goal.length} characters; give at most ${longest}`);
  return goal;
}
