import { describeAction } from '../world/describe-action.ts';
import { overplans } from '../world/episode.ts';
import type { ActionFailure, EndReason, EventOf } from '../world/episode-event.ts';
import { asAppError, type ErrorCode } from '../world/errors.ts';
import type { PageElement } from '../world/page.ts';
import { contentSignature } from '../world/page-signature.ts';
import type { PlannedAct, PlannedStep } from '../world/planned-step.ts';
import { endEpisode } from './closing.ts';
import type { ActionReport, ActionTarget, Crew, Journal } from './ports.ts';

/** One reply of the planner, journalled before anything of it runs; then its calls, in order, one per round of the loop. */
export async function takeTurn(journal: Journal, crew: Crew, signal: AbortSignal): Promise<void> {
  const next = journal.episode.turn?.pending[0];
  if (next === undefined) return await ask(journal, crew, signal);
  switch (next.kind) {
    case 'act':
      return await act(journal, crew, next, signal);
    case 'revise_plan':
      return await revisePlan(journal, next);
    case 'ask': {
      await journal.append({ type: 'question.asked', decisionId: next.decisionId, question: next.question });
      const answer = await crew.person.answer(next.question, signal);
      return await journal.append({ type: 'question.answered', decisionId: next.decisionId, answer });
    }
    case 'finish':
      return await finish(journal, crew, next, signal);
    case 'malformed':
      return await journal.append({ type: 'call.rejected', decisionId: next.decisionId, code: next.code, because: next.because });
  }
}

async function ask(journal: Journal, { planner }: Crew, signal: AbortSignal): Promise<void> {
  try {
    const turn = await planner.plan(journal.episode, signal);
    if ('failed' in turn) {
      const { code, message } = turn.failed;
      return await journal.append({ type: 'turn.failed', code, message, usage: turn.usage });
    }
    await journal.append({ type: 'turn.planned', decisions: [...turn.decisions], steps: [...turn.steps] });
  } catch (error) {
    if (signal.aborted) return; // the next verdict ends the episode as cancelled
    const { code, message } = asAppError(error);
    const reason = endFor(code);
    if (reason === null) throw error;
    await journal.append({ type: 'turn.failed', code, message, usage: null });
    await endEpisode(journal, reason);
  }
}

/** Failures of the planner that no further asking mends; anything else ends the attempt, not the episode. */
function endFor(code: ErrorCode): EndReason | null {
  switch (code) {
    case 'planner_unavailable':
    case 'planner_refused':
    case 'planner_rejected':
      return code;
    case 'planner_key_invalid':
    case 'model_unknown':
      return 'planner_rejected';
    default:
      return null;
  }
}

async function revisePlan(journal: Journal, step: Extract<PlannedStep, { kind: 'revise_plan' }>): Promise<void> {
  const { decisionId, plan } = step;
  if (overplans(journal.episode)) {
    const code = 'planner_overuse_execute_next_step';
    return await journal.append({
      type: 'call.rejected',
      decisionId,
      code,
      because: 'the plan was written twice in a row; take the next step on the device',
    });
  }
  await journal.append({ type: 'plan.revised', decisionId, revision: (journal.episode.plan?.revision ?? 0) + 1, plan });
}

async function finish(journal: Journal, crew: Crew, step: Extract<PlannedStep, { kind: 'finish' }>, signal: AbortSignal): Promise<void> {
  const result = step.result ?? null;
  if (step.outcome === 'failed') return await endEpisode(journal, 'gave_up', result);
  const before = journal.episode.verified;
  const verified = await crew.verifier.verify(journal.episode, signal);
  await journal.append({ type: 'episode.verified', ...verified });
  if (verified.passed) return await endEpisode(journal, 'goal_reached', result);
  // The task's own check is the person's word and is told to the model, once. What only the device's state shows is not:
  // a planner that is told by an oracle whether it is right would be measured with the answer in its hand.
  if (verified.verifiedBy !== 'check' || before !== null) return await endEpisode(journal, 'not_confirmed', result);
  await journal.append({
    type: 'call.rejected',
    decisionId: step.decisionId,
    code: 'not_confirmed',
    because: `the goal's check does not hold: ${verified.detail}`,
  });
}

