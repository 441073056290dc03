import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages/messages.js';
import { formOf } from '../../simulator/model/anthropic/refuse.ts';

/** A content block as the wire has it. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

export interface CannedMessage {
  readonly content: readonly Block[];
  readonly stopReason?: string | null;
  readonly stopDetails?: Readonly<Record<string, unknown>> | null;
  readonly usage?: Readonly<Record<string, number | null>>;
  readonly model?: string;
  /** The pieces that arguments of calls are cut into; the text as it is, even where it is no JSON. */
  readonly rawInput?: string;
}

/** One answer: bytes with a status, and how the connection ends. */
export interface CannedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** How it goes on after the body; `end` unless said. */
  readonly ending?: 'end' | 'reset' | 'hang';
  readonly delayMs?: number;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: MessageCreateParamsBase;
}

/** A scriptable provider on loopback: says what it was told to say, in order. A request too many, a malformed one, and an answer nobody asked for fail the test. */
export class AnthropicServer {
  readonly requests: RecordedRequest[] = [];
  /** What GET /v1/models/ID answers with; null: no such endpoint. */
  modelInfo: unknown = null;
  readonly complaints: string[] = [];
  readonly #answers: CannedAnswer[] = [];
  readonly #server: Server;
  readonly #form: ReturnType<typeof formOf> | null;

  private constructor(checksForm: boolean) {
    this.#form = checksForm ? formOf() : null;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => this.complaints.push(String(error)));
    });
  }

  /** `checksForm` compiles the SDK's types first, which takes a second of a quiet machine: for the tests that are about requests. */
  static async start({ checksForm = false } = {}): Promise<AnthropicServer> {
    const server = new AnthropicServer(checksForm);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  will(...answers: readonly CannedAnswer[]): this {
    this.#answers.push(...answers);
    return this;
  }

  /** Stops, and throws when the script and what was asked do not agree. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.complaints.length > 0) throw new Error(this.complaints.join('\n'));
    if (this.#answers.length > 0) throw new Error(`${this.#answers.length} answers were never asked for`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    if (method === 'GET' && url.startsWith('/v1/models/')) {
      response.writeHead(this.modelInfo === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.modelInfo ?? { type: 'error', error: { type: 'not_found_error', message: 'Not found' } }));
      return;
    }
    const body = await bodyOf(request);
    this.requests.push({ method, path: url, headers, body });
    const form = this.#form;
    if (form !== null && !form(body))
      this.complaints.push(
        `request ${this.requests.length} has a form the SDK's types do not allow: ${JSON.stringify(form.errors?.slice(0, 2))}`,
      );
    const answer = this.#answers.shift();
    if (answer === undefined) {
      this.complaints.push(`request ${this.requests.length} was not expected`);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'unexpected request' } }));
      return;
    }
    if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    response.writeHead(answer.status ?? 200, {
      'content-type': 'text/event-stream',
      'request-id': `req_${this.requests.length}`,
      ...answer.headers,
    });
    switch (answer.ending ?? 'end') {
      case 'end':
        response.end(answer.body);
        return;
      case 'hang':
        response.write(answer.body);
        return;
      case 'reset':
        response.write(answer.body, () => setImmediate(() => request.socket.resetAndDestroy()));
        return;
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<MessageCreateParamsBase> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as MessageCreateParamsBase;
}

export const event = (name: string, data: Readonly<Record<string, unknown>>): string =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

/** The message as the events of a stream. */
export function streamOf({
  content,
  stopReason = 'tool_use',
  stopDetails = null,
  usage,
  model = 'test-model',
  rawInput,
}: CannedMessage): string {
  const counts = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, ...usage };
  return [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        usage: { ...counts, output_tokens: 1 },
      },
    }),
    event('ping', {}),
    ...content.flatMap((block, index) => blockEvents(block, index, rawInput)),
    event('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: null, stop_details: stopDetails },
      usage: { output_tokens: counts.output_tokens },
    }),
    event('message_stop', {}),
  ].join('');
}

function blockEvents(block: Block, index: number, rawInput: string | undefined): string[] {
  const { opening, deltas } = opened(block, rawInput);
  return [
    event('content_block_start', { index, content_block: opening }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function opened(block: Block, rawInput: string | undefined): { opening: Block; deltas: Record<string, unknown>[] } {
  switch (block.type) {
    case 'text':
      return { opening: { ...block, text: '' }, deltas: halves(String(block.text)).map((text) => ({ type: 'text_delta', text })) };
    case 'thinking':
      return {
        opening: { ...block, thinking: '', signature: '' },
        deltas: [
          ...halves(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        opening: { ...block, input: {} },
        deltas: halves(rawInput ?? JSON.stringify(block.input)).map((json) => ({ type: 'input_json_delta', partial_json: json })),
      };
    default:
      return { opening: block, deltas: [] };
  }
}

function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

export const answering = (message: CannedMessage): CannedAnswer => ({ body: streamOf(message) });

export const refusing = (
  status: number,
  message: string,
  type = 'invalid_request_error',
  headers: Readonly<Record<string, string>> = {},
): CannedAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_x' }),
});

export const text = (words: string): Block => ({ type: 'text', text: words, citations: null });
export const thinking = (words: string, signature = 'sig'): Block => ({ type: 'thinking', thinking: words, signature });

let calls = 0;
/** A call; a device action unless the input says otherwise. */
export function call(name: string, input: Readonly<Record<string, unknown>>, id = `toolu_${++calls}`): Block {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

export const tap = (ref = 'e1', id?: string): Block => call('tap', { ref, purpose: 'to open it', expected_outcome: 'it is open' }, id);

interface Types {
  readonly adaptive?: boolean;
  readonly enabled?: boolean;
  readonly disabled?: boolean;
  readonly between_tools?: boolean;
}

/** A Models API answer with these thinking types. */
export function modelInfo(
  types: Types,
  more: { readonly effort?: boolean; readonly vision?: boolean; readonly maxTokens?: number | null } = {},
): unknown {
  const { adaptive = false, enabled = false, disabled = true, between_tools = false } = types;
  const is = (supported: boolean) => ({ supported });
  const effort = is(more.effort ?? adaptive);
  return {
    id: 'test-model',
    type: 'model',
    display_name: 'Test',
    created_at: '2026-01-01T00:00:00Z',
    max_input_tokens: 200_000,
    max_tokens: more.maxTokens ?? 64_000,
    capabilities: {
      effort: { supported: effort.supported, low: effort, medium: effort, high: effort, xhigh: is(false), max: is(false) },
      image_input: is(more.vision ?? true),
      thinking: {
        supported: true,
        types: { adaptive: is(adaptive), enabled: is(enabled), disabled: is(disabled), between_tools: is(between_tools) },
      },
    },
  };
}
