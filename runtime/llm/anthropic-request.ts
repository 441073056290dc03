import type Anthropic from '@anthropic-ai/sdk';
import type { ThinkingMode } from './thinking-mode.ts';
import type { Briefing, Exchange } from './tool-calling-client.ts';

export interface RequestOptions {
  readonly model: string;
  readonly maxTokens: number;
  readonly thinking: ThinkingMode;
  /** Rule A5: one call a reply unless batching is wanted. */
  readonly parallelCalls: boolean;
  /** Rule A9: what was thought earlier in this step stays out. */
  readonly dropThinking: boolean;
}

type Block = Anthropic.Messages.ContentBlockParam;

/** The briefing in the Messages format. No temperature, top_p, top_k or prefill ever (rule A4); `tool_choice` is `auto` (rule A3). */
export function anthropicRequest(briefing: Briefing, options: RequestOptions): Anthropic.Messages.MessageCreateParamsStreaming {
  return {
    model: options.model,
    max_tokens: options.maxTokens,
    stream: true,
    system: [{ type: 'text', text: briefing.system, cache_control: { type: 'ephemeral' } }],
    tools: briefing.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters as Anthropic.Messages.Tool.InputSchema,
    })),
    tool_choice: { type: 'auto', disable_parallel_tool_use: !options.parallelCalls },
    ...thinkingParams(options.thinking),
    messages: [
      { role: 'user', content: opening(briefing) },
      ...briefing.exchanges.flatMap((exchange) => exchangeMessages(exchange, options.dropThinking)),
    ],
  };
}

function thinkingParams(mode: ThinkingMode): Partial<Anthropic.Messages.MessageCreateParamsStreaming> {
  switch (mode.kind) {
    case 'adaptive':
      return {
        thinking: { type: 'adaptive', display: 'summarized' },
        ...(mode.effort === null ? {} : { output_config: { effort: mode.effort } }),
      };
    case 'enabled':
      return { thinking: { type: 'enabled', budget_tokens: mode.budgetTokens, display: 'summarized' } };
    case 'disabled':
      return { thinking: { type: 'disabled' } };
    case 'none':
      return {};
  }
}

/** Goal and history first, with a breakpoint after the last block that is full and so never changes; then the tail (rule A12). */
function opening({ goal, history, tail, image }: Briefing): Block[] {
  const stable: Anthropic.Messages.TextBlockParam[] = [goal, ...history].map((text) => ({ type: 'text', text }));
  const last = stable.at(-1);
  if (last !== undefined) last.cache_control = { type: 'ephemeral' };
  return [
    ...stable,
    { type: 'text', text: tail },
    ...(image === null
      ? []
      : [{ type: 'image' as const, source: { type: 'base64' as const, media_type: image.mediaType, data: image.base64 } }]),
  ];
}

/** The model's content as it came (rule A6), then all results of that reply in one user message, first (rule A7). */
function exchangeMessages({ assistant, results, reminder }: Exchange, dropThinking: boolean): Anthropic.Messages.MessageParam[] {
  const content = dropThinking && Array.isArray(assistant) ? assistant.filter(isNoThinking) : assistant;
  const answers: Block[] = results.map(({ callId, content: text, isError }) => ({
    type: 'tool_result',
    tool_use_id: callId,
    content: text,
    ...(isError ? { is_error: true } : {}),
  }));
  return [
    ...(Array.isArray(content) && content.length === 0 ? [] : [{ role: 'assistant' as const, content: content as Block[] }]),
    // A paused turn goes back alone, unchanged (rule A10).
    ...(answers.length === 0 && reminder === undefined
      ? []
      : [{ role: 'user' as const, content: [...answers, ...(reminder === undefined ? [] : [{ type: 'text' as const, text: reminder }])] }]),
  ];
}

function isNoThinking(block: unknown): boolean {
  const type = typeof block === 'object' && block !== null && 'type' in block ? block.type : null;
  return type !== 'thinking' && type !== 'redacted_thinking';
}
