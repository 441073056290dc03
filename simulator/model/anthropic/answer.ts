import { createHash } from 'node:crypto';
import type {
  ContentBlock,
  ContentBlockParam,
  Message,
  MessageCreateParamsBase,
  MessageParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages/messages.js';
import type { Decision, OfferedTool, PastCall, PlannerRequest } from '../planner/decide.ts';
import type { RehearsalModel } from './models.ts';
import { conversationDigest, sign } from './signature.ts';
import { type PromptCache, tokensIn } from './usage.ts';

const isTool = (tool: object): tool is Tool => 'input_schema' in tool;

function blocks(message: MessageParam): readonly ContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((block: ContentBlockParam) => (block.type === 'text' ? block.text : '')).join('\n')
      : '';

/** The request in the planner's terms: nothing but what the message holds. */
export function plannerRequest(request: MessageCreateParamsBase): PlannerRequest {
  const first = request.messages.find(({ role }) => role === 'user');
  const tools: OfferedTool[] = (request.tools ?? [])
    .filter(isTool)
    .map(({ name, input_schema }) => ({ name, parameters: { ...input_schema } }));
  return { text: first === undefined ? '' : textOf(first.content), tools, calls: pastCalls(request.messages) };
}

function pastCalls(messages: readonly MessageParam[]): PastCall[] {
  const all = messages.flatMap((message) => blocks(message));
  return all.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const answer = all.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id);
    const args = typeof block.input === 'object' && block.input !== null ? { ...block.input } : {};
    const result = answer?.type === 'tool_result' ? answer : undefined;
    return [{ name: block.name, args, answer: textOf(result?.content), isError: result?.is_error === true }];
  });
}

/** The decision as the message a provider would send. Ids come from the request, so that the same request gives the same message. */
export function messageFor(request: MessageCreateParamsBase, model: RehearsalModel, decision: Decision, cache: PromptCache): Message {
  const { stream: _, ...asked } = request;
  const digest = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  const content: ContentBlock[] = [];
  const config = request.thinking?.type === 'enabled' || request.thinking?.type === 'adaptive' ? request.thinking : undefined;
  if (config !== undefined) {
    const shown =
      config.display === 'omitted' ? '' : config.display === 'summarized' || model.thinking === 'budget' ? decision.thinking : '';
    content.push({ type: 'thinking', thinking: shown, signature: sign(shown, decision.thinking, conversationDigest(request.messages)) });
  }
  if (decision.text !== '') content.push({ type: 'text', text: decision.text, citations: null });
  const call = request.tool_choice?.type === 'none' ? null : decision.call;
  if (call !== null)
    content.push({ type: 'tool_use', id: `toolu_${digest.slice(24, 48)}`, name: call.name, input: call.args, caller: { type: 'direct' } });

  const thinkingTokens = config === undefined ? 0 : tokensIn(decision.thinking);
  const output = thinkingTokens + tokensIn(decision.text) + (call === null ? 0 : tokensIn(JSON.stringify(call)) + 12);
  const cut = output > request.max_tokens;
  const taken = cache.take(request);
  return {
    id: `msg_${digest.slice(0, 24)}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    container: null,
    diagnostics: null,
    content: cut ? content.filter(({ type }) => type !== 'tool_use') : content,
    stop_details: null,
    stop_reason: cut ? 'max_tokens' : call === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      ...taken,
      cache_creation: { ephemeral_5m_input_tokens: taken.cache_creation_input_tokens ?? 0, ephemeral_1h_input_tokens: 0 },
      inference_geo: null,
      output_tokens: Math.min(output, request.max_tokens),
      output_tokens_details: { thinking_tokens: thinkingTokens },
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
    },
  };
}