async function act(journal: Journal, crew: Crew, step: PlannedAct, signal: AbortSignal): Promise<void> {
  const { decisionId, action } = step;
  const found = targetOf(journal, step);
  if ('failure' in found) return await reject(journal, decisionId, found.failure);
  const { target } = found;
  const { page } = journal.episode;
  const { verdict, rule, effectClass } = crew.policy.judge(step, target, journal.episode);
  const judged = { type: 'policy.judged', decisionId, verdict, rule, effectClass } as const;
  const started: EventOf<'action.started'> = {
    type: 'action.started',
    decisionId,
    action,
    words: describeAction(action, target),
    page: page?.name ?? 'unknown',
    locator: target?.locators[0] ?? null,
    bounds: target?.bounds ?? null,
    purpose: step.purpose,
    expectedOutcome: step.expectedOutcome,
    ...(step.expect === undefined ? {} : { expect: step.expect }),
    signature: page === null ? '' : contentSignature(page),
  };
  const stopped = (): boolean => signal.aborted || crew.stop.pressed();
  if (verdict === 'allow' && !stopped()) {
    // Both before the touch, in one write.
    await Promise.all([journal.append(judged), journal.append(started)]);
  } else {
    await journal.append(judged);
    if (verdict === 'deny')
      return await reject(journal, decisionId, { code: 'action_denied', message: `the policy denies this (${rule})` });
    if (verdict === 'ask' && !(await approved(journal, crew, started, signal))) return;
    if (stopped()) return; // nothing starts after a stop (rules P36, S11); the next verdict ends the episode
    await journal.append(started);
  }
  const { clock } = crew;
  const began = clock.now();
  const report = await perform(journal, crew, step, target !== null && page !== null ? { element: target, page } : null, signal);
  const { failure, landed, note } = report;
  await journal.append({
    type: 'action.finished',
    decisionId,
    failure,
    landed,
    ...(note === undefined ? {} : { note }),
    durationMs: clock.now() - began,
  });
}

/** The phone is touched here and nowhere else. A deadline or a stop in the middle leaves an action of unknown fate, which is looked at next. */
async function perform(
  journal: Journal,
  { device }: Crew,
  step: PlannedAct,
  target: ActionTarget | null,
  signal: AbortSignal,
): Promise<ActionReport> {
  const { maxActionMs } = journal.episode.limits;
  const within = AbortSignal.any([signal, AbortSignal.timeout(maxActionMs)]);
  try {
    return await device.perform(step.action, target, within);
  } catch (error) {
    if (signal.aborted)
      return { failure: { code: 'cancelled', message: 'stopped while the action was under way' }, landed: null, locator: null };
    if (within.aborted)
      return { failure: { code: 'timed_out', message: `no answer within ${maxActionMs} ms` }, landed: null, locator: null };
    throw error;
  }
}

type Found = { readonly target: PageElement | null } | { readonly failure: ActionFailure };

/** Rule W6: a ref of an element that is gone is refused, and nothing is sent. Rule W5: so is one that something else covers. */
function targetOf(journal: Journal, { action }: PlannedAct): Found {
  const { page } = journal.episode;
  const ref = 'ref' in action ? action.ref : undefined;
  if (ref === undefined) return { target: null };
  const target = page?.elements.find((element) => element.ref === ref);
  if (target === undefined) {
    return {
      failure: {
        code: 'stale_ref',
        message: `${ref} is not on the page ${JSON.stringify(page?.name ?? 'unknown')}; use a ref that stands there now`,
      },
    };
  }
  if (target.covered !== undefined && action.name !== 'scroll' && action.name !== 'swipe') {
    return { failure: { code: 'element_covered', message: `${ref} is covered by ${target.covered}` } };
  }
  return { target };
}

async function approved(journal: Journal, { person }: Crew, started: EventOf<'action.started'>, signal: AbortSignal): Promise<boolean> {
  const { decisionId, words, page } = started;
  const what = `${words} on ${JSON.stringify(page)}`;
  await journal.append({ type: 'approval.asked', decisionId, what });
  const { granted, by, note } = await person.approve(what, signal);
  const said = note === undefined ? {} : { note };
  await journal.append({ type: 'approval.given', decisionId, granted, by, ...said });
  if (!granted)
    await reject(journal, decisionId, { code: 'action_denied', message: `not approved by ${by}${note === undefined ? '' : `: ${note}`}` });
  return granted;
}

async function reject(journal: Journal, decisionId: string, failure: ActionFailure): Promise<void> {
  await journal.append({ type: 'call.rejected', decisionId, code: failure.code, because: failure.message });
}
