import { createHash } from 'node:crypto';
import type { MessageCreateParamsBase, Usage } from '@anthropic-ai/sdk/resources/messages/messages.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Shorter prefixes are not cached, as with the providers. */
const shortestCached = 1024;
/** An unknown image counts about as much as a phone's screenshot. */
const imageTokens = 1500;

interface Piece {
  readonly text: string;
  readonly tokens: number;
  readonly marked: boolean;
}

export const tokensIn = (text: string): number => countTokens(text, { allowedSpecial: 'all' });

function piece(block: object): Piece {
  const { cache_control: mark, ...rest } = block as { cache_control?: unknown };
  const image = 'type' in rest && rest.type === 'image';
  const text = JSON.stringify(rest);
  return { text, tokens: image ? imageTokens : tokensIn(text), marked: mark !== undefined && mark !== null };
}

/** The request in the order in which it is cached: tools, system, messages. */
function pieces(request: MessageCreateParamsBase): Piece[] {
  const system: readonly object[] = typeof request.system === 'string' ? [{ type: 'text', text: request.system }] : (request.system ?? []);
  const said = request.messages.flatMap(({ role, content }): readonly object[] =>
    typeof content === 'string' ? [{ role, text: content }] : content.map((block) => ({ role, ...block })),
  );
  const tools: readonly object[] = request.tools ?? [];
  return [...tools, ...system, ...said].map(piece);
}

/** Remembers which prefixes were marked before, per model; as long as the process lives. */
export class PromptCache {
  private readonly seen = new Set<string>();

  /** What of the request is read from the cache, newly kept, and neither. */
  take(request: MessageCreateParamsBase): Pick<Usage, 'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'> {
    const hash = createHash('sha256').update(
      `${request.model} ${JSON.stringify(request.thinking ?? null)} ${JSON.stringify(request.tool_choice ?? null)}`,
    );
    const parts = pieces(request);
    const lastMark = parts.findLastIndex(({ marked }) => marked);
    const prefixes: string[] = [];
    let total = 0;
    let kept = 0;
    let read = 0;
    for (const [i, { text, tokens }] of parts.entries()) {
      total += tokens;
      if (i > lastMark) continue;
      kept = total;
      const prefix = hash.update(`\n${text}`).copy().digest('hex');
      prefixes.push(prefix);
      if (this.seen.has(prefix)) read = total;
    }
    if (kept < shortestCached) return { input_tokens: total, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    for (const prefix of prefixes) this.seen.add(prefix);
    return { input_tokens: total - kept, cache_read_input_tokens: read, cache_creation_input_tokens: kept - read };
  }
}
