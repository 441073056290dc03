import type { Limits } from './episode-event.ts';

/** What an episode may take when nobody says otherwise. */
export const defaultLimits: Limits = {
  maxSteps: 60,
  maxWallMs: 30 * 60_000,
  maxActionMs: 60_000,
  maxTokens: null,
  maxCostUsd: null,
  maxConsecutiveFailures: 6,
  maxRepeats: 3,
  maxStagnation: 5,
  maxReplans: 2,
};
