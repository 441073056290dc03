import { systemClock } from '../host-agent/clock.ts';
import { createCloudPlannerClient } from '../host-agent/cloud-planner-client.ts';
import { AnthropicClient } from '../runtime/llm/anthropic-client.ts';
import { readModelConfig } from '../runtime/llm/config.ts';
import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import { AppError } from '../world/errors.ts';
import type { JoinedCloud } from './stack.ts';

export const plannerNames = ['anthropic', 'cloud', 'rehearsal'] as const;
export type PlannerName = (typeof plannerNames)[number];

/** The planner asked for, or the one the settings allow. Throws `argument_invalid` for an unknown name, `setting_invalid` when there is none to ask. */
export function choosePlanner(asked: string | undefined, deviceId: string, env: NodeJS.ProcessEnv): PlannerName {
  if (asked !== undefined) {
    const known = plannerNames.find((name) => name === asked);
    if (known === undefined)
      throw new AppError('argument_invalid', `--planner is ${JSON.stringify(asked)}; give one of ${plannerNames.join(', ')}`);
    return known;
  }
  if ((env.ANTHROPIC_API_KEY ?? '') !== '') return 'anthropic';
  if (deviceId === 'sim') return 'rehearsal';
  throw new AppError('setting_invalid', 'no model to ask: ANTHROPIC_API_KEY is not set; set it, or name another with --planner');
}
