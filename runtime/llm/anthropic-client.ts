import Anthropic from '@anthropic-ai/sdk';
import type { Stream } from '@anthropic-ai/sdk/core/streaming.js';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages.js';
import { AppError } from '../../world/errors.ts';
import type { Ids } from '../ports.ts';
import { type FaultContext, faultOf, WrongAnswer } from './anthropic-faults.ts';
import { replyOf } from './anthropic-reply.ts';
import { anthropicRequest, isThinking, type RequestOptions } from './anthropic-request.ts';
import { readMessage, type WireMessage, type WireTokens } from './anthropic-stream.ts';
import { CacheWatch } from './cache-watch.ts';
import { builtInCapabilities, type Capabilities, capabilitiesOf } from './capabilities.ts';
import type { ModelConfig } from './config.ts';
import { Deadline } from './deadline.ts';
import { defaultRetryPolicy, type ModelLog, ProviderFault, type RetryPolicy, withRetry } from './retry.ts';
import { type ChosenMode, chooseThinking, otherMode, type ThinkingMode } from './thinking-mode.ts';
import type { Briefing, DecideOptions, Reply, ToolCallingClient } from './tool-calling-client.ts';

export interface AnthropicClientOptions {
  readonly config: ModelConfig;
  readonly ids: Ids;
  readonly now: () => number;
  readonly log?: ModelLog;
  readonly retry?: Partial<RetryPolicy>;
  /** A stream in which nothing comes for so long has died; 120 seconds unless said. */
  readonly idleMs?: number;
  /** Rule A5: several calls in one reply; off unless said. */
  readonly parallelCalls?: boolean;
}

interface Answer {
  readonly message: WireMessage;
  readonly requestId: string | null;
}

/** What is known of the model, and how it is asked to think. */
export interface ModelManner {
  readonly capabilities: Capabilities;
  readonly thinking: ChosenMode;
}

const maxPauses = 3;
const capabilitiesWithinMs = 10_000;

/**
 * Anthropic's Messages API through its own SDK, always streaming (rule A11). The SDK's retries are off: ours keep one
 * deadline for the whole decision. What the client learns of the model (its capabilities, a mode it refused) it keeps.
 */
export class AnthropicClient implements ToolCallingClient {
  readonly provider = 'anthropic';
  readonly model: string;
  readonly #sdk: Anthropic;
  readonly #config: ModelConfig;
  readonly #options: AnthropicClientOptions;
  readonly #faults: FaultContext;
  readonly #log: ModelLog;
  readonly #cache: CacheWatch;
  #manner: ModelManner | null = null;

