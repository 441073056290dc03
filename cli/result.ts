import type { Episode } from '../world/episode.ts';
import { AppError, type ErrorCode, errorCodes } from '../world/errors.ts';

/** What `demo`, `run` and `resume` print with --json. */
export function resultOf(episode: Episode, model: string | null, consoleUrl: string | null) {
  const { ended, verified, usage } = episode;
  return {
    episode_id: episode.episodeId,
    goal: episode.goal,
    outcome: ended?.outcome ?? 'failed',
    end_reason: ended?.reason ?? 'unfinished',
    verified_by: ended?.outcome === 'achieved' ? (verified?.verifiedBy ?? 'model') : (verified?.verifiedBy ?? null),
    steps: episode.step,
    ...(ended?.result == null ? {} : { answer: ended.result }),
    usage: {
      input: usage.input,
      output: usage.output,
      cache_read: usage.cacheRead,
      cache_write: usage.cacheWrite,
      cost_usd: usage.costUsd,
    },
    planner: episode.planner,
    model: model ?? episode.model,
    device: episode.device?.id ?? null,
    simulated: episode.device?.simulated ?? false,
    ...(consoleUrl === null ? {} : { console_url: consoleUrl }),
    duration_ms: Math.round(episode.lastAt - episode.startedAt),
  };
}

/** 0 achieved, 1 not achieved, 2 when the planner's settings are to blame, 130 interrupted. */
export function exitCodeOfOutcome(episode: Episode, interrupted: boolean): number {
  if (interrupted) return 130;
  if (episode.ended?.outcome === 'achieved') return 0;
  const problem = plannerProblem(episode);
  return problem?.mender === 'operator' ? 2 : 1;
}

/** What ended the episode from the planner's side, to be said in one line with its remedy; null when nothing did. */
export function plannerProblem({ ended, lastTurnFailure }: Episode): AppError | null {
  if (ended === null || lastTurnFailure === null || !ended.reason.startsWith('planner_')) return null;
  return new AppError(
    lastTurnFailure.code in errorCodes ? (lastTurnFailure.code as ErrorCode) : 'planner_refused',
    lastTurnFailure.message,
  );
}
