import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { type PhoneProcess, Refused } from './phone-process.ts';
import { type ErrorAnswer, FaultsRequest, FindRequest, InputRequest, ResetRequest } from './protocol.ts';

const statusOf: Readonly<Record<ErrorAnswer['error'], number>> = {
  unauthorized: 401,
  session_superseded: 410,
  no_such_element: 404,
  stale_element: 404,
  invalid_element_state: 409,
  invalid_selector: 400,
  no_such_app: 404,
  bad_request: 400,
  not_found: 404,
  internal: 500,
};

interface Asked {
  readonly body: unknown;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}
type Route = (asked: Asked) => unknown;

const Uid = z.object({ uid: z.string() });
const Ticket = z.object({ ticket: z.string().min(1) });

/** Driver's routes are refused to a session that another one has replaced; verification's are open to every holder of the token. */
function routes(phone: PhoneProcess, stop: () => void): Readonly<Record<string, { readonly driver: boolean; readonly answer: Route }>> {
  const driver = (answer: Route) => ({ driver: true, answer });
  const open = (answer: Route) => ({ driver: false, answer });
  return {
    'POST /session': open(({ body }) => phone.openSession(Ticket.parse(body).ticket)),
    'DELETE /session': open(({ body }) => phone.closeSession(Ticket.parse(body).ticket)),
    'GET /source': driver(({ signal }) => phone.source(signal)),
    'GET /screenshot': driver(({ signal }) => phone.screenshot(signal)),
    'GET /current': driver(() => phone.current()),
    'POST /find': driver(({ body }) => phone.find(FindRequest.parse(body))),
    'POST /element': driver(({ body }) => phone.element(Uid.parse(body).uid)),
    'GET /focused': driver(() => phone.focused()),
    'POST /input': driver(({ body, signal }) => phone.input(InputRequest.parse(body), signal)),
    'GET /clipboard': driver(() => phone.clipboard()),
    'GET /state': open(() => phone.state()),
    'GET /touches': open(({ query }) => phone.touches(Number(query.get('since') ?? 0))),
    'POST /reset': open(({ body }) => phone.reset(ResetRequest.parse(body ?? {}))),
    'POST /tick': open(({ body }) => phone.tick(z.object({ ms: z.number().int().min(0) }).parse(body).ms)),
    'POST /faults': open(({ body }) => phone.disturb(FaultsRequest.parse(body))),
    'POST /stop': open(stop),
  };
}

const maxBody = 1_000_000;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) throw new Refused('bad_request', `the body is longer than ${maxBody} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('bad_request', 'the body is no JSON');
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const image = Buffer.isBuffer(value);
  const body = image ? value : Buffer.from(JSON.stringify(value ?? null));
  response.writeHead(status, {
    'content-type': image ? 'image/png' : 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.end(body);
}

function refusal(error: unknown): { status: number; answer: ErrorAnswer } {
  if (error instanceof Refused) return { status: statusOf[error.code], answer: { error: error.code, message: error.message } };
  if (error instanceof z.ZodError) return { status: 400, answer: { error: 'bad_request', message: z.prettifyError(error) } };
  return { status: 500, answer: { error: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) } };
}

/** Whether the request carries the token, compared in constant time. */
function authorized(request: IncomingMessage, token: string): boolean {
  const sent = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

/** The phone's HTTP side. `heard` is called for each request that may come in. */
export function phoneServer(phone: PhoneProcess, token: string, on: { readonly heard: () => void; readonly stop: () => void }): Server {
  const table = routes(phone, on.stop);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!authorized(request, token)) throw new Refused('unauthorized', 'send the phone’s token as `Authorization: Bearer …`');
    on.heard();
    const url = new URL(request.url ?? '/', 'http://phone');
    const route = table[`${request.method} ${url.pathname}`];
    if (route === undefined) throw new Refused('not_found', `the phone has no ${request.method} ${url.pathname}`);
    const ticket = request.headers['x-phone-session'];
    if (route.driver) phone.requireSession(typeof ticket === 'string' ? ticket : undefined);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const body = await readBody(request);
    send(response, 200, await route.answer({ body, query: url.searchParams, signal: gone.signal }));
  };
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.destroyed || response.headersSent) return;
      const { status, answer } = refusal(error);
      send(response, status, answer);
    });
  });
}
