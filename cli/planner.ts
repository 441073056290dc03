import { systemClock } from '../host-agent/clock.ts';
import { createCloudPlannerClient } from '../host-agent/cloud-planner-client.ts';
import type { Log } from '../host-agent/log.ts';
import { type ModelConfig, readModelConfig } from '../runtime/llm/config.ts';
import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import { timeOrderedIds } from '../runtime/time-ordered-ids.ts';
import { launchModel } from '../simulator/model/launch.ts';
import { AppError } from '../world/errors.ts';
import { rehearsalClient, rehearsalModel } from './rehearsal.ts';
import type { JoinedCloud } from './stack.ts';
import type { Teardown } from './teardown.ts';

const plannerNames = ['anthropic', 'cloud', 'rehearsal'] as const;
type PlannerName = (typeof plannerNames)[number];

export interface PlannerChoice {
  readonly name: PlannerName;
  /** What events and results call it. */
  readonly shownAs: string;
  readonly model: string | null;
  /** A rehearsal model decides: a stand-in, said to be one. */
  readonly standIn: boolean;
  readonly config: ModelConfig | null;
}

/** The planner asked for, or the one the settings allow. Throws `argument_invalid` for an unknown name, `setting_invalid` when a key is missing. */
export function choosePlanner(
  { planner, model, device }: { readonly planner?: string; readonly model?: string; readonly device: string },
  env: NodeJS.ProcessEnv,
): PlannerChoice {
  const name = planner === undefined ? byKeys(device, env) : plannerNames.find((each) => each === planner);
  if (name === undefined)
    throw new AppError('argument_invalid', `--planner is ${JSON.stringify(planner)}; give one of ${plannerNames.join(', ')}`);
  switch (name) {
    case 'anthropic': {
      const config = readModelConfig(env, { model });
      return { name, shownAs: name, model: config.model, standIn: false, config };
    }
    case 'rehearsal':
      return { name, shownAs: name, model: model ?? rehearsalModel, standIn: true, config: null };
    case 'cloud': {
      const standIn = model?.startsWith('rehearsal') === true;
      return { name, shownAs: standIn ? 'rehearsal' : name, model: model ?? null, standIn, config: null };
    }
  }
}

function byKeys(device: string, env: NodeJS.ProcessEnv): PlannerName {
  if ((env.ANTHROPIC_API_KEY ?? '') !== '') return 'anthropic';
  if (device === 'sim') return 'rehearsal';
  throw new AppError('setting_invalid', 'no model to ask: ANTHROPIC_API_KEY is not set; set it, or name another planner with --planner');
}

interface ClientParts {
  readonly cloud: JoinedCloud;
  readonly env: NodeJS.ProcessEnv;
  readonly teardown: Teardown;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** The client that asks the chosen model. */
export async function plannerClient(
  { name, model, config }: PlannerChoice,
  { cloud, env, teardown, log, signal }: ClientParts,
): Promise<ToolCallingClient> {
  switch (name) {
    case 'cloud':
      return createCloudPlannerClient({ cloud: cloud.client, model, clock: systemClock });
    case 'rehearsal': {
      const running = await launchModel({ signal });
      teardown.add('the rehearsal model', () => running.stop());
      return await rehearsalClient(running, model ?? rehearsalModel, env);
    }
    case 'anthropic': {
      const { AnthropicClient } = await import('../runtime/llm/anthropic-client.ts');
      return new AnthropicClient({
        config: config ?? readModelConfig(env),
        ids: timeOrderedIds(systemClock.now),
        now: systemClock.now,
        log,
      });
    }
  }
}
