import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages.js';
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
  /** What a paused turn has said so far; goes back unchanged (rule A10). */
  readonly paused: readonly unknown[];
}

const breakpoint = { type: 'ephemeral' } as const;

/** The briefing in the Messages format. No temperature, top_p, top_k or prefill ever (rule A4); `tool_choice` is `auto` (rule A3). */
export function anthropicRequest(briefing: Briefing, options: RequestOptions): MessageCreateParamsStreaming {
  const { model, maxTokens, thinking, parallelCalls, dropThinking, paused } = options;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    // Tools stand before the system prompt in what a provider caches, so that one breakpoint covers both (rule A12).
    system: [{ type: 'text', text: briefing.system, cache_control: breakpoint }],
    tools: briefing.tools.map(
      ({ name, description, parameters }): Tool => ({ name, description, input_schema: { type: 'object', ...parameters } }),
    ),
    tool_choice: { type: 'auto', disable_parallel_tool_use: !parallelCalls },
    ...thinkingParams(thinking),
    messages: [
      { role: 'user', content: opening(briefing) },
      ...briefing.exchanges.flatMap((exchange) => exchangeMessages(exchange, dropThinking)),
      ...(paused.length === 0
        ? []
        : [{ role: 'assistant' as const, content: asBlocks(paused).filter((block) => !dropThinking || !isThinking(block)) }]),
    ],
  };
}

function thinkingParams(mode: ThinkingMode): Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'> {
  switch (mode.kind) {
    case 'adaptive':
      return {
        thinking: { type: 'adaptive', display: 'summarized' },
        ...(mode.effort === null ? {} : { output_config: { effort: mode.effort } }),
      };
    case 'enabled':
      return { thinking: { type: 'enabled', budget_tokens: mode.budgetTokens, display: 'summarized' } };
    case 'between_tools':
      return { thinking: { type: 'between_tools' } };
    case 'disabled':
      return { thinking: { type: 'disabled' } };
    case 'none':
      return mode.effort === null ? {} : { output_config: { effort: mode.effort } };
  }
}

/** Goal and history, with a breakpoint after the last block, since none of them ever changes; then what does change (rule A12). */
function opening({ goal, history, tail, image }: Briefing): ContentBlockParam[] {
  const stable = [goal, ...history];
  return [
    ...stable.map((text, i): TextBlockParam => ({ type: 'text', text, ...(i === stable.length - 1 ? { cache_control: breakpoint } : {}) })),
    ...(image === null
      ? []
      : [{ type: 'image' as const, source: { type: 'base64' as const, media_type: image.mediaType, data: image.base64 } }]),
    { type: 'text', text: tail },
  ];
}

/** The model's content as it came (rule A6), then the results of all its calls, first in one user message (rule A7). */
function exchangeMessages({ assistant, results, reminder }: Exchange, dropThinking: boolean): MessageParam[] {
  const content = asBlocks(Array.isArray(assistant) ? assistant : []).filter((block) => !dropThinking || !isThinking(block));
  if (content.length === 0) return [];
  const answers = answersTo(content, results);
  const said: ContentBlockParam[] = reminder === undefined ? [] : [{ type: 'text', text: reminder }];
  return [
    { role: 'assistant', content },
    { role: 'user', content: answers.length + said.length > 0 ? [...answers, ...said] : [{ type: 'text', text: 'Go on.' }] },
  ];
}

/** One result for every call, in the order of the calls: none missing, none twice, none for a call that was not made (rule A7). */
function answersTo(content: readonly ContentBlockParam[], results: Exchange['results']): ToolResultBlockParam[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const result = results.find(({ callId }) => callId === block.id);
    const answer = result ?? { content: 'Not executed: a call before this one failed or changed the page.', isError: true };
    return [
      { type: 'tool_result' as const, tool_use_id: block.id, content: answer.content, ...(answer.isError ? { is_error: true } : {}) },
    ];
  });
}

/** Whether a block of the provider's content is thinking, shown or withheld. */
export function isThinking(block: unknown): boolean {
  const type = typeof block === 'object' && block !== null && 'type' in block ? block.type : null;
  return type === 'thinking' || type === 'redacted_thinking';
}

/** The provider's own content going back to it: its form is the provider's business (rule A6). */
function asBlocks(content: readonly unknown[]): ContentBlockParam[] {
  return content as ContentBlockParam[];
}
