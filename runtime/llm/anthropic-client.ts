import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { AppError } from '../../world/errors.ts';
import type { ToolCallDecision, Usage } from '../../world/tool-call-decision.ts';
import type { Ids } from '../ports.ts';
import { splitArguments } from '../tools/split-arguments.ts';
import { anthropicRequest } from './anthropic-request.ts';
import { CutStream, readMessage, type WireMessage } from './anthropic-stream.ts';
import { checkBudget, type ModelConfig } from './config.ts';
import { costOf, type PriceTable, priceTable } from './prices.ts';
import { type Failure, type RetryOptions, withRetry } from './retry.ts';
import { builtInThinking, chooseThinking, otherMode, type ThinkingMode, type ThinkingTypes } from './thinking-mode.ts';
import type { Briefing, DecideOptions, Reply, ToolCallingClient } from './tool-calling-client.ts';

export interface AnthropicClientOptions {
  readonly config: ModelConfig;
  readonly ids: Ids;
  readonly now: () => number;
  /** Remarks about what was downgraded, retried or dropped; never a key, never thinking. */
  readonly log?: RetryOptions['log'];
  readonly retry?: Partial<Omit<RetryOptions, 'log'>>;
  readonly prices?: PriceTable;
  readonly parallelCalls?: boolean;
}

const usable: ReadonlySet<string> = new Set(['tool_use', 'end_turn', 'stop_sequence']);
const maxPauses = 3;

/** Anthropic's Messages API through its own SDK, always streaming (rule A11). Its own retries are off: ours honour one deadline for the whole decision. */
export class AnthropicClient implements ToolCallingClient {
  readonly provider = 'anthropic';
  readonly model: string;
  readonly #sdk: Anthropic;
  readonly #options: AnthropicClientOptions;
  readonly #retry: RetryOptions;
  #mode: Promise<ThinkingMode> | null = null;

