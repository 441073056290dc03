import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, asAppError } from '../../world/errors.ts';
import { holderOfKey } from '../api/access.ts';
import { type App, statusOf } from '../api/app.ts';
import { artifactParams, sendArtifact } from '../api/artifact-routes.ts';
import type { Services } from '../api/services.ts';
import { getArtifact } from '../store/artifacts.ts';
import { listEpisodes, readEpisode } from '../store/episodes.ts';
import type { KeyHolder, Scope } from '../store/keys.ts';
import { episodePage } from './episode-page.ts';
import { listPage } from './list-page.ts';
import { messagePage } from './page-frame.ts';

/** No script at all, nothing from elsewhere, no style in the page: text from a screen stays text. */
const policy = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const sessionMs = 12 * 3_600_000;
const maxSessions = 1_000;

interface Session {
  readonly key: string;
  readonly until: number;
}

/**
 * The pages for people. A page opened with `?key=` starts a session: the browser keeps a random token, not the key, for cookies of
 * 127.0.0.1 go to every port. The key is looked up at each request, so that revoking it ends its sessions.
 */
export async function consoleRoutes(app: App, services: Services): Promise<void> {
  const { database, tenant, now } = services;
  const sessions = new Map<string, Session>();
  const style = readFileSync(new URL('./console.css', import.meta.url));
  const icon = readFileSync(new URL('./icon.svg', import.meta.url));
  await app.register(cookie);

  function begin(reply: FastifyReply, key: string): void {
    const token = randomBytes(32).toString('base64url');
    const oldest = sessions.keys().next();
    if (sessions.size >= maxSessions && !oldest.done) sessions.delete(oldest.value);
    sessions.set(token, { key, until: now() + sessionMs });
    reply.setCookie(cookieName, token, { path: '/console', httpOnly: true, sameSite: 'lax', maxAge: sessionMs / 1_000 });
  }

  async function viewer(request: FastifyRequest, scope: Scope): Promise<KeyHolder> {
    const session = sessions.get(request.cookies[cookieName] ?? '');
    if (session === undefined || session.until < now())
      throw new AppError('unauthorized', 'There is no session. Open the address that the program printed; it holds the key.');
    const holder = await holderOfKey(services, session.key);
    if (!holder.scopes.includes(scope)) throw new AppError('forbidden', `The key ${JSON.stringify(holder.name)} lacks the scope ${scope}.`);
    return holder;
  }

  /** With a key in the address: a session, and the same address without it. Else the page, or why there is none, as a page. */
  async function show(request: FastifyRequest, reply: FastifyReply, page: (holder: KeyHolder) => Promise<string>): Promise<FastifyReply> {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    try {
      const { key } = z.object({ key: z.string().max(200).optional() }).parse(request.query);
      if (key !== undefined) {
        await holderOfKey(services, key);
        begin(reply, key);
        return reply.redirect(request.url.split('?')[0] ?? '/console', 303);
      }
      return reply.type('text/html; charset=utf-8').send(await page(await viewer(request, 'episodes:read')));
    } catch (thrown) {
      const error = asAppError(thrown);
      const text = error.code === 'internal' ? 'An unforeseen error; the log of the cloud has it.' : `${error.message} ${error.hint}`;
      return reply
        .code(statusOf(error.code))
        .type('text/html; charset=utf-8')
        .send(messagePage(error.code.replaceAll('_', ' '), text));
    }
  }

  app.get('/console', (request, reply) =>
    show(request, reply, async () => listPage(await database.inTenant(tenant, (tx) => listEpisodes(tx, tenant, 200)))),
  );

  app.get('/console/episodes/:episode_id', (request, reply) =>
    show(request, reply, async (holder) => {
      const params = z.object({ episode_id: z.uuid() }).safeParse(request.params);
      if (!params.success) throw new AppError('episode_unknown', 'This address names no episode.');
      const withThinking = holder.scopes.includes('thinking:read');
      return episodePage(await database.inTenant(tenant, (tx) => readEpisode(tx, tenant, params.data.episode_id, withThinking)));
    }),
  );

  app.get('/console/artifacts/:sha256', { schema: { params: artifactParams } }, async (request, reply) => {
    await viewer(request, 'artifacts:read');
    return sendArtifact(reply, await database.inTenant(tenant, (tx) => getArtifact(tx, tenant, request.params.sha256)));
  });

  app.get('/console/console.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
  app.get('/console/icon.svg', (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(icon));
}

const cookieName = 'tapwright_console';
