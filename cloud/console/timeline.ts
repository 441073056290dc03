import type { Envelope, EventOf } from '../../world/episode-event.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';

/** One call of the planner, and all that came of it. */
export interface Call {
  readonly step: PlannedStep;
  readonly decision: ToolCallDecision | null;
  verdict: EventOf<'policy.judged'> | null;
  approval: EventOf<'approval.given'> | null;
  question: EventOf<'question.asked'> | null;
  answer: EventOf<'question.answered'> | null;
  rejected: EventOf<'call.rejected'> | null;
  plan: EventOf<'plan.revised'> | null;
  started: EventOf<'action.started'> | null;
  finished: EventOf<'action.finished'> | null;
  judged: EventOf<'action.judged'> | null;
}

/** Look, decide, act: once round, as a person reads it. */
export interface TimelineStep {
  readonly number: number;
  readonly at: number;
  readonly look: EventOf<'page.observed'> | null;
  readonly calls: Call[];
  /** What went wrong without being a call: a reply that could not be used, a look that failed. */
  readonly remarks: string[];
}

export interface Timeline {
  readonly started: EventOf<'episode.started'> | null;
  readonly steps: readonly TimelineStep[];
  /** The page as it was left. */
  readonly lastLook: EventOf<'page.observed'> | null;
  readonly verified: EventOf<'episode.verified'> | null;
  readonly ended: EventOf<'episode.ended'> | null;
}

/** The steps of an episode, told from its events; tolerates an episode that is cut off or still running. */
export function timelineOf(events: readonly Envelope[]): Timeline {
  const steps: TimelineStep[] = [];
  const calls = new Map<string, Call>();
  let started: Timeline['started'] = null;
  let look: EventOf<'page.observed'> | null = null;
  let verified: Timeline['verified'] = null;
  let ended: Timeline['ended'] = null;
  let open = null as TimelineStep | null;
  let early: string[] = [];

  const stepAt = (at: number): TimelineStep => {
    if (open !== null) return open;
    open = { number: steps.length + 1, at, look, calls: [], remarks: early };
    early = [];
    steps.push(open);
    return open;
  };

  for (const { at, event } of events) {
    switch (event.type) {
      case 'episode.started':
        started = event;
        break;
      case 'page.observed':
        look = event;
        open = null;
        break;
      case 'page.unreadable':
        (open?.remarks ?? early).push(`The page could not be read (${event.code}): ${event.message}`);
        break;
      case 'turn.planned':
        for (const step of event.steps) {
          const decision = event.decisions.find(({ decisionId }) => decisionId === step.decisionId) ?? null;
          const call = newCall(step, decision);
          calls.set(step.decisionId, call);
          stepAt(at).calls.push(call);
        }
        break;
      case 'turn.failed':
        stepAt(at).remarks.push(`The planner's reply could not be used (${event.code}): ${event.message}`);
        break;
      case 'plan.doubted':
        (open?.remarks ?? early).push(`The plan was put in doubt: ${event.because}`);
        break;
      case 'episode.verified':
        verified = event;
        break;
      case 'episode.ended':
        ended = event;
        break;
      default:
        note(calls, event);
    }
  }
  return { started, steps, lastLook: open === null ? look : null, verified, ended };
}

function newCall(step: PlannedStep, decision: ToolCallDecision | null): Call {
  return {
    step,
    decision,
    verdict: null,
    approval: null,
    question: null,
    answer: null,
    rejected: null,
    plan: null,
    started: null,
    finished: null,
    judged: null,
  };
}

function note(calls: ReadonlyMap<string, Call>, event: Envelope['event']): void {
  const call = 'decisionId' in event ? calls.get(event.decisionId) : undefined;
  if (call === undefined) return;
  if (event.type === 'policy.judged') call.verdict = event;
  if (event.type === 'approval.given') call.approval = event;
  if (event.type === 'question.asked') call.question = event;
  if (event.type === 'question.answered') call.answer = event;
  if (event.type === 'call.rejected') call.rejected = event;
  if (event.type === 'plan.revised') call.plan = event;
  if (event.type === 'action.started') call.started = event;
  if (event.type === 'action.finished') call.finished = event;
  if (event.type === 'action.judged') call.judged = event;
}
