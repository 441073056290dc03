import type { DecideOptions } from './tool-calling-client.ts';

/** A block of a reply as it comes off the wire; unknown kinds are kept as they are (rule A11). */
export interface WireBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface WireMessage {
  readonly model: string;
  readonly content: readonly WireBlock[];
  readonly stopReason: string;
  readonly refusalCategory: string | null;
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number; readonly cacheWrite: number };
}

/** The stream ended before the message was complete: nothing of it is used, and it may be asked for again. */
export class CutStream extends Error {
  override readonly name = 'CutStream';
}

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0);

/**
 * Puts a stream together, tolerating events, deltas and blocks it does not know. Resolves only with a whole message
 * (`message_stop` seen), so that no tool runs on half a reply; throws CutStream otherwise.
 */
export async function readMessage(events: AsyncIterable<unknown>, onProgress: DecideOptions['onProgress']): Promise<WireMessage> {
  const blocks: Loose[] = [];
  const json: string[] = [];
  let model = '';
  let stop: { reason: string; category: string | null } | null = null;
  let complete = false;
  const usage: Loose = {};
  for await (const event of events) {
    if (!isObject(event)) continue;
    switch (event.type) {
      case 'message_start':
        if (isObject(event.message)) {
          model = textOf(event.message.model);
          if (isObject(event.message.usage)) Object.assign(usage, event.message.usage);
        }
        break;
      case 'content_block_start':
        if (typeof event.index === 'number' && isObject(event.content_block)) blocks[event.index] = { ...event.content_block };
        break;
      case 'content_block_delta':
        if (typeof event.index === 'number' && isObject(event.delta))
          applyDelta(blocks[event.index], event.delta, event.index, json, onProgress);
        break;
      case 'message_delta':
        if (isObject(event.delta) && typeof event.delta.stop_reason === 'string') {
          const details = event.delta.stop_details;
          stop = {
            reason: event.delta.stop_reason,
            category: isObject(details) && typeof details.category === 'string' ? details.category : null,
          };
        }
        if (isObject(event.usage)) for (const [key, value] of Object.entries(event.usage)) if (value !== null) usage[key] = value;
        break;
      case 'message_stop':
        complete = true;
        break;
    }
  }
  if (!complete || stop === null) throw new CutStream('the stream ended before the message was complete');
  const content = blocks.filter(isObject).map((block, index) => finished(block, json[index]));
  return {
    model,
    content,
    stopReason: stop.reason,
    refusalCategory: stop.category,
    tokens: {
      input: countOf(usage.input_tokens),
      output: countOf(usage.output_tokens),
      cacheRead: countOf(usage.cache_read_input_tokens),
      cacheWrite: countOf(usage.cache_creation_input_tokens),
    },
  };
}

function applyDelta(block: Loose | undefined, delta: Loose, index: number, json: string[], onProgress: DecideOptions['onProgress']): void {
  if (block === undefined) return;
  switch (delta.type) {
    case 'text_delta':
      block.text = textOf(block.text) + textOf(delta.text);
      onProgress?.({ kind: 'text', delta: textOf(delta.text) });
      return;
    case 'thinking_delta':
      block.thinking = textOf(block.thinking) + textOf(delta.thinking);
      onProgress?.({ kind: 'thinking', delta: textOf(delta.thinking) });
      return;
    case 'signature_delta':
      block.signature = textOf(delta.signature);
      return;
    case 'input_json_delta':
      json[index] = (json[index] ?? '') + textOf(delta.partial_json);
      onProgress?.({ kind: 'tool', delta: textOf(delta.partial_json) });
      return;
    case 'citations_delta':
      block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
      return;
  }
}

/** A tool call's input from its pieces. What is no JSON stays as the text it is: it is refused later, never mended (rule O6). */
function finished(block: Loose, json: string | undefined): WireBlock {
  const type = textOf(block.type);
  if (type !== 'tool_use' || json === undefined || json === '') return { ...block, type };
  try {
    return { ...block, type, input: JSON.parse(json) as unknown };
  } catch {
    return { ...block, type, input: json };
  }
}
