import type { FastifyRequest } from 'fastify';
import { AppError } from '../../world/errors.ts';
import { holderOf, type KeyHolder, type Scope } from '../store/keys.ts';
import type { Services } from './services.ts';

/** The holder of the request's bearer key, who has `scope`. Throws `unauthorized` or `forbidden`. */
export async function holderWith(services: Services, request: FastifyRequest, scope: Scope): Promise<KeyHolder> {
  const [, key] = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '') ?? [];
  if (key === undefined)
    throw new AppError('unauthorized', 'the request has no key, or one in another form than `Authorization: Bearer KEY`');
  const holder = await holderOfKey(services, key);
  if (!holder.scopes.includes(scope)) throw new AppError('forbidden', `the key ${JSON.stringify(holder.name)} lacks the scope ${scope}`);
  return holder;
}

/** Throws `unauthorized` when nobody holds this key (any more). */
export async function holderOfKey(services: Services, key: string): Promise<KeyHolder> {
  const { database, tenant, now } = services;
  const holder = await database.inTenant(tenant, (tx) => holderOf(tx, tenant, key, now()));
  if (holder === null) throw new AppError('unauthorized', 'the key is not known here, has expired, or was revoked');
  return holder;
}