  constructor(options: AnthropicClientOptions) {
    const { config, log, retry } = options;
    checkBudget(config);
    this.model = config.model;
    this.#options = options;
    this.#retry = { retries: 5, firstMs: 500, mostMs: 30_000, ...retry, log: log ?? (() => undefined) };
    this.#sdk = new Anthropic({
      apiKey: config.apiKey,
      maxRetries: 0,
      timeout: config.deadlineMs,
      logLevel: 'off',
      ...(config.baseUrl === null ? {} : { baseURL: config.baseUrl }),
    });
  }

  async decide(briefing: Briefing, { signal, onProgress }: DecideOptions): Promise<Reply> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(this.#options.config.deadlineMs)]);
    const began = this.#options.now();
    const { message, requestId } = await this.#ask(briefing, within, onProgress);
    return this.#reply(message, requestId, this.#options.now() - began);
  }

  /** One whole message, after what may be mended without the planner: the thinking mode (A1), stale thinking (A9), a paused turn (A10). */
  async #ask(
    briefing: Briefing,
    signal: AbortSignal,
    onProgress: DecideOptions['onProgress'],
  ): Promise<{ message: WireMessage; requestId: string | null }> {
    let mode = await this.#thinking(signal);
    let dropThinking = false;
    let switched = false;
    let paused: Briefing = briefing;
    for (let pauses = 0; ; ) {
      try {
        const answer = await this.#send(paused, mode, dropThinking, signal, onProgress);
        if (answer.message.stopReason !== 'pause_turn' || pauses >= maxPauses) return answer;
        pauses++;
        paused = { ...paused, exchanges: [...paused.exchanges, { assistant: answer.message.content, results: [] }] };
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : null;
        const status = cause instanceof APIError ? cause.status : null;
        const said = error instanceof Error ? error.message : '';
        if (status === 400 && !dropThinking && /bound to a different conversation|cannot be modified/i.test(said)) {
          dropThinking = true;
          this.#retry.log('thinking.dropped', { because: 'the provider no longer takes the thinking of this step' });
        } else if (
          status === 400 &&
          !switched &&
          mode.kind !== 'none' &&
          /thinking/i.test(said) &&
          /support|not (allowed|permitted)|invalid|adaptive|enabled|disabled/i.test(said)
        ) {
          switched = true;
          const next = otherMode(mode, this.#options.config.thinkingBudgetTokens);
          this.#retry.log('thinking.switched', { from: mode.kind, to: next.kind });
          mode = next;
          this.#mode = Promise.resolve(next);
        } else throw error;
      }
    }
  }

  #send(briefing: Briefing, thinking: ThinkingMode, dropThinking: boolean, signal: AbortSignal, onProgress: DecideOptions['onProgress']) {
    const { config, parallelCalls = false } = this.#options;
    const request = anthropicRequest(briefing, { model: config.model, maxTokens: config.maxTokens, thinking, parallelCalls, dropThinking });
    return withRetry(
      async () => {
        const { data, response } = await this.#sdk.messages.create(request, { signal }).withResponse();
        return { message: await readMessage(data, onProgress), requestId: response.headers.get('request-id') };
      },
      (error) => readFailure(error, config.model),
      this.#retry,
      signal,
    );
  }

  /** How thinking is asked for: by the Models API, else by the built-in table; asked once for this client (rule A1). */
  #thinking(signal: AbortSignal): Promise<ThinkingMode> {
    this.#mode ??= this.#thinkingTypes(signal).then((types) => {
      const { mode, downgraded } = chooseThinking(this.#options.config.thinkingBudgetTokens, types);
      if (downgraded !== null) this.#retry.log('thinking.downgraded', { model: this.model, because: downgraded });
      return mode;
    });
    return this.#mode;
  }

  async #thinkingTypes(signal: AbortSignal): Promise<ThinkingTypes> {
    if (this.#options.config.thinkingBudgetTokens === null)
      return { adaptive: false, enabled: false, disabled: builtInThinking(this.model).disabled };
    try {
      const { capabilities } = await this.#sdk.models.retrieve(this.model, {}, { signal, timeout: 10_000 });
      const types = capabilities?.thinking.types;
      if (types != null)
        return { adaptive: types.adaptive.supported, enabled: types.enabled.supported, disabled: types.disabled.supported };
    } catch {
      // Not every endpoint has the Models API; the table below is for that.
    }
    return builtInThinking(this.model);
  }

  #reply(message: WireMessage, requestId: string | null, latencyMs: number): Reply {
    const { content, stopReason, tokens } = message;
    const usage: Usage = { ...tokens, costUsd: costOf(message.model || this.model, tokens, this.#options.prices ?? priceTable) };
    const text = content
      .filter((block) => block.type === 'text')
      .map((block) => String(block.text ?? ''))
      .join('\n')
      .trim();
    const unusable = whyUnusable(message);
    const common = { content, usage, message, requestId, latencyMs };
    return {
      decisions: unusable === null ? this.#decisions(common) : [],
      text: text === '' ? null : text,
      stopReason,
      unusable,
      usage,
      assistant: content,
    };
  }

  #decisions({
    content,
    usage,
    message,
    requestId,
    latencyMs,
  }: {
    content: WireMessage['content'];
    usage: Usage;
    message: WireMessage;
    requestId: string | null;
    latencyMs: number;
  }): ToolCallDecision[] {
    const decisions: ToolCallDecision[] = [];
    let before: string[] = [];
    const thoughts = content.filter((block) => block.type === 'thinking');
    const thinking = thoughts
      .map((block) => String(block.thinking ?? ''))
      .filter((thought) => thought !== '')
      .join('\n\n');
    for (const block of content) {
      if (block.type === 'text') before.push(String(block.text ?? ''));
      if (block.type !== 'tool_use') continue;
      const textOutput = before.join('\n').trim();
      before = [];
      decisions.push({
        decisionId: this.#options.ids.next(),
        callId: String(block.id ?? ''),
        toolName: String(block.name ?? ''),
        ...splitArguments(block.input),
        textOutput: textOutput === '' ? null : textOutput,
        // Thinking belongs to the reply and stands with its first call; an empty block with a signature was withheld (rule A8).
        thinking: decisions.length === 0 && thinking !== '' ? thinking : null,
        thinkingOmitted:
          decisions.length === 0 && thinking === '' && (thoughts.length > 0 || content.some((each) => each.type === 'redacted_thinking')),
        provider: this.provider,
        model: message.model || this.model,
        usage: decisions.length === 0 ? usage : null,
        latencyMs,
        stopReason: message.stopReason,
        requestId,
      });
    }
    return decisions;
  }
}

