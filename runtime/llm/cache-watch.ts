import { createHash } from 'node:crypto';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages/messages.js';
import type { ModelLog } from './retry.ts';

/** What a provider's cache hangs on besides the messages themselves. */
const parts = ['tools', 'system', 'thinking', 'output_config'] as const;

/** Remarks when something changed that makes a provider forget the cached prefix of an episode (rule A12). Remembers the last request only. */
export class CacheWatch {
  readonly #log: ModelLog;
  #last: { readonly episodeId: string; readonly digests: readonly string[] } | null = null;

  constructor(log: ModelLog) {
    this.#log = log;
  }

  see(episodeId: string, request: MessageCreateParamsStreaming): void {
    const digests = parts.map((part) => digest(request[part]));
    const before = this.#last?.episodeId === episodeId ? this.#last.digests : digests;
    const changed = parts.filter((_, i) => before[i] !== digests[i]);
    if (changed.length > 0) this.#log('cache.broken', { episode: episodeId, changed: changed.join(', ') });
    this.#last = { episodeId, digests };
  }
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64');
}
