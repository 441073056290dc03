import { randomBytes } from 'node:crypto';
import type { Episode } from '../../world/episode.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import type { Usage } from '../../world/tool-call-decision.ts';
import type { Briefing, DecideOptions, Reply, ToolCallingClient } from '../llm/tool-calling-client.ts';
import { addUsage } from '../llm/usage.ts';
import type { Planner, Turn, TurnFailed } from '../ports.ts';
import { readToolCall } from '../tools/read-tool-call.ts';
import { brief, defaultBudget, type TokenBudget } from './briefing.ts';
import { callReminder, rationaleReminder, systemPrompt } from './prompts.ts';
import { notesOf, StepConversation, turnsOf } from './step-conversation.ts';
import { roughTokenCount, type TokenCount, tokenCount } from './token-count.ts';

export interface AiPlannerOptions {
  readonly client: ToolCallingClient;
  /** What events and results call it. */
  readonly name: string;
  readonly onProgress?: DecideOptions['onProgress'];
  /** The picture of the page, asked for when words do not describe it; null when there is none. */
  readonly picture?: (episode: Episode) => Promise<Briefing['image']>;
  readonly budget?: TokenBudget;
}

/** Below this many entries nothing can be folded, so nothing has to be counted. */
const countedFrom = 30;

/**
 * A model as the planner. Each step is its own request; inside a step (a plan written, a call refused) the same provider
 * conversation goes on (rule A6). One planner serves one episode at a time.
 */
export class AiPlanner implements Planner {
  readonly name: string;
  readonly model: string;
  readonly #options: AiPlannerOptions;
  #conversation: StepConversation | null = null;

  constructor(options: AiPlannerOptions) {
    this.#options = options;
    this.name = options.name;
    this.model = options.client.model;
  }

  async plan(episode: Episode, signal: AbortSignal): Promise<Turn | TurnFailed> {
    const { briefing, conversation } = await this.#open(episode);
    const offered = new Set(briefing.tools.map(({ name }) => name));
    const first = await this.#decide(briefing, signal);
    const { reply, usage } = this.#isSilent(first.reply, offered, episode)
      ? await this.#askWhy(first, conversation, episode, signal)
      : first;

    if (reply.unusable !== null) {
      this.#conversation = null; // nothing of it goes back, so the step is asked anew
      const { code, message } = reply.unusable;
      return { failed: { code: code === 'refused' ? 'refused' : 'cut_off', message }, usage };
    }
    conversation.heard(reply);
    if (reply.decisions.length > 0) {
      const decisions = reply.decisions.map((decision, i) => (i === 0 ? { ...decision, usage } : decision));
      return { decisions, steps: decisions.map((decision) => readToolCall(decision, offered)) };
    }
    // Rule P37. An empty reply cannot be sent back, so the step is asked anew.
    const empty = (reply.text ?? '').trim() === '';
    if (empty) this.#conversation = null;
    else conversation.remind(callReminder);
    return { failed: { code: empty ? 'empty' : 'no_tool_call', message: callReminder }, usage };
  }

  /** The conversation of this step as it goes on, or a new one. */
  async #open(episode: Episode): Promise<{ briefing: Briefing; conversation: StepConversation }> {
    const going = this.#conversation?.next(episode) ?? null;
    if (going !== null && this.#conversation !== null) return { briefing: going, conversation: this.#conversation };
    const briefing = brief(episode, {
      token: randomBytes(4).toString('hex'),
      image: await this.#picture(episode),
      notes: episode.asked ? notesOf(episode) : [],
      budget: this.#budget,
      count: await this.#count(episode),
    });
    this.#conversation = new StepConversation(briefing);
    return { briefing, conversation: this.#conversation };
  }

  /** One reply; a refusal that took the reflection for a request to reveal reasoning is asked again once with the short prompt (rule A10). */
  async #decide(briefing: Briefing, signal: AbortSignal): Promise<Answered> {
    const { client, onProgress } = this.#options;
    const options: DecideOptions = onProgress === undefined ? { signal } : { signal, onProgress };
    const reply = await client.decide(briefing, options);
    if (reply.unusable?.category !== 'reasoning_extraction') return { reply, usage: reply.usage };
    const agentPlanner = briefing.tools.some(({ name }) => name === 'write_todos');
    const again = await client.decide({ ...briefing, system: systemPrompt({ agentPlanner, short: true }) }, options);
    return { reply: again, usage: addUsage(reply.usage, again.usage) };
  }

  /** Rule P41: neither text nor `reflection` with an action, and the model has not been reminded of it in vain before. */
  #isSilent({ decisions }: Reply, offered: ReadonlySet<string>, { rationaleMissing }: Episode): boolean {
    const steps = decisions.map((decision) => readToolCall(decision, offered));
    return rationaleMissing === 0 && steps.length > 0 && steps.every(saysNothing);
  }

  /** Asks once more; what then still says nothing is taken as it is, and the episode counts it. */
  async #askWhy(first: Answered, conversation: StepConversation, episode: Episode, signal: AbortSignal): Promise<Answered> {
    conversation.heard(first.reply);
    conversation.remind(rationaleReminder);
    const again = await this.#decide(conversation.soFar(turnsOf(episode)), signal);
    return { reply: again.reply, usage: addUsage(first.usage, again.usage) };
  }

  async #picture(episode: Episode): Promise<Briefing['image']> {
    const { picture } = this.#options;
    const needed = episode.page === null || episode.page.poor;
    return picture !== undefined && needed ? await picture(episode) : null;
  }

  get #budget(): TokenBudget {
    return this.#options.budget ?? defaultBudget;
  }

  async #count({ history, page }: Episode): Promise<TokenCount> {
    const matters = history.length >= countedFrom || (page?.body.length ?? 0) > this.#budget.page;
    return matters ? await tokenCount() : roughTokenCount;
  }
}

interface Answered {
  readonly reply: Reply;
  /** Of everything that was asked for this turn. */
  readonly usage: Usage;
}

const saysNothing = (step: PlannedStep): boolean => step.kind === 'act' && step.rationale === null;
