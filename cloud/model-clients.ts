import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import type { ClientFor } from './api/services.ts';
import type { Environment } from './config.ts';

/** The model clients that the cloud holds the keys of, one per model. Throws `setting_invalid` when the key of its provider is missing. */
export function modelClients(env: Environment): ClientFor {
  const clients = new Map<string, ToolCallingClient>();
  const now = (): number => Date.now();
  return async (model) => {
    // Loaded at the first decision: the provider's SDK would double the time that a home server takes to start.
    const [{ AnthropicClient }, { readModelConfig }, { timeOrderedIds }] = await Promise.all([
      import('../runtime/llm/anthropic-client.ts'),
      import('../runtime/llm/config.ts'),
      import('../runtime/time-ordered-ids.ts'),
    ]);
    const config = readModelConfig(env, { model: model ?? undefined });
    const known = clients.get(config.model);
    if (known !== undefined) return known;
    const client = new AnthropicClient({ config, ids: timeOrderedIds(now), now });
    clients.set(config.model, client);
    return client;
  };
}
