import { AnthropicClient } from '../runtime/llm/anthropic-client.ts';
import { readModelConfig } from '../runtime/llm/config.ts';
import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import { timeOrderedIds } from '../runtime/time-ordered-ids.ts';
import type { ClientFor } from './api/services.ts';
import type { Environment } from './config.ts';

/** The model clients that the cloud holds the keys of, one per model. Throws `setting_invalid` when the key of its provider is missing. */
export function modelClients(env: Environment): ClientFor {
  const clients = new Map<string, ToolCallingClient>();
  const now = (): number => Date.now();
  const ids = timeOrderedIds(now);
  return (model) => {
    const config = readModelConfig(env, { model: model ?? undefined });
    const known = clients.get(config.model);
    if (known !== undefined) return known;
    const client = new AnthropicClient({ config, ids, now });
    clients.set(config.model, client);
    return client;
  };
}
