import { readFileSync } from 'node:fs';
import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages.js';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { invalid, Refusal } from '../refusal.ts';
import { findModel, type RehearsalModel } from './models.ts';
import { checkSignature, conversationDigest } from './signature.ts';

let compiled: ValidateFunction<MessageCreateParamsBase> | undefined;

/** The request's form, as the installed SDK's types have it. Compiled at the first use; takes most of a second. */
export function formOf(): ValidateFunction<MessageCreateParamsBase> {
  const schema: unknown = JSON.parse(readFileSync(new URL('./messages-request.schema.json', import.meta.url), 'utf8'));
  compiled ??= new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false }).compile<MessageCreateParamsBase>(schema as object);
  return compiled;
}

/**
 * The body as a request that a provider would answer, and the model it names.
 * Throws the Refusal a provider would give: wrong form, unknown fields, unknown model, or a rule that types cannot say.
 */
export function checkRequest(body: unknown): { readonly request: MessageCreateParamsBase; readonly model: RehearsalModel } {
  const form = formOf();
  refuseSampling(body);
  if (!form(body)) throw invalid(explain(form.errors ?? []));
  const model = findModel(body.model);
  if (model === undefined) throw new Refusal('not_found_error', `model: ${body.model}`);
  checkLimits(body, model);
  checkThinking(body, model);
  checkTools(body);
  checkConversation(body.messages);
  checkThinkingBlocks(body);
  return { request: body, model };
}

/** Of the many errors that a union gives, the one that lies deepest says most. */
function explain(errors: readonly ErrorObject[]): string {
  const depth = (error: ErrorObject): number =>
    error.instancePath.split('/').length * 2 + (error.keyword === 'additionalProperties' ? 1 : 0);
  const worst = errors.filter(({ keyword }) => keyword !== 'anyOf').toSorted((a, b) => depth(b) - depth(a))[0] ?? errors[0];
  if (worst === undefined) return 'the request has a form that is not allowed';
  const at = worst.instancePath.slice(1).replaceAll('/', '.');
  const extra: unknown = worst.params.additionalProperty;
  if (worst.keyword === 'additionalProperties' && typeof extra === 'string')
    return `${at === '' ? '' : `${at}.`}${extra}: Extra inputs are not permitted`;
  const missing: unknown = worst.params.missingProperty;
  if (worst.keyword === 'required' && typeof missing === 'string') return `${at === '' ? '' : `${at}.`}${missing}: Field required`;
  return `${at === '' ? 'body' : at}: ${worst.message ?? 'is not allowed'}`;
}

/** The SDK's types no longer have these; a program that sends them anyway is told why. */
function refuseSampling(body: unknown): void {
  if (typeof body !== 'object' || body === null) throw invalid('body: Input should be a valid object');
  const thinking =
    'thinking' in body &&
    typeof body.thinking === 'object' &&
    body.thinking !== null &&
    'type' in body.thinking &&
    body.thinking.type !== 'disabled';
  for (const field of ['temperature', 'top_p', 'top_k'])
    if (field in body)
      throw invalid(thinking ? `\`${field}\` may not be set when thinking is enabled.` : `\`${field}\` is not supported by this model.`);
}

