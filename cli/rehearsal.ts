import { modelClients } from '../cloud/model-clients.ts';
import { readModelConfig } from '../runtime/llm/config.ts';
import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import { timeOrderedIds } from '../runtime/time-ordered-ids.ts';
import { launchModel, type RunningModel } from '../simulator/model/launch.ts';

/** The rehearsal model that thinks, so that a demo shows thinking. */
export const rehearsalModel = 'rehearsal-1';
const thinkingBudget = '2048';

/** A client of a running rehearsal model: the real SDK over real HTTP, as to any provider. */
export async function rehearsalClient(
  { url, key }: Pick<RunningModel, 'url' | 'key'>,
  model: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ToolCallingClient> {
  const { AnthropicClient } = await import('../runtime/llm/anthropic-client.ts'); // a second of start-up that most commands need not pay
  const { THINKING_BUDGET_TOKENS = thinkingBudget, MAX_TOKENS } = env;
  const now = (): number => Date.now();
  const config = readModelConfig({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, THINKING_BUDGET_TOKENS, MAX_TOKENS }, { model });
  return new AnthropicClient({ config, ids: timeOrderedIds(now), now });
}

/** Set to `ready` by a program that is going to ask the rehearsal model: it is then started along with the home server, not at the first decision. */
export const rehearsalWish = 'TAPWRIGHT_REHEARSAL';

/** Starts the rehearsal model when it is first asked for; it ends with this process. One that failed to start is started anew. */
export function rehearsalClients(env: Readonly<Record<string, string | undefined>>): (model: string) => Promise<ToolCallingClient> {
  let running: Promise<RunningModel> | null = null;
  const start = (): Promise<RunningModel> => {
    running ??= launchModel().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
  if (env[rehearsalWish] === 'ready') start().catch(() => undefined); // whoever asks is told
  return async (model) => rehearsalClient(await start(), model, env);
}

/** The providers' models, and the rehearsal model under its own names. */
export function modelsAndRehearsal(env: NodeJS.ProcessEnv): ReturnType<typeof modelClients> {
  const providers = modelClients(env);
  const rehearsal = rehearsalClients(env);
  return (model) => (model?.startsWith('rehearsal') === true ? rehearsal(model) : providers(model));
}
