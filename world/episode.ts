import type { DeviceInfo, Envelope, EpisodeEvent, EventOf, Limits } from './episode-event.ts';
import { defaultLimits } from './limits.ts';
import type { Page, PageElement } from './page.ts';
import type { PlannerState, WriteTodos } from './plan.ts';
import type { PlannedStep } from './planned-step.ts';
import type { ToolCallDecision, Usage } from './tool-call-decision.ts';
import type { WorldEvent } from './world-event.ts';

/** The answer to one tool call; every call gets exactly one (rule P36). */
export interface CallResult {
  readonly decisionId: string;
  readonly callId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** One reply of the planner: what it asked for, what is still to do of it, and the answers so far. */
export interface TurnState {
  readonly decisions: readonly ToolCallDecision[];
  readonly steps: readonly PlannedStep[];
  readonly pending: readonly PlannedStep[];
  readonly results: readonly CallResult[];
  /** Nothing in it but the plan (rule P27). */
  readonly plansOnly: boolean;
}

/** An action the driver is done with and the page has not yet judged. */
export interface Unjudged {
  readonly started: EventOf<'action.started'>;
  readonly finished: EventOf<'action.finished'>;
  readonly at: number;
  /** The page the action was taken on, and the element it was meant for. */
  readonly before: Page | null;
  readonly target: PageElement | null;
  readonly rationale: string | null;
  readonly thinking: string | null;
}

/** What repeat and stagnation detection looks back on: one entry per device action. */
export interface Footprint {
  /** The page's content before the action, volatile parts masked. */
  readonly signature: string;
  readonly words: string;
  readonly action: string;
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  readonly success: boolean;
}

/** One episode, as its events tell it. Everything the loop decides from stands here. */
export interface Episode {
  readonly episodeId: string;
  readonly taskId: string;
  readonly goal: string;
  readonly check: string | null;
  readonly device: DeviceInfo | null;
  readonly planner: string;
  readonly model: string | null;
  readonly limits: Limits;
  readonly agentPlanner: boolean;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly lastSeq: number;

  readonly page: Page | null;
  readonly observationHash: string | null;
  readonly needsLook: boolean;
  readonly unreadableInARow: number;

  /** Steps in which the planner was asked; the step under way counts. */
  readonly step: number;
  /** The planner has been asked since the last look. */
  readonly asked: boolean;
  readonly turn: TurnState | null;
  /** Earlier turns of this step that changed no page, for the provider conversation to go on from. */
  readonly exchanges: readonly TurnState[];
  readonly reminder: string | null;
  readonly turnFailuresInARow: number;
  readonly lastTurnFailure: EventOf<'turn.failed'> | null;

  readonly plan: PlannerState | null;
  readonly plannerOnlyInARow: number;
  readonly doubt: string | null;
  readonly doubts: number;
  /** How many actions had been taken at the last doubt: one situation is doubted once. */
  readonly doubtedAt: number;

  readonly inFlight: EventOf<'action.started'> | null;
  readonly unjudged: Unjudged | null;
  readonly approvals: Readonly<Record<string, { readonly granted: boolean; readonly note?: string }>>;
  readonly verdicts: Readonly<Record<string, EventOf<'policy.judged'>>>;
  readonly denialsInARow: number;
  readonly history: readonly WorldEvent[];
  readonly footprints: readonly Footprint[];
  readonly failuresInARow: number;
  readonly rejectionsInARow: number;
  readonly rationaleMissing: number;

