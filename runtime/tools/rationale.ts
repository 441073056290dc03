import { bounded, oneLine } from '../../world/text-line.ts';

/** Characters of a rationale (rule P41). */
const longest = 280;

/** The model's sentence before the call, else its `reflection` argument, else null; one line, at most 280 characters (rule P41). */
export function rationaleOf(textOutput: string | null, reflection: string | null): string | null {
  for (const said of [textOutput, reflection]) {
    const line = oneLine(said ?? '');
    if (line !== '') return bounded(line, longest);
  }
  return null;
}
