import type { z } from 'zod';
import { DeviceAction } from '../../world/device-action.ts';
import { WriteTodos } from '../../world/plan.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';
import { deviceTools } from './device-tools.ts';
import { Metadata } from './metadata.ts';
import { rationaleOf } from './rationale.ts';
import { AskUser, Finish } from './tool-offers.ts';

/** What a tool call means. Strict: what does not fit becomes `malformed` with what was found and what is wanted, never a repaired guess (rule O6). */
export function readToolCall(decision: ToolCallDecision): PlannedStep {
  const { decisionId, thinking, args, toolName } = decision;
  const thought = { decisionId, rationale: rationaleOf(decision.textOutput, decision.reflection), thinking };
  const malformed = (code: string, because: string): PlannedStep => ({ ...thought, kind: 'malformed', code, because });
  if (typeof args === 'string')
    return malformed('bad_tool_call', `the arguments of ${toolName} are no JSON object: ${JSON.stringify(args.slice(0, 80))}`);

  const device = deviceTools.find((tool) => tool.name === toolName);
  if (device !== undefined) {
    const problem = problemWith(device.args, args) ?? metadataProblem(decision);
    if (problem !== null) return malformed('bad_tool_call', `${toolName}: ${problem}`);
    const action = DeviceAction.parse({ name: device.name, ...args });
    const { purpose, expectedOutcome, expect } = decision;
    return {
      ...thought,
      kind: 'act',
      action,
      purpose: purpose ?? '',
      expectedOutcome: expectedOutcome ?? '',
      ...(expect === undefined ? {} : { expect }),
    };
  }
  switch (toolName) {
    case 'write_todos': {
      const problem = problemWith(WriteTodos, args);
      return problem === null
        ? { ...thought, kind: 'revise_plan', plan: WriteTodos.parse(args) }
        : malformed('bad_tool_call', `write_todos: ${problem}`);
    }
    case 'finish': {
      const problem = problemWith(Finish, args);
      return problem === null
        ? { ...thought, kind: 'finish', ...withoutUndefined(Finish.parse(args)) }
        : malformed('bad_tool_call', `finish: ${problem}`);
    }
    case 'ask_user': {
      const problem = problemWith(AskUser, args);
      return problem === null ? { ...thought, kind: 'ask', ...AskUser.parse(args) } : malformed('bad_tool_call', `ask_user: ${problem}`);
    }
    default:
      return malformed('unknown_tool', `there is no tool ${JSON.stringify(toolName)}`);
  }
}

function metadataProblem({ purpose, expectedOutcome }: ToolCallDecision): string | null {
  return problemWith(Metadata.pick({ purpose: true, expected_outcome: true }), {
    purpose: purpose ?? undefined,
    expected_outcome: expectedOutcome ?? undefined,
  });
}

/** Null when it fits; else each place, what was found there and what is wanted. */
function problemWith(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return null;
  return parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.length > 0 ? `${issue.path.join('.')} ${foundAt(value, issue.path)}: ` : ''}${issue.message}`)
    .join('; ');
}

function foundAt(value: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
  return found === undefined ? 'is missing' : `is ${JSON.stringify(found)?.slice(0, 60)}`;
}

function withoutUndefined({ outcome, result }: z.infer<typeof Finish>): { outcome: 'achieved' | 'failed'; result?: string } {
  return result === undefined ? { outcome } : { outcome, result };
}
