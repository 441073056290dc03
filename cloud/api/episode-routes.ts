import { z } from 'zod';
import { type EpisodeList, type EpisodeRecord, type StopState, UploadRequest, type UploadResponse } from '../contract/wire.ts';
import { listEpisodes, readEpisode, requestStop, stopRequestedAt } from '../store/episodes.ts';
import { appendEvents } from '../store/event-store.ts';
import { holderWith } from './access.ts';
import type { App } from './app.ts';
import type { Services } from './services.ts';

const params = z.object({ episode_id: z.uuid() });

export function episodeRoutes(app: App, services: Services): void {
  const { database, tenant, now } = services;

  app.post('/v1/episodes/:episode_id/events', { schema: { params, body: UploadRequest } }, async (request): Promise<UploadResponse> => {
    await holderWith(services, request, 'events:write');
    const { episode_id } = request.params;
    return { stored_through: await database.inTenant(tenant, (tx) => appendEvents(tx, tenant, episode_id, request.body.events)) };
  });

  app.get(
    '/v1/episodes',
    { schema: { querystring: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200) }) } },
    async (request): Promise<EpisodeList> => {
      await holderWith(services, request, 'episodes:read');
      return { episodes: await database.inTenant(tenant, (tx) => listEpisodes(tx, tenant, request.query.limit)) };
    },
  );

  app.get('/v1/episodes/:episode_id', { schema: { params } }, async (request): Promise<EpisodeRecord> => {
    const holder = await holderWith(services, request, 'episodes:read');
    const withThinking = holder.scopes.includes('thinking:read');
    return database.inTenant(tenant, (tx) => readEpisode(tx, tenant, request.params.episode_id, withThinking));
  });

  app.post('/v1/episodes/:episode_id/stop', { schema: { params } }, async (request): Promise<StopState> => {
    const holder = await holderWith(services, request, 'episodes:stop');
    return database.inTenant(tenant, async (tx) => {
      await requestStop(tx, tenant, request.params.episode_id, now(), holder.name);
      return stopState(await stopRequestedAt(tx, tenant, request.params.episode_id));
    });
  });

  app.get('/v1/episodes/:episode_id/stop', { schema: { params } }, async (request): Promise<StopState> => {
    await holderWith(services, request, 'events:write');
    return database.inTenant(tenant, async (tx) => stopState(await stopRequestedAt(tx, tenant, request.params.episode_id)));
  });
}

function stopState(requestedAt: number | null): StopState {
  return { stop: requestedAt !== null, requested_at: requestedAt };
}