  readonly usage: Usage;
  readonly verified: EventOf<'episode.verified'> | null;
  readonly ended: EventOf<'episode.ended'> | null;
}

const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

export const unstarted: Episode = {
  episodeId: '',
  taskId: '',
  goal: '',
  check: null,
  device: null,
  planner: '',
  model: null,
  limits: defaultLimits,
  agentPlanner: true,
  startedAt: 0,
  lastAt: 0,
  lastSeq: 0,
  page: null,
  observationHash: null,
  needsLook: true,
  unreadableInARow: 0,
  step: 0,
  asked: false,
  turn: null,
  exchanges: [],
  reminder: null,
  turnFailuresInARow: 0,
  lastTurnFailure: null,
  plan: null,
  plannerOnlyInARow: 0,
  doubt: null,
  doubts: 0,
  doubtedAt: -1,
  inFlight: null,
  unjudged: null,
  approvals: {},
  verdicts: {},
  denialsInARow: 0,
  history: [],
  footprints: [],
  failuresInARow: 0,
  rejectionsInARow: 0,
  rationaleMissing: 0,
  usage: noUsage,
  verified: null,
  ended: null,
};

/** The episode after one more event. Pure: replaying a journal gives back the same episode. */
export function evolve(episode: Episode, envelope: Envelope): Episode {
  const next = apply(
    { ...episode, episodeId: envelope.episode_id, lastAt: envelope.at, lastSeq: envelope.seq },
    envelope.event,
    envelope.at,
  );
  return settleUnchangedPlans(next);
}

/** The fold of a whole journal. */
export function fold(envelopes: Iterable<Envelope>): Episode {
  let episode = unstarted;
  for (const envelope of envelopes) episode = evolve(episode, envelope);
  return episode;
}

function apply(episode: Episode, event: EpisodeEvent, at: number): Episode {
  switch (event.type) {
    case 'episode.started': {
      const { taskId, goal, check, device, planner, model, limits, agentPlanner } = event;
      return { ...episode, taskId, goal, check, device, planner, model, limits, agentPlanner, startedAt: at };
    }
    case 'device_session.opened':
      return { ...episode, needsLook: true };
    case 'page.observed':
      return { ...newStep(episode), page: event.page, observationHash: event.observationHash, needsLook: false, unreadableInARow: 0 };
    case 'page.unreadable':
      return { ...episode, unreadableInARow: episode.unreadableInARow + 1 };
    case 'turn.planned':
      return planned(episode, event);
    case 'turn.failed':
      return {
        ...beginAsking(episode),
        usage: add(episode.usage, event.usage),
        turnFailuresInARow: episode.turnFailuresInARow + 1,
        lastTurnFailure: event,
        reminder: event.message,
      };
    case 'call.rejected':
      return {
        ...answer(episode, event.decisionId, `${event.code}: ${event.because}`, true),
        rejectionsInARow: episode.rejectionsInARow + 1,
      };
    case 'plan.revised':
      return acceptPlan({ ...episode, plan: plannerState(event.plan, event.revision, at), doubt: null }, event.decisionId, event.plan);
    case 'plan.doubted':
      return { ...episode, doubt: event.because, doubts: episode.doubts + 1, doubtedAt: episode.footprints.length };
    case 'policy.judged':
      return {
        ...episode,
        verdicts: { ...episode.verdicts, [event.decisionId]: event },
        denialsInARow: event.verdict === 'deny' ? episode.denialsInARow + 1 : event.verdict === 'allow' ? 0 : episode.denialsInARow,
      };
    case 'approval.asked':
      return episode;
    case 'approval.given': {
      const { granted, note, decisionId } = event;
      return {
        ...episode,
        denialsInARow: granted ? 0 : episode.denialsInARow + 1,
        approvals: { ...episode.approvals, [decisionId]: note === undefined ? { granted } : { granted, note } },
      };
    }
    case 'question.asked':
      return episode;
    case 'question.answered':
      return answer(
        episode,
        event.decisionId,
        event.answer ?? 'Nobody answered in time. Go on as well as you can, or finish with outcome "failed".',
        event.answer === null,
      );
    case 'action.started':
      return { ...episode, inFlight: event };
    case 'action.finished': {
      const { inFlight } = episode;
      if (inFlight === null) return episode;
      const told = event.failure === null ? 'done' : `${event.failure.code}: ${event.failure.message}`;
      return {
        ...answer(episode, event.decisionId, told, event.failure !== null),
        inFlight: null,
        unjudged: unjudgedOf(episode, inFlight, event, at),
        needsLook: true,
        rejectionsInARow: 0,
      };
    }
    case 'action.judged':
      return judged(episode, event);
    case 'episode.verified':
      return { ...episode, verified: event };
    case 'episode.ended':
      return { ...episode, ended: event };
  }
}

function unjudgedOf(episode: Episode, started: EventOf<'action.started'>, finished: EventOf<'action.finished'>, at: number): Unjudged {
  const { page, turn } = episode;
  const { action, decisionId } = started;
  const ref = 'ref' in action ? action.ref : undefined;
  const step = turn?.steps.find((each) => each.decisionId === decisionId);
  return {
    started,
    finished,
    at,
    before: page,
    target: page?.elements.find((element) => element.ref === ref) ?? null,
    rationale: step?.rationale ?? null,
    thinking: step?.thinking ?? null,
  };
}

/** The first look of a step begins it: the next request starts afresh (design.md, the loop). */
function newStep(episode: Episode): Episode {
  if (!episode.asked || (episode.turn?.pending.length ?? 0) > 0) return episode;
  return { ...episode, asked: false, turn: null, exchanges: [], reminder: null };
}

function beginAsking(episode: Episode): Episode {
  return episode.asked ? episode : { ...episode, asked: true, step: episode.step + 1 };
}

function planned(episode: Episode, event: EventOf<'turn.planned'>): Episode {
  const { decisions, steps } = event;
  const plansOnly = steps.every((step) => step.kind === 'revise_plan');
  const mixed = !plansOnly && steps.some((step) => step.kind === 'act');
  const usage = decisions.reduce((sum, decision) => add(sum, decision.usage), episode.usage);
  const silent = steps.some((step) => step.kind === 'act' && step.rationale === null);
  return {
    ...beginAsking(episode),
    usage,
    reminder: null,
    turnFailuresInARow: 0,
    lastTurnFailure: null,
    plannerOnlyInARow: mixed ? 0 : episode.plannerOnlyInARow,
    rationaleMissing: episode.rationaleMissing + (silent ? 1 : 0),
    exchanges: episode.turn === null ? episode.exchanges : [...episode.exchanges, episode.turn],
    turn: { decisions, steps, pending: steps, results: [], plansOnly },
  };
}

function answer(episode: Episode, decisionId: string, content: string, isError: boolean): Episode {
  const { turn } = episode;
  if (turn === null) return episode;
  const callId = turn.decisions.find((decision) => decision.decisionId === decisionId)?.callId ?? '';
  const pending = turn.pending.filter((step) => step.decisionId !== decisionId);
  return { ...episode, turn: { ...turn, pending, results: [...turn.results, { decisionId, callId, content, isError }] } };
}

function acceptPlan(episode: Episode, decisionId: string, plan: WriteTodos): Episode {
  const first = episode.turn?.plansOnly === true && !episode.turn.results.some((result) => !result.isError);
  const inProgress = plan.todos.find((todo) => todo.status === 'in_progress')?.id ?? null;
  const ack = { ok: true, revision: episode.plan?.revision ?? 0, todoCount: plan.todos.length, inProgress };
  const counted = first ? { ...episode, plannerOnlyInARow: episode.plannerOnlyInARow + 1, rejectionsInARow: 0 } : episode;
  return answer(counted, decisionId, JSON.stringify(ack), false);
}

/** An unchanged list is answered without an event (rule P26), so the fold itself settles it, unless it is one plan too many (rule P27). */
function settleUnchangedPlans(episode: Episode): Episode {
  const head = episode.turn?.pending[0];
  if (head === undefined || head.kind !== 'revise_plan' || overplans(episode) || !samePlan(episode.plan, head.plan)) return episode;
  return settleUnchangedPlans(acceptPlan(episode, head.decisionId, head.plan));
}

/** Rule P27: the third planner-only iteration in a row is refused. */
export function overplans(episode: Episode): boolean {
  return episode.turn?.plansOnly === true && episode.turn.results.length === 0 && episode.plannerOnlyInARow >= 2;
}

function samePlan(state: PlannerState | null, plan: WriteTodos): boolean {
  return state !== null && state.focus === plan.focus && JSON.stringify(state.todos) === JSON.stringify(plan.todos);
}

function plannerState(plan: WriteTodos, revision: number, at: number): PlannerState {
  return { revision, todos: plan.todos, updatedAt: at, ...(plan.focus === undefined ? {} : { focus: plan.focus }) };
}

function judged(episode: Episode, event: EventOf<'action.judged'>): Episode {
  const { unjudged } = episode;
  if (unjudged === null || unjudged.started.decisionId !== event.decisionId) return episode;
  const { started, rationale, thinking } = unjudged;
  const remembered: WorldEvent = {
    decisionId: event.decisionId,
    at: unjudged.at,
    page: started.page,
    action: started.words,
    args: started.action,
    locator: started.locator,
    purpose: started.purpose,
    expectedOutcome: started.expectedOutcome,
    rationale,
    thinking,
    success: event.success,
    effect: event.effect,
    ...(event.note === undefined ? {} : { note: event.note }),
  };
  const footprint: Footprint = {
    signature: started.signature,
    words: started.words,
    action: started.action.name,
    effect: event.effect,
    success: event.success,
  };
  return {
    ...episode,
    unjudged: null,
    history: [...episode.history, remembered],
    footprints: [...episode.footprints, footprint],
    failuresInARow: event.success ? 0 : episode.failuresInARow + 1,
    doubt: event.success ? null : episode.doubt,
  };
}

function add(sum: Usage, more: Usage | null): Usage {
  if (more === null) return sum;
  return {
    input: sum.input + more.input,
    output: sum.output + more.output,
    cacheRead: sum.cacheRead + more.cacheRead,
    cacheWrite: sum.cacheWrite + more.cacheWrite,
    costUsd: sum.costUsd === null || more.costUsd === null ? null : sum.costUsd + more.costUsd,
  };
}
