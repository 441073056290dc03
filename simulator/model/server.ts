import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageFor, plannerRequest } from './anthropic/answer.ts';
import { findModel, models } from './anthropic/models.ts';
import { checkRequest } from './anthropic/refuse.ts';
import { eventsOf } from './anthropic/stream.ts';
import { PromptCache } from './anthropic/usage.ts';
import { answerIn, type Mode } from './mode.ts';
import { invalid, Refusal } from './refusal.ts';

export interface ServerSettings {
  /** The one key that is accepted. */
  readonly key: string;
  readonly mode: Mode;
  /** Waited before each answer. */
  readonly latencyMs: number;
}

const largestBody = 32 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > largestBody) throw new Refusal('request_too_large', 'Request exceeds the maximum size');
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw invalid('The request body is not valid JSON');
  }
}

/** The stand-in for a provider: not listening yet. Answers every request by itself; holds no conversation. */
export function makeServer({ key, mode, latencyMs }: ServerSettings): Server {
  const cache = new PromptCache();
  const answer = answerIn(mode);
  let served = 0;

  async function messages(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['anthropic-version'] === undefined) throw invalid('anthropic-version: header is required');
    const checked = checkRequest(await readBody(request));
    const message = messageFor(checked.request, checked.model, answer(plannerRequest(checked.request)), cache);
    if (latencyMs > 0) await sleep(latencyMs);
    if (checked.request.stream !== true) return sendJson(response, 200, message);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    for (const event of eventsOf(message)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    if ((request.headers['x-api-key'] ?? bearer) !== key) throw new Refusal('authentication_error', 'invalid x-api-key');
    const [, v1, resource, id] = pathname.split('/');
    if (v1 === 'v1' && request.method === 'POST' && resource === 'messages' && id === undefined) return messages(request, response);
    if (v1 !== 'v1' || request.method !== 'GET' || resource !== 'models') throw new Refusal('not_found_error', 'Not found');
    if (id === undefined) {
      const data = models.map(({ info }) => info);
      return sendJson(response, 200, { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null });
    }
    const found = findModel(decodeURIComponent(id));
    if (found === undefined) throw new Refusal('not_found_error', `model: ${id}`);
    sendJson(response, 200, found.info);
  }

  return createServer((request, response) => {
    served += 1;
    const requestId = `req_rehearsal_${String(served).padStart(6, '0')}`;
    response.setHeader('request-id', requestId);
    route(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal('api_error', error instanceof Error ? error.message : String(error));
      request.resume();
      if (response.headersSent) response.destroy();
      else
        sendJson(response, refusal.status, {
          type: 'error',
          error: { type: refusal.type, message: refusal.message },
          request_id: requestId,
        });
    });
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
