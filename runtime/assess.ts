import type { Episode, Footprint } from '../world/episode.ts';
import type { EndReason } from '../world/episode-event.ts';

export type Verdict =
  | { readonly kind: 'carry_on' }
  | { readonly kind: 'replan'; readonly because: string }
  | { readonly kind: 'stop'; readonly reason: EndReason };

const maxUnreadable = 3;
const maxDenials = 3;
const maxTurnFailures = 2;
const failuresToReplan = 3;
const stepsFromReplanToStop = 2;
const window = 12;
/** Rule P34; `finish` is no device action and never leaves a footprint. */
const exempt: ReadonlySet<string> = new Set(['wait', 'back']);

/**
 * Looks back over the whole episode and says how to go on. Limits and cancel come first, so that every end is an event.
 * `stopped` is the stop switch (rule S11).
 */
export function assess(episode: Episode, now: number, signal: AbortSignal, stopped: boolean): Verdict {
  const reason = endOf(episode, now, signal, stopped);
  if (reason !== null) return { kind: 'stop', reason };
  if (episode.needsLook || episode.unjudged !== null || (episode.turn?.pending.length ?? 0) > 0) return { kind: 'carry_on' };
  const doubt = doubtAbout(episode);
  if (doubt === null || episode.doubtedAt === episode.footprints.length) return { kind: 'carry_on' };
  if (episode.doubts >= episode.limits.maxReplans) return { kind: 'stop', reason: 'out_of_replans' };
  return { kind: 'replan', because: doubt };
}

function endOf(episode: Episode, now: number, signal: AbortSignal, stopped: boolean): EndReason | null {
  const { limits, usage } = episode;
  if (signal.aborted) return 'cancelled';
  if (stopped) return 'stop_switch';
  if (now - episode.startedAt >= limits.maxWallMs) return 'out_of_time';
  if (episode.unreadableInARow >= maxUnreadable) return 'page_unreadable';
  if (episode.needsLook || episode.unjudged !== null) return null; // what was done is judged before a count ends the episode
  if (episode.denialsInARow >= maxDenials) return 'denied';
  if (episode.lastTurnFailure?.code === 'refused') return 'planner_refused';
  if (episode.turnFailuresInARow >= maxTurnFailures) return 'no_action';
  if (limits.maxTokens !== null && usage.input + usage.cacheRead + usage.cacheWrite + usage.output >= limits.maxTokens)
    return 'out_of_tokens';
  if (limits.maxCostUsd !== null && (usage.costUsd ?? 0) >= limits.maxCostUsd) return 'out_of_cost';
  if (episode.failuresInARow >= limits.maxConsecutiveFailures || episode.rejectionsInARow >= limits.maxConsecutiveFailures)
    return 'too_many_failures';
  if (repeats(episode.footprints) >= limits.maxRepeats + stepsFromReplanToStop) return 'repeating';
  if (stagnation(episode.footprints) >= limits.maxStagnation + stepsFromReplanToStop) return 'stagnated';
  if (!episode.asked && episode.step >= limits.maxSteps) return 'out_of_steps';
  return null;
}

/** The rung below stopping: a reason to throw the plan away, or null. */
function doubtAbout({ footprints, failuresInARow, limits }: Episode): string | null {
  const again = repeats(footprints);
  if (again >= limits.maxRepeats) return `the same action on the same page was taken ${again} times: ${footprints.at(-1)?.words ?? ''}`;
  const still = stagnation(footprints);
  if (still >= limits.maxStagnation) return `the last ${still} actions changed nothing on the page`;
  if (failuresInARow >= failuresToReplan) return `the last ${failuresInARow} actions failed`;
  return null;
}

/** How often the last action was taken on the very page it was taken on last, within the recent past: catches ping-pong between two pages as well. */
export function repeats(footprints: readonly Footprint[]): number {
  const last = footprints.at(-1);
  if (last === undefined || exempt.has(last.action)) return 0;
  return footprints.slice(-window).filter(({ signature, words }) => signature === last.signature && words === last.words).length;
}

/** How many actions in a row, up to the last, left the page as it was; waiting does not count. */
export function stagnation(footprints: readonly Footprint[]): number {
  let count = 0;
  for (const { action, effect } of footprints.toReversed()) {
    if (action === 'wait') continue;
    if (effect === 'changed') break;
    count++;
  }
  return count;
}

/** The lowest rung of the ladder (rule P33): what the next prompt says before anything is taken out of the model's hands. */
export function nudges(episode: Episode): string[] {
  const said: string[] = [];
  if (episode.doubt !== null) said.push(`The plan is in doubt: ${episode.doubt}. Do something different; revise the plan if there is one.`);
  else if (repeats(episode.footprints) === episode.limits.maxRepeats - 1) {
    said.push(`This action has been taken on this very page before: ${episode.footprints.at(-1)?.words ?? ''}. Try another way.`);
  } else if (stagnation(episode.footprints) >= Math.max(2, episode.limits.maxStagnation - 2)) {
    said.push('The last actions changed nothing on the page. Try another way, or finish with outcome "failed" if there is none.');
  }
  if (!episode.asked && episode.limits.maxSteps - episode.step <= 3)
    said.push(`${Math.max(1, episode.limits.maxSteps - episode.step)} steps are left.`);
  return said;
}
