import { userInfo } from 'node:os';
import { z } from 'zod';
import { AppError } from '../world/errors.ts';
import { type App, createApp } from './api/app.ts';
import { artifactRoutes } from './api/artifact-routes.ts';
import { episodeRoutes } from './api/episode-routes.ts';
import { plannerRoutes } from './api/planner-routes.ts';
import { type Presence, type PresenceOptions, presenceRoutes } from './api/presence.ts';
import type { ClientFor, Services } from './api/services.ts';
import { consoleRoutes } from './console/routes.ts';
import { openDatabase } from './store/database.ts';
import { registerKey, scopes } from './store/keys.ts';
import { type MigrateOptions, migrateDatabase } from './store/migrate.ts';

export interface CloudOptions {
  /** The service's login: not the owner of the tables. */
  readonly databaseUrl: string;
  /** The owner's login, for migrations. */
  readonly adminUrl: string;
  /** With it, the first migration makes the service's login. */
  readonly createService?: MigrateOptions['service']['create'];
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default, and when it is taken and `orAnyPort`: any. */
  readonly port?: number;
  readonly orAnyPort?: boolean;
  /** Has all scopes. */
  readonly homeKey: string;
  readonly clientFor: ClientFor;
  /** Values that never reach a record. */
  readonly secrets?: readonly string[];
  readonly presence?: Omit<PresenceOptions, 'key'>;
  /** Told each failure that is not the caller's. */
  readonly report?: (error: AppError) => void;
  /** Ends the start, and later the service. */
  readonly signal: AbortSignal;
}

export interface Cloud {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly presence: Presence | null;
  /** Resolves once no request is under way and no connection is open. */
  close(): Promise<void>;
}

const tenant = 'local';

/** Migrates the database and serves the API and the console. Throws `database_failed`, `setting_invalid` or `port_taken`. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { databaseUrl, adminUrl, createService, homeKey, clientFor, secrets = [], signal } = options;
  signal.throwIfAborted();
  const user = decodeURIComponent(new URL(databaseUrl).username) || userInfo().username;
  await migrateDatabase({ adminUrl, service: createService === undefined ? { user } : { user, create: createService } });

  const database = openDatabase(databaseUrl);
  const app = createApp(options.report ?? (() => {}));
  const services: Services = { database, tenant, clientFor, now: () => Date.now(), secrets: [...secrets, homeKey] };
  let presence: Presence | null = null;
  const closeAll = async () => {
    presence?.close();
    await app.close();
    await database.close();
  };
  // The signal and whoever holds the service may both close it.
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    await database.inTenant(tenant, (tx) => registerKey(tx, tenant, homeKey, { name: 'home', scopes }, services.now()));
    app.get('/healthz', async () => {
      await database.inTenant(tenant, async () => {});
      return { ok: true };
    });
    plannerRoutes(app, services);
    episodeRoutes(app, services);
    artifactRoutes(app, services);
    await consoleRoutes(app, services);
    if (options.presence !== undefined) presence = presenceRoutes(app, services, { ...options.presence, key: homeKey });
    const url = await listen(app, options);
    signal.addEventListener('abort', () => void close(), { once: true });
    return { url, port: Number(new URL(url).port), presence, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const AddressInUse = z.object({ code: z.enum(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL']) });

async function listen(app: App, { host = '127.0.0.1', port = 0, orAnyPort = false }: CloudOptions): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const refused = AddressInUse.safeParse(error);
    if (!refused.success) throw error;
    if (!orAnyPort || port === 0)
      throw new AppError('port_taken', `cannot listen on ${host}:${port} (${refused.data.code})`, { cause: error });
    return app.listen({ host, port: 0 });
  }
}
