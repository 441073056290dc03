import type { ToolCallDecision, Usage } from '../../world/tool-call-decision.ts';
import type { Ids } from '../ports.ts';
import { splitArguments } from '../tools/split-arguments.ts';
import type { WireBlock, WireMessage } from './anthropic-stream.ts';
import { costOf, type PriceTable } from './prices.ts';
import type { Reply } from './tool-calling-client.ts';

export interface ReplyContext {
  readonly model: string;
  readonly ids: Ids;
  readonly prices: PriceTable;
  readonly requestId: string | null;
  readonly latencyMs: number;
}

/** The message as a reply: what may run of it, what was thought and said, and what it cost. */
export function replyOf(message: WireMessage, context: ReplyContext): Reply {
  const { content, stopReason, tokens } = message;
  const usage: Usage = { ...tokens, costUsd: costOf(context.model, tokens, context.prices) };
  const unusable = whyUnusable(message);
  const text = content
    .flatMap((block) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []))
    .join('\n')
    .trim();
  return {
    decisions: unusable === null ? decisionsOf(message, usage, context) : [],
    text: text === '' ? null : text,
    stopReason,
    unusable,
    usage,
    assistant: content,
  };
}

function decisionsOf({ content, calls, stopReason, model }: WireMessage, usage: Usage, context: ReplyContext): ToolCallDecision[] {
  const { thinking, omitted } = thinkingOf(content);
  return calls.map(({ id, name, args, textBefore }, i) => ({
    decisionId: context.ids.next(),
    callId: id,
    toolName: name,
    ...splitArguments(args),
    textOutput: textBefore === '' ? null : textBefore,
    // Thinking and usage belong to the reply as a whole and stand with its first call.
    thinking: i === 0 ? thinking : null,
    thinkingOmitted: i === 0 && omitted,
    provider: 'anthropic',
    model: model === '' ? context.model : model,
    usage: i === 0 ? usage : null,
    latencyMs: context.latencyMs,
    stopReason,
    requestId: context.requestId,
  }));
}

/** Empty thinking with a signature, and redacted thinking, were there and are withheld (rule A8). */
function thinkingOf(content: readonly WireBlock[]): { readonly thinking: string | null; readonly omitted: boolean } {
  const thoughts = content.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking');
  const shown = thoughts.flatMap(({ thinking }) => (typeof thinking === 'string' && thinking !== '' ? [thinking] : []));
  return shown.length > 0 ? { thinking: shown.join('\n\n'), omitted: false } : { thinking: null, omitted: thoughts.length > 0 };
}

const nothingDone = 'nothing of it was executed';

/** Rule A10: what may not run, and why. Calls run after `tool_use` only; a stop reason that is not known fails closed. */
function whyUnusable({ stopReason, refusalCategory, calls }: WireMessage): Reply['unusable'] {
  switch (stopReason) {
    case 'tool_use':
      return null;
    case 'end_turn':
    case 'stop_sequence':
      if (calls.length === 0) return null;
      return { code: 'unknown_stop', message: `the reply held a call and ended with "${stopReason}"; ${nothingDone}` };
    case 'max_tokens':
      return { code: 'cut_off', message: `the reply was cut off at MAX_TOKENS; ${nothingDone}. Answer more briefly.` };
    case 'model_context_window_exceeded':
      return { code: 'cut_off', message: `the reply was cut off at the end of the model's context window; ${nothingDone}` };
    case 'refusal':
      return {
        code: 'refused',
        message: `the model refused the request${refusalCategory === null ? '' : ` (${refusalCategory})`}`,
        ...(refusalCategory === null ? {} : { category: refusalCategory }),
      };
    case 'pause_turn':
      return { code: 'unknown_stop', message: `the model paused its turn again and again; ${nothingDone}` };
    default:
      return {
        code: 'unknown_stop',
        message: `the reply ended with ${JSON.stringify(stopReason)}, which this program does not know; ${nothingDone}`,
      };
  }
}
