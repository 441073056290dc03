import type { Episode } from '../world/episode.ts';
import type { EndReason, Outcome } from '../world/episode-event.ts';
import type { Journal } from './ports.ts';

const why: Record<EndReason, string> = {
  goal_reached: 'The goal was reached.',
  gave_up: 'The planner found no way to the goal.',
  cancelled: 'Stopped on request.',
  stop_switch: 'Stopped by the stop switch.',
  out_of_steps: 'The limit of steps was reached.',
  out_of_time: 'The time limit was reached.',
  out_of_tokens: 'The token budget was used up.',
  out_of_cost: 'The cost budget was used up.',
  out_of_replans: 'The plan failed more often than it may be made anew.',
  too_many_failures: 'Too many actions failed in a row.',
  repeating: 'The planner kept repeating itself.',
  stagnated: 'The page did not change any more.',
  no_action: 'The planner answered without calling a tool.',
  not_confirmed: 'The planner said the goal was reached, but it was not confirmed.',
  denied: 'Actions were denied three times in a row.',
  planner_refused: 'The model refused.',
  planner_unavailable: 'The model service did not answer.',
  planner_rejected: 'The model service rejected the request.',
  device_lost: 'The device was lost.',
  page_unreadable: 'The page could not be read.',
};

function outcomeOf(reason: EndReason): Outcome {
  if (reason === 'goal_reached') return 'achieved';
  return reason === 'cancelled' || reason === 'stop_switch' ? 'stopped' : 'failed';
}

/**
 * Ends the episode. Calls still open get their one answer first (rule P36); `result` is the planner's answer to the goal.
 */
export async function endEpisode(journal: Journal, reason: EndReason, result: string | null = null): Promise<void> {
  for (const step of journal.episode.turn?.pending ?? []) {
    if (step.kind === 'finish') continue;
    await journal.append({
      type: 'call.rejected',
      decisionId: step.decisionId,
      code: 'not_executed',
      because: 'Not executed: the episode ended.',
    });
  }
  await journal.append({
    type: 'episode.ended',
    reason,
    outcome: outcomeOf(reason),
    result,
    summary: closingSummary(journal.episode, reason),
  });
}

/** What was done and what was not, from recorded facts only (rule P35). */
export function closingSummary(episode: Episode, reason: EndReason): string {
  const done = episode.history.filter((event) => event.success).map((event) => event.action);
  const failed = episode.history.filter((event) => !event.success).map((event) => event.action);
  const open = episode.plan?.todos.filter((todo) => todo.status !== 'completed').map((todo) => todo.content) ?? [];
  return [
    why[reason],
    done.length > 0 ? `Done: ${list(done)}.` : 'Nothing was done.',
    ...(failed.length > 0 ? [`Without success: ${list(failed)}.`] : []),
    ...(reason !== 'goal_reached' && open.length > 0 ? [`Not done of the plan: ${list(open)}.`] : []),
    ...(episode.inFlight === null ? [] : [`Not known whether it happened: ${episode.inFlight.words}.`]),
  ].join(' ');
}

function list(items: readonly string[]): string {
  const shown = items.slice(-12);
  const more = items.length - shown.length;
  return (more > 0 ? `${more} more, then ` : '') + shown.join('; ');
}
