import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { UploadRequest } from '../../cloud/contract/wire.ts';
import { artifactsOf } from '../../host-agent/journal/upload.ts';
import type { Envelope } from '../../world/episode-event.ts';

/** The cloud's side of the wire over real HTTP, with a memory for a database. What it must not accept, it refuses. */
export class SmallCloud {
  readonly events = new Map<string, Envelope[]>();
  readonly artifacts = new Map<string, Buffer>();
  readonly requests: string[] = [];
  /** Answered instead, once each. */
  readonly answers: { status: number; body: unknown }[] = [];
  /** Requests are stored and then cut off without an answer, so many times. */
  swallow = 0;
  key = 'test-key';
  decide: (body: unknown) => unknown = () => ({});
  #server: Server | null = null;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => reply(response, 500, { message: String(error) }));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server === null ? resolve() : this.#server.close(() => resolve())));
    this.#server = null;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    this.requests.push(`${method} ${url}`);
    const answer = this.answers.shift();
    if (answer !== undefined) return reply(response, answer.status, answer.body);
    if (request.headers.authorization !== `Bearer ${this.key}`)
      return reply(response, 401, problem(401, 'unauthorized', 'this key is not known'));
    const upload = /^\/v1\/episodes\/([^/]+)\/events$/.exec(url);
    const artifact = /^\/v1\/artifacts\/([0-9a-f]{64})$/.exec(url);
    if (upload?.[1] !== undefined) return this.#store(upload[1], UploadRequest.parse(JSON.parse(body.toString('utf8'))), response);
    if (artifact?.[1] !== undefined && method === 'PUT') {
      if (createHash('sha256').update(body).digest('hex') !== artifact[1])
        return reply(response, 400, problem(400, 'request_invalid', 'the bytes do not have this hash'));
      this.artifacts.set(artifact[1], body);
      response.writeHead(204).end();
      return;
    }
    if (url === '/v1/planner/decide') return reply(response, 200, this.decide(JSON.parse(body.toString('utf8'))));
    reply(response, 404, problem(404, 'not_found', `nothing at ${url}`));
  }

  #take(events: readonly Envelope[], stored: Envelope[]): string | null {
    for (const envelope of events) {
      const missing = artifactsOf(envelope).find(({ sha256 }) => !this.artifacts.has(sha256));
      if (missing !== undefined) return 'an event came before its artifact';
      if (envelope.seq > stored.length + 1) return `seq ${envelope.seq} came where ${stored.length + 1} was due`;
      if (envelope.seq === stored.length + 1) stored.push(envelope);
    }
    return null;
  }

  #store(episodeId: string, { events }: UploadRequest, response: ServerResponse): void {
    const stored = this.events.get(episodeId) ?? [];
    this.events.set(episodeId, stored);
    const refused = this.#take(events, stored);
    if (refused !== null) {
      reply(response, 409, problem(409, 'conflict', refused));
      return;
    }
    if (this.swallow > 0) {
      this.swallow--;
      response.destroy();
      return;
    }
    reply(response, 200, { stored_through: stored.length });
  }
}

export function problem(status: number, code: string, detail: string): object {
  return { type: `/errors/${code}`, title: code, status, code, detail, hint: 'Mend it.' };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }).end(JSON.stringify(body));
}
