import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { AppError } from '../../world/errors.ts';
import { asDatabaseError } from './database.ts';

export interface MigrateOptions {
  /** The owner of the tables. */
  readonly adminUrl: string;
  /** The login of the service. With `create`, it is made when it is not there. */
  readonly service: { readonly user: string; readonly create?: { readonly password: string } };
}

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const oneAtATime = 7_274_910_233;

/** Brings the database to the present schema and lets the service in. Harmless to repeat, and from several processes at once. */
export async function migrateDatabase({ adminUrl, service }: MigrateOptions): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, application_name: 'tapwright migrations' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [oneAtATime]);
    await checkEncoding(client);
    await migrate(drizzle(client), { migrationsFolder: migrations });
    await admit(client, service);
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') throw new AppError('setting_invalid', `DATABASE_URL names a database in ${encoding}; it must be in UTF8`);
}

async function admit(client: pg.Client, { user, create }: MigrateOptions['service']): Promise<void> {
  const name = client.escapeIdentifier(user);
  const login = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = $1', [user]);
  if (login.rows.length === 0) {
    if (create === undefined)
      throw new AppError('setting_invalid', `DATABASE_URL names the user ${JSON.stringify(user)}, whom this server does not know`);
    await client.query(`create role ${name} login password ${client.escapeLiteral(create.password)}`);
  }
  if (login.rows[0]?.rolsuper === true) return;
  const member = await client.query<{ member: boolean }>(
    `select pg_has_role($1, 'tapwright_app', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as member`,
    [user],
  );
  if (member.rows[0]?.member !== true) await client.query(`grant tapwright_app to ${name}`);
}
