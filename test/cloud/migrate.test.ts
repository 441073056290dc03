import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../cloud/store/database.ts';
import { appendEvents } from '../../cloud/store/event-store.ts';
import { migrateDatabase } from '../../cloud/store/migrate.ts';
import { once, useTestDatabase } from './database.ts';
import { idOf, story } from './story.ts';

/** A login of this run's server, dropped with all that it owns when the test ends. */
async function login(options: string): Promise<{ readonly user: string; within(url: string): string }> {
  const user = `login_${randomBytes(4).toString('hex')}`;
  await once(inject('postgresUrl'), `create role ${user} login password 'p' ${options}`);
  onTestFinished(async () => {
    await once(inject('postgresUrl'), `drop role ${user}`);
  });
  const within = (address: string) => {
    const url = new URL(address);
    [url.username, url.password] = [user, 'p'];
    return url.href;
  };
  return { user, within };
}

async function stores(url: string): Promise<void> {
  const database = openDatabase(url);
  const events = story();
  expect(await database.inTenant('local', (tx) => appendEvents(tx, 'local', idOf(events), events))).toBe(11);
  await database.close();
}

test('DATABASE_ADMIN_URL migrates as the owner, who is no superuser, and DATABASE_URL serves as somebody else', async () => {
  const owner = await login('createrole');
  const service = await login('');
  const db = await useTestDatabase('template0');
  await db.asAdmin(`grant tapwright_app, tapwright_retention to ${owner.user} with admin option`);
  await db.asAdmin(
    `alter schema public owner to ${owner.user}; grant create on database ${new URL(db.url).pathname.slice(1)} to ${owner.user}`,
  );
  await migrateDatabase({ adminUrl: owner.within(db.adminUrl), service: { user: service.user } });
  await stores(service.within(db.url));
  const { rows } = await db.asAdmin(`select distinct tableowner from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([{ tableowner: owner.user }]);
});

test('with DATABASE_URL alone its login migrates, and serves as the application role all the same', async () => {
  const db = await useTestDatabase('template0');
  const user = new URL(db.adminUrl).username;
  await migrateDatabase({ adminUrl: db.adminUrl, service: { user } });
  await stores(db.adminUrl);
  const database = openDatabase(db.adminUrl);
  onTestFinished(() => database.close());
  await expect(database.inTenant('local', (tx) => tx.execute('delete from event'))).rejects.toMatchObject({
    code: 'database_failed',
    message: expect.stringContaining('permission denied'),
  });
});

test('migrations from several processes at once, and again, end well', async () => {
  const db = await useTestDatabase('template0');
  const service = { user: inject('postgresService').user };
  await Promise.all([1, 2, 3].map(() => migrateDatabase({ adminUrl: db.adminUrl, service })));
  await migrateDatabase({ adminUrl: db.adminUrl, service });
  await stores(db.url);
});

test('a login that the server does not know, and a database that is not in UTF8, are named', async () => {
  const db = await useTestDatabase('template0');
  await expect(migrateDatabase({ adminUrl: db.adminUrl, service: { user: 'nobody_known' } })).rejects.toMatchObject({
    code: 'setting_invalid',
    message: expect.stringContaining('nobody_known'),
  });
  const name = `latin_${randomBytes(4).toString('hex')}`;
  await once(inject('postgresUrl'), `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`);
  onTestFinished(async () => {
    await once(inject('postgresUrl'), `drop database ${name} with (force)`);
  });
  const url = new URL(db.adminUrl);
  url.pathname = `/${name}`;
  await expect(migrateDatabase({ adminUrl: url.href, service: { user: 'postgres' } })).rejects.toMatchObject({
    code: 'setting_invalid',
    message: expect.stringContaining('LATIN1'),
  });
});