/** Rule A10: what may not run, and why. */
function whyUnusable({ stopReason, refusalCategory }: WireMessage): Reply['unusable'] {
  if (usable.has(stopReason)) return null;
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded')
    return { code: 'cut_off', message: `the reply was cut off (${stopReason}); nothing of it was executed` };
  if (stopReason === 'refusal')
    return { code: 'refused', message: `the model refused${refusalCategory === null ? '' : ` (${refusalCategory})`}` };
  return {
    code: 'unknown_stop',
    message: `the reply ended with ${JSON.stringify(stopReason)}, which this program does not know; nothing of it was executed`,
  };
}

/** Reads what the SDK threw. Messages hold the provider's words, never a key. */
function readFailure(error: unknown, model: string): Failure {
  if (error instanceof CutStream || error instanceof SyntaxError)
    return again('planner_unavailable', `the provider's reply broke off: ${error.message}`, error);
  if (error instanceof APIConnectionError)
    return again('planner_unavailable', `the provider could not be reached: ${causeOf(error)}`, error);
  if (!(error instanceof APIError)) {
    const message = error instanceof Error ? error.message : String(error);
    // A connection that breaks while the body is read comes as undici's own error.
    return /terminated|aborted|socket|ECONN|EPIPE|network|Premature close/i.test(`${message} ${causeOf(error)}`)
      ? again('planner_unavailable', `the connection to the provider broke: ${causeOf(error)}`, error)
      : { again: false, error: new AppError('internal', message, { cause: error }) };
  }
  const { status } = error;
  const said = saidBy(error);
  switch (status) {
    case 401:
    case 403:
      return never('planner_key_invalid', `the provider refuses the key (${status}): ${said}`, error);
    case 404:
      return never('model_unknown', `the provider does not offer the model ${JSON.stringify(model)}: ${said}`, error);
    case 400:
    case 413:
    case 422:
      return never('planner_rejected', `the provider rejects the request (${status}): ${said}`, error);
    default:
      if (status === undefined || status === 408 || status === 409 || status === 429 || status >= 500) {
        return {
          again: true,
          afterMs: retryAfter(error),
          error: new AppError('planner_unavailable', `the provider answers ${status ?? 'with an error in its stream'}: ${said}`, {
            cause: error,
          }),
        };
      }
      return never('planner_rejected', `the provider answers ${status}: ${said}`, error);
  }
}

function again(code: 'planner_unavailable', message: string, cause: unknown): Failure {
  return { again: true, afterMs: null, error: new AppError(code, message, { cause }) };
}

function never(code: 'planner_key_invalid' | 'model_unknown' | 'planner_rejected', message: string, cause: unknown): Failure {
  return { again: false, error: new AppError(code, message, { cause }) };
}

function saidBy(error: InstanceType<typeof APIError>): string {
  const body = error.error as { error?: { message?: unknown } } | undefined;
  const message = body?.error?.message;
  return (typeof message === 'string' ? message : error.message).slice(0, 500);
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return [code, cause instanceof Error ? cause.message : String(cause)].filter((part) => part !== '').join(' ');
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; null when there is none. */
function retryAfter(error: InstanceType<typeof APIError>): number | null {
  const ms = Number(error.headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const wish = error.headers?.get('retry-after');
  if (wish == null) return null;
  const seconds = Number(wish);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(wish);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
