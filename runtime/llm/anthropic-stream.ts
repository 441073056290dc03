import type { DecideOptions } from './tool-calling-client.ts';

/** A content block as the wire has it; unknown kinds pass through untouched. */
export interface WireBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** One call of a message. `args` is the text as it came when that is not one JSON object (rule O6). */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  /** The text between the call before it and this one. */
  readonly textBefore: string;
}

export interface WireTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface WireMessage {
  readonly model: string;
  readonly content: readonly WireBlock[];
  readonly calls: readonly WireCall[];
  /** Empty when the message gives none. */
  readonly stopReason: string;
  readonly refusalCategory: string | null;
  readonly tokens: WireTokens;
}

/** The stream ended, or went wrong, before the message was complete: nothing of it is used, and it may be asked for again. */
export class CutStream extends Error {
  override readonly name = 'CutStream';
}

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0);

/**
 * Puts a stream together, tolerating events, deltas and blocks it does not know (rule A11). Resolves only with a whole
 * message (`message_stop` seen, every block ended), so that no tool runs on half a reply; throws CutStream otherwise, or what
 * the stream throws. The SDK's own accumulator is not used: it mends cut-off arguments. `onEvent` is called for each event.
 */
export async function readMessage(
  events: AsyncIterable<unknown>,
  onProgress: DecideOptions['onProgress'],
  onEvent?: () => void,
): Promise<WireMessage> {
  const message = new Assembly(onProgress);
  for await (const event of events) {
    onEvent?.();
    if (isObject(event)) message.take(event);
    if (message.stopped) break;
  }
  return message.whole();
}

interface OpenBlock {
  readonly block: Loose;
  json: string;
  ended: boolean;
}

class Assembly {
  stopped = false;
  readonly #onProgress: DecideOptions['onProgress'];
  readonly #blocks = new Map<number, OpenBlock>();
  readonly #usage: Loose = {};
  #model: string | null = null;
  #stopReason: string | null = null;
  #refusalCategory: string | null = null;

  constructor(onProgress: DecideOptions['onProgress']) {
    this.#onProgress = onProgress;
  }

  take(event: Loose): void {
    switch (event.type) {
      case 'message_start':
        if (this.#model !== null) throw new CutStream('a second message began before the first had ended');
        this.#model = isObject(event.message) ? textOf(event.message.model) : '';
        if (isObject(event.message)) this.#count(event.message.usage);
        return;
      case 'content_block_start':
        this.#open(event);
        return;
      case 'content_block_delta':
        this.#extend(this.#blockAt(event), event.delta);
        return;
      case 'content_block_stop':
        this.#blockAt(event).ended = true;
        return;
      case 'message_delta':
        if (isObject(event.delta)) {
          if (typeof event.delta.stop_reason === 'string') this.#stopReason = event.delta.stop_reason;
          if (isObject(event.delta.stop_details)) this.#refusalCategory = textOf(event.delta.stop_details.category) || null;
        }
        this.#count(event.usage);
        return;
      case 'message_stop':
        this.stopped = true;
        return;
    }
  }

  whole(): WireMessage {
    if (!this.stopped || this.#model === null) throw new CutStream('the stream ended before the message was complete');
    const open = [...this.#blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block);
    if (open.some(({ ended }) => !ended)) throw new CutStream('the message ended inside a block');
    const usage = this.#usage;
    return {
      model: this.#model,
      ...contentOf(open),
      stopReason: this.#stopReason ?? '',
      refusalCategory: this.#refusalCategory,
      tokens: {
        input: countOf(usage.input_tokens),
        output: countOf(usage.output_tokens),
        cacheRead: countOf(usage.cache_read_input_tokens),
        cacheWrite: countOf(usage.cache_creation_input_tokens),
      },
    };
  }

  #open({ index, content_block: block }: Loose): void {
    if (typeof index !== 'number' || !isObject(block)) return;
    if (this.#blocks.has(index)) throw new CutStream(`block ${index} began twice`);
    this.#blocks.set(index, { block: { ...block }, json: '', ended: false });
  }

  #blockAt({ index }: Loose): OpenBlock {
    const open = typeof index === 'number' ? this.#blocks.get(index) : undefined;
    if (open === undefined || open.ended) throw new CutStream(`block ${String(index)} is not open`);
    return open;
  }

  #extend(open: OpenBlock, delta: unknown): void {
    if (!isObject(delta)) return;
    const { block } = open;
    switch (delta.type) {
      case 'text_delta':
        block.text = textOf(block.text) + textOf(delta.text);
        this.#onProgress?.({ kind: 'text', delta: textOf(delta.text) });
        return;
      case 'thinking_delta':
        block.thinking = textOf(block.thinking) + textOf(delta.thinking);
        this.#onProgress?.({ kind: 'thinking', delta: textOf(delta.thinking) });
        return;
      case 'signature_delta':
        block.signature = textOf(delta.signature);
        return;
      case 'input_json_delta':
        open.json += textOf(delta.partial_json);
        this.#onProgress?.({ kind: 'tool', delta: textOf(delta.partial_json) });
        return;
      case 'citations_delta':
        block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
        return;
    }
  }

  /** Counters are totals of the whole message, left out or null when they do not apply. */
  #count(usage: unknown): void {
    if (isObject(usage))
      for (const [name, value] of Object.entries(usage)) if (value !== null && value !== undefined) this.#usage[name] = value;
  }
}

function contentOf(open: readonly OpenBlock[]): { readonly content: readonly WireBlock[]; readonly calls: readonly WireCall[] } {
  const content: WireBlock[] = [];
  const calls: WireCall[] = [];
  let before: string[] = [];
  for (const { block, json } of open) {
    const type = textOf(block.type);
    if (type === 'text') before.push(textOf(block.text));
    if (type !== 'tool_use') {
      content.push({ ...block, type });
      continue;
    }
    const args = json === '' ? block.input : strictObject(json);
    calls.push({ id: textOf(block.id), name: textOf(block.name), args, textBefore: before.join('\n').trim() });
    // What goes back has to be an object even where what came was none.
    content.push({ ...block, type, input: isObject(args) ? args : { INVALID_JSON: typeof args === 'string' ? args : json } });
    before = [];
  }
  return { content, calls };
}

const longestArguments = 64_000;

/** The one JSON object that the text is, else the text itself: it is refused later and never mended (rule O6). */
function strictObject(json: string): unknown {
  if (json.length > longestArguments) return json.slice(0, longestArguments);
  try {
    const value: unknown = JSON.parse(json);
    JSON.stringify(value); // what is nested too deeply to be written down again cannot be kept
    return isObject(value) ? value : json;
  } catch {
    return json;
  }
}
