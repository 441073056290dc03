import { describePart, type Goal, type Part } from './goal.ts';
import type { Move } from './memory.ts';
import type { Prompt } from './prompt.ts';
import { clip, quoted } from './words.ts';

/** Stands in the rationale of the first action after a part was reached, and is found again in the history. */
export const doneMark = (reached: number, goal: Goal): string => `Part ${reached} of ${goal.parts.length} is done.`;

/** How many parts are reached, by the plan and by what was said on the way. */
export function doneParts(prompt: Prompt, goal: Goal, moves: readonly Move[]): number {
  const said = goal.parts.findLastIndex((_, i) => moves.some(({ rationale }) => rationale.includes(doneMark(i + 1, goal)))) + 1;
  const planned = prompt.plan?.findIndex(({ status }) => status !== 'completed') ?? 0;
  return Math.max(said, planned < 0 ? (prompt.plan?.length ?? 0) : planned);
}

/** One sentence on whether the last step worked, empty on the first step. */
export function evaluation(last: Move | null, prompt: Prompt, reached: readonly string[]): string {
  if (last === null) return '';
  if (reached.length > 0) return `${clip(reached.join('; '), 120)}. `;
  const note = last.note === '' ? '' : `: ${clip(last.note, 80)}`;
  if (!last.success) return `The last step did not work${note === '' ? ', the page does not show what I expected' : note}. `;
  if (last.from !== last.to) return `That worked, ${quoted(prompt.page?.title ?? last.to)} is open. `;
  return last.verb === 'type' ? `That worked, ${quoted(last.what)} is in the field. ` : 'That worked, the page shows the change. ';
}

/** What went into the decision, for the thinking block. */
export function thoughts(prompt: Prompt, part: Part, because: string, moves: readonly Move[]): string {
  const { page } = prompt;
  const where =
    page === null
      ? 'No page is shown.'
      : `I am on ${quoted(page.name)} with ${page.elements.length} elements${page.dialog === null ? '' : ', a dialog over it'}.`;
  const seen =
    page === null
      ? ''
      : ` Among them: ${page.elements
          .filter(({ label }) => label !== '')
          .slice(0, 6)
          .map(({ label }) => quoted(label))
          .join(', ')}.`;
  const past =
    moves.length === 0
      ? ' Nothing has been done yet.'
      : ` ${moves.length} actions are behind me, ${moves.filter(({ success }) => !success).length} of them without success.`;
  return `Wanted now: ${describePart(part)}. ${where}${seen}${past} The next step follows from this: ${because}.`;
}
