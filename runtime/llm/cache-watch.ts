import { createHash } from 'node:crypto';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages/messages.js';
import type { ModelLog } from './retry.ts';

/** What a provider's cache hangs on besides the messages themselves. */
const parts = ['tools', 'system', 'thinking', 'output_config'] as const;

/** How many episodes are remembered: those that run side by side in one cloud. */
const mostEpisodes = 64;

/** Remarks when something changed that makes a provider forget the cached prefix of an episode (rule A12). */
export class CacheWatch {
  readonly #log: ModelLog;
  readonly #last = new Map<string, readonly string[]>();

  constructor(log: ModelLog) {
    this.#log = log;
  }

  see(episodeId: string, request: MessageCreateParamsStreaming): void {
    const digests = parts.map((part) => digest(request[part]));
    const before = this.#last.get(episodeId) ?? digests;
    const changed = parts.filter((_, i) => before[i] !== digests[i]);
    if (changed.length > 0) this.#log('cache.broken', { episode: episodeId, changed: changed.join(', ') });
    this.#last.delete(episodeId);
    this.#last.set(episodeId, digests);
    const [oldest] = this.#last.keys();
    if (oldest !== undefined && this.#last.size > mostEpisodes) this.#last.delete(oldest);
  }
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64');
}