  constructor(options: AnthropicClientOptions) {
    const { config, now, log = () => undefined } = options;
    this.model = config.model;
    this.#config = config;
    this.#options = options;
    this.#log = log;
    this.#cache = new CacheWatch(log);
    this.#sdk = new Anthropic({
      apiKey: config.apiKey,
      baseURL: config.baseUrl ?? 'https://api.anthropic.com',
      maxRetries: 0,
      timeout: config.deadlineMs,
      // Neither its log nor its spans: both can be told by the environment to hold prompts and thinking (rule M2).
      logLevel: 'off',
      openTelemetry: false,
    });
    this.#faults = { model: config.model, origin: new URL(this.#sdk.baseURL).origin, secrets: [config.apiKey], now };
  }

  async decide(briefing: Briefing, { signal, onProgress }: DecideOptions): Promise<Reply> {
    const { now, ids } = this.#options;
    const began = now();
    const deadline = new Deadline(signal, this.#config.deadlineMs);
    try {
      const { message, requestId } = await this.#ask(briefing, deadline, onProgress);
      return replyOf(message, { model: this.model, ids, prices: this.#config.prices, requestId, latencyMs: Math.max(0, now() - began) });
    } catch (error) {
      throw asModelError(error, deadline, this.#config.deadlineMs);
    } finally {
      deadline.clear();
    }
  }

  /**
   * What is known of the model and how thinking will be asked for (rule A1): by the Models API, else by the built-in table.
   * Asked once; an API that cannot be reached is asked again the next time. Throws `setting_invalid` when MAX_TOKENS is more
   * than the model gives.
   */
  async manner(signal: AbortSignal): Promise<ModelManner> {
    if (this.#manner !== null) return this.#manner;
    const { capabilities, settled } = await this.#capabilities(signal);
    const { maxOutputTokens } = capabilities;
    const { maxTokens, thinking: wish } = this.#config;
    if (maxOutputTokens !== null && capabilities.source === 'models api' && maxTokens > maxOutputTokens)
      throw new AppError('setting_invalid', `MAX_TOKENS is ${maxTokens}; ${this.model} gives at most ${maxOutputTokens}`);
    const thinking = chooseThinking(wish, capabilities);
    if (thinking.downgraded !== null) this.#log('thinking.downgraded', { model: this.model, because: thinking.downgraded });
    const manner = { capabilities, thinking };
    if (settled) this.#manner = manner;
    return manner;
  }

  /** `settled` is false when the API may answer better another time. */
  async #capabilities(signal: AbortSignal): Promise<{ readonly capabilities: Capabilities; readonly settled: boolean }> {
    const builtIn = builtInCapabilities(this.model);
    try {
      const info = await this.#sdk.models.retrieve(this.model, {}, { signal, timeout: capabilitiesWithinMs });
      return { capabilities: capabilitiesOf(info) ?? builtIn, settled: true };
    } catch (error) {
      signal.throwIfAborted();
      const fault = faultOf(error, this.#faults);
      // Not every endpoint has the Models API; what else is wrong, the request itself will say.
      this.#log('capabilities.unknown', { model: this.model, because: fault.message });
      return { capabilities: builtIn, settled: !fault.again };
    }
  }

  /** One whole message; a turn that pauses goes on, a few times (rule A10). */
  async #ask(briefing: Briefing, deadline: Deadline, onProgress: DecideOptions['onProgress']): Promise<Answer> {
    let answer = await this.#mended(briefing, [], deadline, onProgress);
    for (let pauses = 0; answer.message.stopReason === 'pause_turn' && pauses < maxPauses; pauses++) {
      const next = await this.#mended(briefing, answer.message.content, deadline, onProgress);
      answer = { requestId: next.requestId, message: joined(answer.message, next.message) };
    }
    return answer;
  }

  /** One message, after what a 400 lets us mend ourselves, each once: a thinking mode (rule A1), thinking that is no longer taken (rule A9). */
  async #mended(
    briefing: Briefing,
    paused: readonly unknown[],
    deadline: Deadline,
    onProgress: DecideOptions['onProgress'],
  ): Promise<Answer> {
    const { capabilities, thinking } = await this.manner(deadline.signal);
    let mode = thinking.mode;
    let dropThinking = false;
    let switched = false;
    for (;;) {
      const options = this.#requestOptions(goingOn(mode, dropThinking), dropThinking, paused);
      try {
        const answer = await this.#send(this.#seeable(briefing, capabilities), options, deadline, onProgress);
        if (switched) this.#manner = { capabilities, thinking: { mode, downgraded: `the provider refused "${thinking.mode.kind}"` } };
        return answer;
      } catch (error) {
        if (!(error instanceof ProviderFault) || error.status !== 400) throw error;
        const stale = isAboutOldThinking(error.message);
        const other = stale ? null : modeAfter(error.message, mode, this.#config.maxTokens);
        if (stale && !dropThinking && (mode.kind === 'enabled' || holdsThinking(briefing, paused))) {
          dropThinking = true;
          this.#log('thinking.dropped', { model: this.model, because: error.message });
        } else if (!switched && other !== null) {
          switched = true;
          mode = other;
          this.#log('thinking.switched', { model: this.model, to: mode.kind, because: error.message });
        } else throw error;
      }
    }
  }

  #requestOptions(thinking: ThinkingMode, dropThinking: boolean, paused: readonly unknown[]): RequestOptions {
    const { parallelCalls = false } = this.#options;
    return { model: this.model, maxTokens: this.#config.maxTokens, thinking, parallelCalls, dropThinking, paused };
  }

  /** A model without eyes gets no picture. */
  #seeable(briefing: Briefing, { vision }: Capabilities): Briefing {
    if (vision || briefing.image === null) return briefing;
    this.#log('picture.left_out', { model: this.model, because: 'this model takes no pictures' });
    return { ...briefing, image: null };
  }

  async #send(briefing: Briefing, options: RequestOptions, deadline: Deadline, onProgress: DecideOptions['onProgress']): Promise<Answer> {
    const request = anthropicRequest(briefing, options);
    this.#cache.see(briefing.about.episodeId, request);
    // Thinking between tool calls needs a header only where a budget is the way to ask for it.
    const headers = options.thinking.kind === 'enabled' ? { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } : {};
    const attempt = async (): Promise<Answer> => {
      const watch = new Deadline(deadline.signal, this.#options.idleMs ?? 120_000);
      try {
        // Not `messages.create`, which does the same and writes to the terminal about models that grow old.
        const { data, response } = await this.#sdk
          .post<Stream<RawMessageStreamEvent>>('/v1/messages', { body: request, stream: true, signal: watch.signal, headers })
          .withResponse();
        if (!isEventStream(response)) {
          data.controller.abort();
          throw new WrongAnswer(
            `it answers ${response.status} with ${JSON.stringify(response.headers.get('content-type') ?? 'no content type')}`,
          );
        }
        const message = await readMessage(data, onProgress, () => watch.restart());
        return { message, requestId: response.headers.get('request-id') };
      } catch (error) {
        deadline.signal.throwIfAborted();
        if (watch.expired)
          throw new ProviderFault(`${this.#faults.origin} fell silent in the middle of its reply`, {
            code: 'planner_unavailable',
            again: true,
          });
        throw faultOf(error, this.#faults);
      } finally {
        watch.clear();
      }
    };
    return await withRetry(attempt, {
      ...defaultRetryPolicy,
      ...this.#options.retry,
      leftMs: () => deadline.leftMs,
      signal: deadline.signal,
      log: this.#log,
    });
  }
}

const isEventStream = (response: Response): boolean => /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

/** Rule A9. */
const isAboutOldThinking = (said: string): boolean =>
  /bound to a different conversation|cannot be modified|expected `?thinking|invalid `?signature/i.test(said);

const holdsThinking = ({ exchanges }: Briefing, paused: readonly unknown[]): boolean =>
  exchanges.some(({ assistant }) => Array.isArray(assistant) && assistant.some(isThinking)) || paused.some(isThinking);

/** Rule A1: what to try after this refusal, once; null when the refusal is about something else or there is nothing else to try. */
function modeAfter(said: string, mode: ThinkingMode, maxTokens: number): ThinkingMode | null {
  // Wording may change, so anything that names thinking or effort counts.
  if (!/thinking|adaptive|\beffort\b|budget_tokens/i.test(said)) return null;
  if (mode.kind === 'none' && mode.effort === null) return null;
  if ('effort' in mode && mode.effort !== null && /\beffort\b/i.test(said) && !/thinking\.type|adaptive/i.test(said))
    return { ...mode, effort: null };
  const other = otherMode(mode);
  return other.kind === 'enabled' && other.budgetTokens >= maxTokens ? { kind: 'none', effort: null } : other;
}

/** With a budget, a turn has to go on with the thinking it began with; without its thinking it goes on without the budget. */
const goingOn = (mode: ThinkingMode, dropThinking: boolean): ThinkingMode =>
  dropThinking && mode.kind === 'enabled' ? { kind: 'none', effort: null } : mode;

/** A paused message and what followed it, as one. */
function joined(first: WireMessage, second: WireMessage): WireMessage {
  const sum = (name: keyof WireTokens): number => first.tokens[name] + second.tokens[name];
  return {
    ...second,
    content: [...first.content, ...second.content],
    calls: [...first.calls, ...second.calls],
    tokens: { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite') },
  };
}

function asModelError(error: unknown, deadline: Deadline, deadlineMs: number): AppError {
  if (deadline.expired) return new AppError('planner_unavailable', `the model did not answer within ${Math.round(deadlineMs / 1_000)} s`);
  if (deadline.signal.aborted) return new AppError('cancelled', 'stopped while waiting for the model');
  if (error instanceof AppError) return error;
  if (error instanceof ProviderFault) return new AppError(error.code, error.message);
  return new AppError('internal', error instanceof Error ? error.message : String(error), { cause: error });
}
