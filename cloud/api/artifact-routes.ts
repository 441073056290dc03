import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ArtifactRef } from '../../world/artifact.ts';
import { AppError } from '../../world/errors.ts';
import { getArtifact, putArtifact, type StoredArtifact } from '../store/artifacts.ts';
import { sha256 as hashOf } from '../store/canonical.ts';
import { holderWith } from './access.ts';
import type { App } from './app.ts';
import type { Services } from './services.ts';

export const artifactParams = z.object({ sha256: ArtifactRef.shape.sha256 });
const MediaType = ArtifactRef.shape.mediaType;

export function artifactRoutes(app: App, services: Services): void {
  const { database, tenant, now } = services;

  // In a scope of its own, where a body of any kind stays bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.put('/v1/artifacts/:sha256', { schema: { params: artifactParams } }, async (request, reply) => {
      await holderWith(services, request, 'artifacts:write');
      const { sha256 } = artifactParams.parse(request.params);
      const mediaType = MediaType.safeParse(request.headers['content-type']?.split(';')[0]?.trim());
      if (!mediaType.success) {
        throw new AppError(
          'request_invalid',
          `the content type is ${JSON.stringify(request.headers['content-type'])}; it must be one of ${MediaType.options.join(', ')}`,
        );
      }
      if (!Buffer.isBuffer(request.body)) throw new AppError('request_invalid', 'the request has no body; send the bytes of the artifact');
      const content = request.body;
      const found = hashOf(content);
      if (found !== sha256) throw new AppError('request_invalid', `the content's SHA-256 is ${found}, not ${sha256}`);
      await database.inTenant(tenant, (tx) => putArtifact(tx, tenant, mediaType.data, content, now()));
      return reply.code(204).send();
    });
  });

  app.get('/v1/artifacts/:sha256', { schema: { params: artifactParams } }, async (request, reply) => {
    await holderWith(services, request, 'artifacts:read');
    return sendArtifact(reply, await database.inTenant(tenant, (tx) => getArtifact(tx, tenant, request.params.sha256)));
  });
}

/** As data, never as a page of ours: it came from a screen. It can be cached for ever, being named by its content. */
export function sendArtifact(reply: FastifyReply, { mediaType, content }: StoredArtifact): FastifyReply {
  return reply
    .type(mediaType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(content);
}
