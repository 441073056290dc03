import type { Person } from '../runtime/ports.ts';

const answerWithinMs = 5 * 60_000;

/** The person at this terminal. Without one (a pipe, --json) nothing is approved and no question is answered. */
export function personAtTerminal(interactive: boolean): Person {
  if (!interactive) {
    return { approve: async () => ({ granted: false, by: 'nobody: no terminal to ask at' }), answer: async () => null };
  }
  return {
    approve: async (what, signal) => {
      const { confirm, isCancel } = await import('@clack/prompts');
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
      const answer = await confirm({
        message: `This cannot be taken back: ${plain(what)}. Go ahead?`,
        initialValue: false,
        signal: within,
      });
      return isCancel(answer)
        ? { granted: false, by: within.aborted ? 'nobody in time' : 'the person at the terminal' }
        : { granted: answer, by: 'the person at the terminal' };
    },
    answer: async (question, signal) => {
      const { isCancel, text } = await import('@clack/prompts');
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
      const answer = await text({ message: plain(question), signal: within });
      return isCancel(answer) ? null : answer;
    },
  };
}

/** Screen text must not move the cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