function checkLimits(request: MessageCreateParamsBase, model: RehearsalModel): void {
  const most = model.info.max_tokens ?? Number.POSITIVE_INFINITY;
  const { max_tokens: wanted } = request;
  if (!Number.isInteger(wanted) || wanted < 1) throw invalid('max_tokens: Input should be a whole number greater than or equal to 1');
  if (wanted > most) throw invalid(`max_tokens: ${wanted} > ${most}, which is the maximum allowed number of output tokens for ${model.id}`);
  const marks = JSON.stringify(request).match(/"cache_control":\{/g)?.length ?? 0;
  if (marks > 4) throw invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
}

function checkThinking({ thinking, max_tokens, tool_choice, output_config }: MessageCreateParamsBase, model: RehearsalModel): void {
  if (output_config?.effort !== undefined && output_config.effort !== null && model.thinking !== 'adaptive')
    throw invalid('output_config.effort: This model does not support the effort parameter.');
  if (thinking === undefined || thinking.type === 'disabled') return;
  if (thinking.type === 'between_tools') throw invalid(`thinking.type: "between_tools" is not supported by ${model.id}.`);
  if (thinking.type === 'adaptive' && model.thinking !== 'adaptive') throw invalid('adaptive thinking is not supported on this model');
  if (thinking.type === 'enabled') {
    if (model.thinking === 'adaptive')
      throw invalid(
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      );
    if (model.thinking === 'none') throw invalid(`${model.id} does not support thinking.`);
    if (!Number.isInteger(thinking.budget_tokens) || thinking.budget_tokens < 1024)
      throw invalid('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
    if (thinking.budget_tokens >= max_tokens) throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool')
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.');
}

function checkTools({ tools = [], tool_choice }: MessageCreateParamsBase): void {
  const names = tools.flatMap((tool) => ('name' in tool ? [tool.name] : []));
  for (const [i, name] of names.entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) throw invalid(`tools.${i}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (names.indexOf(name) !== i) throw invalid('tools: Tool names must be unique.');
  }
  if (tool_choice !== undefined && tools.length === 0) throw invalid('tool_choice may only be specified while providing tools.');
  if (tool_choice?.type === 'tool' && !names.includes(tool_choice.name))
    throw invalid(`Tool '${tool_choice.name}' not found in provided tools`);
}

const blocksOf = (message: MessageParam): readonly ContentBlockParam[] =>
  typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;

function checkConversation(messages: readonly MessageParam[]): void {
  if (messages.length === 0) throw invalid('messages: at least one message is required');
  if (messages[0]?.role !== 'user') throw invalid('messages: first message must use the "user" role');
  if (messages.at(-1)?.role === 'assistant')
    throw invalid('This model does not support assistant message prefill. The conversation must end with a user message.');
  for (const [i, message] of messages.entries()) {
    const blocks = blocksOf(message);
    if (blocks.length === 0) throw invalid(`messages.${i}: all messages must have non-empty content`);
    if (blocks.some((block) => block.type === 'text' && block.text === ''))
      throw invalid('messages: text content blocks must be non-empty');
    checkResults(messages, i);
  }
}

/** Every call is answered once, at the head of the next user message; nothing else is answered. */
function checkResults(messages: readonly MessageParam[], i: number): void {
  const message = messages[i];
  if (message === undefined) return;
  const blocks = blocksOf(message);
  const results = blocks.filter((block): block is ToolResultBlockParam => block.type === 'tool_result');
  const calls = callsOf(messages[i - 1]);
  if (message.role === 'assistant') {
    if (results.length > 0) throw invalid(`messages.${i}: \`tool_result\` blocks can only be in \`user\` messages`);
    const ids = callsOf(message).map(({ id }) => id);
    if (new Set(ids).size !== ids.length) throw invalid('messages: `tool_use` ids must be unique');
    return;
  }
  const answered = results.map(({ tool_use_id }) => tool_use_id);
  const unknown = answered.find((id) => !calls.some((call) => call.id === id));
  if (unknown !== undefined)
    throw invalid(
      `messages.${i}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    );
  const twice = answered.find((id, at) => answered.indexOf(id) !== at);
  if (twice !== undefined)
    throw invalid(
      `messages.${i}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
    );
  const missing = calls.filter(({ id }) => !answered.includes(id)).map(({ id }) => id);
  if (missing.length > 0)
    throw invalid(
      `messages.${i - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  const late = blocks.findIndex((block, at) => block.type === 'tool_result' && at >= results.length);
  if (late >= 0)
    throw invalid(
      `messages.${i}.content.${late}: \`tool_result\` blocks must come first in the content of the message that answers \`tool_use\` blocks`,
    );
}

const callsOf = (message: MessageParam | undefined): readonly ToolUseBlockParam[] =>
  message?.role === 'assistant' ? blocksOf(message).filter((block): block is ToolUseBlockParam => block.type === 'tool_use') : [];

/** Thinking comes back as it was given, in the conversation it was given in; with a budget it must be there. */
function checkThinkingBlocks({ messages, thinking }: MessageCreateParamsBase): void {
  for (const [i, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const blocks = blocksOf(message);
    for (const [at, block] of blocks.entries()) {
      const verdict =
        block.type === 'thinking'
          ? checkSignature(block.thinking, block.signature, conversationDigest(messages.slice(0, i)))
          : block.type === 'redacted_thinking'
            ? 'modified'
            : 'good';
      if (verdict === 'modified')
        throw invalid(
          `messages.${i}.content.${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
        );
      if (verdict === 'elsewhere') throw invalid(`messages.${i}.content.${at}: \`thinking\` block is bound to a different conversation`);
    }
    const first = blocks[0]?.type ?? 'text';
    if (
      thinking?.type === 'enabled' &&
      i === messages.length - 2 &&
      callsOf(message).length > 0 &&
      first !== 'thinking' &&
      first !== 'redacted_thinking'
    )
      throw invalid(
        `messages.${i}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
      );
  }
}
