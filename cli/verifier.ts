import type { Verifier } from '../runtime/ports.ts';
import { type GoalCheck, judgeGoal, PhoneFacts } from './goal-check.ts';

/** What the simulated phone says of itself, now and at the start. */
export interface SimulatedState {
  readonly state: () => Promise<unknown>;
  readonly before: unknown;
}

/**
 * Looks behind the page of a simulated phone: the goal is read without any model, and the phone's own state is compared with it.
 * A goal that cannot be read so, or a label the phone does not know, leaves nothing but the model's word.
 */
export function stateVerifier(checks: readonly GoalCheck[] | null, { state, before }: SimulatedState): Verifier {
  return {
    verify: async () => {
      if (checks === null) return { verifiedBy: 'model', passed: true, detail: 'the goal cannot be read as a check of the state' };
      try {
        const { passed, detail } = judgeGoal(checks, PhoneFacts.parse(await state()), PhoneFacts.parse(before));
        return passed === null ? { verifiedBy: 'model', passed: true, detail } : { verifiedBy: 'state', passed, detail };
      } catch (error) {
        return {
          verifiedBy: 'model',
          passed: true,
          detail: `the state could not be read: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    },
  };
}

/** On a device that cannot be looked behind, the model's word is all there is, and is said to be no more. */
export const modelsWord: Verifier = {
  verify: async () => ({ verifiedBy: 'model', passed: true, detail: 'nothing but the model says so' }),
};
