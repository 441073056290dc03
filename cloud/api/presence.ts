import { z } from 'zod';
import { AppError } from '../../world/errors.ts';
import { proof } from '../home-files.ts';
import { holderWith } from './access.ts';
import type { App } from './app.ts';
import type { Services } from './services.ts';

/** Who is here: a client is an open connection, so one that is killed counts as gone at once. */
export interface Presence {
  /** Resolves when nobody has come within `firstWithinMs`, or nobody has been here for `lingerMs`; from then on nobody gets in. */
  readonly lonely: Promise<void>;
  /** Refuses whoever comes from now on. */
  close(): void;
}

export interface PresenceOptions {
  readonly key: string;
  readonly firstWithinMs: number;
  readonly lingerMs: number;
  /** When it aborts before any client has come, none will. */
  readonly starterGone: AbortSignal;
  /** Told to every client: what this server was started with. */
  readonly about: Readonly<Record<string, unknown>>;
}

/**
 * `GET /v1/home?challenge=` proves without a key that this is the server of the caller's home. `GET /v1/presence` is held open by a
 * client as long as it needs the server. `POST /v1/presence/last` says: stop without lingering if nobody else is here.
 */
export function presenceRoutes(
  app: App,
  services: Services,
  { key, firstWithinMs, lingerMs, starterGone, about }: PresenceOptions,
): Presence {
  let clients = 0;
  let closed = false;
  let becomeLonely: () => void = () => {};
  const lonely = new Promise<void>((resolve) => {
    becomeLonely = resolve;
  });
  let visited = false;
  let timer = setTimeout(leaveAlone, firstWithinMs);
  const withoutStarter = () => {
    if (!visited) leaveAlone();
  };
  if (starterGone.aborted) setImmediate(withoutStarter);
  starterGone.addEventListener('abort', withoutStarter, { once: true });

  function leaveAlone(): void {
    if (clients > 0) return;
    closed = true;
    becomeLonely();
  }

  app.get('/v1/home', { schema: { querystring: z.object({ challenge: z.string().min(16).max(200) }) } }, async (request) => ({
    proof: proof(key, request.query.challenge),
  }));

  app.get('/v1/presence', async (request, reply) => {
    await holderWith(services, request, 'presence');
    if (closed) throw new AppError('home_busy', 'the home server is stopping; start it again');
    // Gone while its key was being looked up: its connection would never be seen to close.
    if (request.socket.destroyed) return reply.hijack();
    clients += 1;
    visited = true;
    clearTimeout(timer);
    reply.hijack();
    reply.raw.once('close', () => {
      clients -= 1;
      clearTimeout(timer);
      if (clients === 0) timer = setTimeout(leaveAlone, lingerMs);
    });
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    reply.raw.write(`${JSON.stringify(about)}\n`);
  });

  app.post('/v1/presence/last', async (request) => {
    await holderWith(services, request, 'presence');
    const last = clients === 0;
    if (last) {
      clearTimeout(timer);
      setImmediate(leaveAlone);
    }
    return { stopping: last };
  });

  return {
    lonely,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
