import type { Planner, Turn, TurnFailed } from '../../runtime/ports.ts';
import type { Episode } from '../../world/episode.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';

type Bare<T> = T extends unknown
  ? Omit<T, 'decisionId' | 'rationale' | 'thinking'> & { rationale?: string | null; thinking?: string | null }
  : never;
export type ScriptedStep = Bare<PlannedStep>;
export type ScriptedReply = ScriptedStep | readonly ScriptedStep[] | TurnFailed | ((episode: Episode) => ScriptedStep);

/** Says what it was told to say. A question too many fails, and so does a reply nobody asked for (`assertSpent`). */
export class ScriptedPlanner implements Planner {
  readonly name = 'scripted';
  readonly model = null;
  readonly seen: Episode[] = [];
  readonly #replies: ScriptedReply[];
  #count = 0;

  constructor(replies: readonly ScriptedReply[]) {
    this.#replies = [...replies];
  }

  async plan(episode: Episode, signal: AbortSignal): Promise<Turn | TurnFailed> {
    signal.throwIfAborted();
    this.seen.push(episode);
    const reply = this.#replies.shift();
    if (reply === undefined) throw new Error('the planner was asked once too often');
    if (typeof reply === 'object' && 'failed' in reply) return reply;
    const bare = typeof reply === 'function' ? [reply(episode)] : 'kind' in reply ? [reply] : reply;
    const steps = bare.map((step) => ({ rationale: 'I go on.', thinking: null, ...step, decisionId: `d${++this.#count}` }) as PlannedStep);
    return { steps, decisions: steps.map((step, i) => decision(step, i === 0)) };
  }

  assertSpent(): void {
    if (this.#replies.length > 0) throw new Error(`${this.#replies.length} replies were never asked for`);
  }
}

function decision(step: PlannedStep, first: boolean): ToolCallDecision {
  return {
    decisionId: step.decisionId,
    callId: `call-${step.decisionId}`,
    toolName: step.kind === 'act' ? step.action.name : step.kind,
    args: {},
    purpose: null,
    expectedOutcome: null,
    textOutput: step.rationale,
    reflection: null,
    thinking: step.thinking,
    thinkingOmitted: false,
    provider: 'scripted',
    model: 'scripted',
    usage: first ? { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, costUsd: 0.001 } : null,
    latencyMs: 1,
    stopReason: 'tool_use',
    requestId: null,
  };
}
