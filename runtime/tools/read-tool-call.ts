import type { z } from 'zod';
import { DeviceAction } from '../../world/device-action.ts';
import type { PlannedStep } from '../../world/planned-step.ts';
import { quoted } from '../../world/text-line.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';
import { askUser, finish, writeTodos } from './control-tools.ts';
import { type DeviceTool, deviceTools } from './device-tools.ts';
import { rationaleOf } from './rationale.ts';

type Thought = Pick<PlannedStep, 'decisionId' | 'rationale' | 'thinking'>;
type Step = PlannedStep extends infer Each ? (Each extends unknown ? Omit<Each, keyof Thought> : never) : never;

/**
 * What a tool call means. Strict: what does not fit becomes `malformed` with what was found and what is wanted, never a
 * repaired guess (rules O6, P25, P39). `offered` are the names of the tools on offer; without it, all that there are.
 */
export function readToolCall(decision: ToolCallDecision, offered?: ReadonlySet<string>): PlannedStep {
  const { decisionId, thinking, textOutput, reflection } = decision;
  return { decisionId, rationale: rationaleOf(textOutput, reflection), thinking, ...meaningOf(decision, offered) };
}

function meaningOf({ toolName, args, ...decision }: ToolCallDecision, offered: ReadonlySet<string> | undefined): Step {
  const unknown: Step = { kind: 'malformed', code: 'unknown_tool', because: `there is no tool ${quoted(toolName)}${namesOf(offered)}` };
  if (offered?.has(toolName) === false) return unknown;
  // `""` means `{}`; where something is required, the schema says so (rule O6).
  const given = typeof args === 'string' && args.trim() === '' ? {} : args;
  if (typeof given === 'string') return malformed(toolName, `the arguments have to be one JSON object; found ${quoted(given)}`);

  const device = deviceTools.find(({ name }) => name === toolName);
  if (device !== undefined) return actionOf(device, given, decision);
  switch (toolName) {
    case writeTodos.name: {
      const read = check(writeTodos.schema, given);
      return 'problem' in read ? malformed(toolName, read.problem) : { kind: 'revise_plan', plan: read.value };
    }
    case finish.name: {
      const read = check(finish.schema, given);
      if ('problem' in read) return malformed(toolName, read.problem);
      const { outcome, result } = read.value;
      return { kind: 'finish', outcome, ...(result === undefined ? {} : { result }) };
    }
    case askUser.name: {
      const read = check(askUser.schema, given);
      return 'problem' in read ? malformed(toolName, read.problem) : { kind: 'ask', question: read.value.question };
    }
    default:
      return unknown;
  }
}

function actionOf(
  { name, schema }: DeviceTool,
  args: Record<string, unknown>,
  { purpose, expectedOutcome, expect }: Pick<ToolCallDecision, 'purpose' | 'expectedOutcome' | 'expect'>,
): Step {
  const given = {
    ...args,
    ...(purpose === null ? {} : { purpose }),
    ...(expectedOutcome === null ? {} : { expected_outcome: expectedOutcome }),
    ...(expect === undefined ? {} : { expect }),
  };
  const read = check(schema, given);
  if ('problem' in read) return malformed(name, read.problem);
  return {
    kind: 'act',
    action: DeviceAction.parse({ name, ...args }),
    purpose: purpose ?? '',
    expectedOutcome: expectedOutcome ?? '',
    ...(expect === undefined ? {} : { expect }),
  };
}

function malformed(toolName: string, problem: string): Step {
  return { kind: 'malformed', code: 'bad_tool_call', because: `${toolName}: ${problem}` };
}

const namesOf = (offered: ReadonlySet<string> | undefined): string =>
  offered === undefined ? '' : `; the tools are ${[...offered].join(', ')}`;

/** The value, or each place where it does not fit (three at most), what was found there and what is wanted. */
function check<T>(schema: z.ZodType<T>, value: unknown): { readonly value: T } | { readonly problem: string } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.length > 0 ? `"${path.join('.')}" ${foundAt(value, path)}: ` : ''}${message}`,
  );
  return { problem: [...problems.slice(0, 3), ...(problems.length > 3 ? [`${problems.length - 3} more`] : [])].join('; ') };
}

function foundAt(value: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);
  return found === undefined ? 'is missing' : `is ${(JSON.stringify(found) ?? String(found)).slice(0, 60)}`;
}
