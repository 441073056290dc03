import { splitArguments } from '../../runtime/tools/split-arguments.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';

let count = 0;

/** A decision as a client makes it from a tool call and its raw arguments. */
export function decisionOf(toolName: string, raw: unknown, more: Partial<ToolCallDecision> = {}): ToolCallDecision {
  count++;
  return {
    decisionId: `decision-${count}`,
    callId: `call-${count}`,
    toolName,
    ...splitArguments(raw),
    textOutput: 'I go on.',
    thinking: null,
    thinkingOmitted: false,
    provider: 'test',
    model: 'test',
    usage: { input: 10, output: 2, cacheRead: 0, cacheWrite: 0, costUsd: 0.01 },
    latencyMs: 1,
    stopReason: 'tool_use',
    requestId: null,
    ...more,
  };
}

export const saysWhy = { purpose: 'To get on.', expected_outcome: 'The next page.' };
