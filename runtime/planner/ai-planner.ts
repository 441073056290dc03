import { randomBytes } from 'node:crypto';
import type { Episode, TurnState } from '../../world/episode.ts';
import type { Briefing, DecideOptions, Exchange, Reply, ToolCallingClient } from '../llm/tool-calling-client.ts';
import type { Planner, Turn, TurnFailed } from '../ports.ts';
import { readToolCall } from '../tools/read-tool-call.ts';
import { brief } from './briefing.ts';

const reminder = 'You called no tool. Call exactly one tool now: the next action, or finish.';

export interface AiPlannerOptions {
  readonly client: ToolCallingClient;
  readonly name: string;
  readonly onProgress?: DecideOptions['onProgress'];
  /** A picture for pages that words do not describe; null for none. */
  readonly picture?: (episode: Episode) => Promise<Briefing['image']>;
}

/**
 * A model as the planner. Each step is its own request; inside a step (a plan written, a call refused) the same provider
 * conversation goes on, its content kept here byte for byte (rule A6). After a restart that content is gone, and the step
 * is asked anew from the events alone.
 */
export class AiPlanner implements Planner {
  readonly name: string;
  readonly model: string;
  readonly #options: AiPlannerOptions;
  /** The replies of the step under way, in order. */
  readonly #replies: Reply[] = [];
  #request: { readonly step: number; readonly briefing: Briefing } | null = null;

  constructor(options: AiPlannerOptions) {
    this.#options = options;
    this.name = options.name;
    this.model = options.client.model;
  }

  async plan(episode: Episode, signal: AbortSignal): Promise<Turn | TurnFailed> {
    const { client, onProgress } = this.#options;
    const briefing = await this.#briefing(episode);
    const reply = await client.decide(briefing, onProgress === undefined ? { signal } : { signal, onProgress });
    if (reply.unusable !== null) {
      const { code, message } = reply.unusable;
      return { failed: { code: code === 'refused' ? 'refused' : 'cut_off', message }, usage: reply.usage };
    }
    this.#replies.push(reply);
    if (reply.decisions.length === 0) {
      const empty = (reply.text ?? '').trim() === '';
      return { failed: { code: empty ? 'empty' : 'no_tool_call', message: reminder }, usage: reply.usage };
    }
    return { decisions: reply.decisions, steps: reply.decisions.map(readToolCall) };
  }

  /** The same request with what was said since, inside a step; a new one at a new step, or when what was said is not known here. */
  async #briefing(episode: Episode): Promise<Briefing> {
    if (episode.asked && this.#request?.step === episode.step) {
      const exchanges = exchangesOf(this.#replies, [...episode.exchanges, ...(episode.turn === null ? [] : [episode.turn])]);
      if (exchanges !== null)
        return { ...this.#request.briefing, exchanges, about: { ...this.#request.briefing.about, seq: episode.lastSeq + 1 } };
    }
    this.#replies.length = 0;
    const image = (await this.#options.picture?.(episode)) ?? null;
    const briefing = brief(episode, { token: randomBytes(4).toString('hex'), exchanges: [], image });
    this.#request = { step: briefing.about.step, briefing };
    return briefing;
  }
}

/** What was said in this step and our answers to it; null when a reply or an answer is not known. */
function exchangesOf(replies: readonly Reply[], turns: readonly TurnState[]): Exchange[] | null {
  const exchanges: Exchange[] = [];
  for (const { assistant, decisions } of replies) {
    const [first] = decisions;
    const turn = turns.find((each) => each.decisions[0]?.decisionId === first?.decisionId);
    if (first === undefined) exchanges.push({ assistant, results: [], reminder });
    else if (turn === undefined || turn.pending.length > 0) return null;
    else exchanges.push({ assistant, results: turn.results.map(({ callId, content, isError }) => ({ callId, content, isError })) });
  }
  return exchanges.length === 0 || turns.length > replies.length ? null : exchanges;
}
