import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEpisode } from '../../cloud/store/episodes.ts';
import { appendEvents } from '../../cloud/store/event-store.ts';
import { eraseThinking } from '../../cloud/store/retention.ts';
import { verifyEpisode } from '../../cloud/store/verify-episode.ts';
import type { Envelope } from '../../world/episode-event.ts';
import { createTestDatabase, once, type TestDatabase } from './database.ts';
import { firstDecision, idOf, story } from './story.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.close());

const upload = (events: readonly Envelope[]) => db.database.inTenant('local', (tx) => appendEvents(tx, 'local', idOf(events), events));
const verify = (events: readonly Envelope[]) => db.database.inTenant('local', (tx) => verifyEpisode(tx, 'local', idOf(events)));
const history = [
  'event',
  'planner_decision_log',
  'planner_decision_verdict',
  'planner_decision_approval',
  'planner_decision_outcome',
  'artifact',
  'episode_stop',
];

/** In one transaction of the service's login. */
const asService = (statement: string) =>
  once(
    db.url,
    `do $$ begin perform set_config('role', 'tapwright_app', true), set_config('tapwright.tenant', 'local', true); ${statement}; end $$`,
  );

test('C5 the application role can neither change, delete nor empty what is history', async () => {
  await upload(story());
  for (const table of history) {
    for (const statement of [`update ${table} set tenant = tenant`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(asService(statement), statement).rejects.toThrow(/permission denied/);
    }
  }
});

test('C5 the owner, and even the superuser, is stopped by the database as long as its triggers stand', async () => {
  await upload(story());
  for (const table of history) {
    for (const statement of [`update ${table} set tenant = tenant`, `delete from ${table}`, `truncate ${table}`]) {
      if (table === 'planner_decision_log' && statement.startsWith('update'))
        await expect(db.asAdmin(statement)).rejects.toThrow(/append-only/);
      else await expect(db.asAdmin(statement), statement).rejects.toThrow(/append-only/);
    }
  }
});

test('C5 the service is neither owner nor superuser and cannot become the retention role', async () => {
  const { rows } = await once(db.url, `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user`);
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  await expect(once(db.url, 'set role tapwright_retention')).rejects.toThrow(/permission denied/);
  const owned = await db.asAdmin(
    `select tablename from pg_tables where schemaname = 'public' and tableowner in ('tapwright_app', 'tapwright_service')`,
  );
  expect(owned.rows).toEqual([]);
});

/** What somebody with every right could do: the chain is there to tell of it. */
const tamper = async (statement: string) => {
  await db.asAdmin(`set session_replication_role = replica; ${statement}`);
};

test('C5 verify names the first broken row', async () => {
  const whole = story();
  await upload(whole);
  expect(await verify(whole)).toEqual({ intact: true, events: 11, decisions: 2 });

  const changed = story();
  await upload(changed);
  await tamper(`update event set body = jsonb_set(body, '{rule}', '"made up"') where episode_id = '${idOf(changed)}' and seq = 4`);
  await tamper(`update event set at = at + 1 where episode_id = '${idOf(changed)}' and seq = 9`);
  expect(await verify(changed)).toMatchObject({ intact: false, table: 'event', row: 'seq 4' });

  const removed = story();
  await upload(removed);
  await tamper(`delete from event where episode_id = '${idOf(removed)}' and seq = 6`);
  expect(await verify(removed)).toMatchObject({ intact: false, row: 'seq 7', because: expect.stringContaining('6 is missing') });

  const rewritten = story();
  await upload(rewritten);
  await tamper(`update planner_decision_log set rationale = 'better words' where decision_id = '${firstDecision(rewritten).decisionId}'`);
  expect(await verify(rewritten)).toMatchObject({
    intact: false,
    table: 'planner_decision_log',
    row: `decision ${firstDecision(rewritten).decisionId}`,
  });

  const rethought = story();
  await upload(rethought);
  await tamper(`update planner_decision_log set thinking = 'other thoughts' where decision_id = '${firstDecision(rethought).decisionId}'`);
  expect(await verify(rethought)).toMatchObject({ intact: false, because: expect.stringContaining('thinking') });
});

test('P42 C5 retention empties thinking once, under its own role, and the chain stays whole', async () => {
  const events = story({ thinking: 'a secret thought' });
  await upload(events);
  const everywhere = () =>
    db.asAdmin(
      `select (select count(*) from event where body::text like '%a secret thought%') + (select count(*) from planner_decision_log where thinking like '%a secret thought%') as found`,
    );
  expect((await everywhere()).rows).toEqual([{ found: '1' }]);

  expect(await eraseThinking(db.adminUrl, 'local', Date.UTC(2027, 0, 1))).toBeGreaterThan(0);
  expect((await everywhere()).rows).toEqual([{ found: '0' }]);
  expect(await eraseThinking(db.adminUrl, 'local', Date.UTC(2027, 0, 1))).toBe(0);
  expect(await verify(events)).toMatchObject({ intact: true });
  const { decisions, events: kept } = await db.database.inTenant('local', (tx) => readEpisode(tx, 'local', idOf(events), true));
  expect(decisions[0]).toMatchObject({ thinking: null, rationale: firstDecision(events).textOutput });
  expect(firstDecision(kept).thinking).toBeNull();

  // A late repetition of the upload is still the same upload.
  expect(await upload(events)).toBe(11);
  const asRetention = (change: string) =>
    db.asAdmin(
      `do $$ begin perform set_config('role', 'tapwright_retention', true), set_config('tapwright.tenant', 'local', true); ${change}; end $$`,
    );
  await expect(asRetention(`update planner_decision_log set thinking = 'planted'`)).rejects.toThrow(/append-only/);
  await expect(asRetention(`update planner_decision_log set rationale = null`)).rejects.toThrow(/permission denied/);
});

test('C6 every table has a tenant, forced row-level security and a policy', async () => {
  const { rows } = await db.asAdmin(`
    select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant' and a.attnotnull) as tenant,
      exists (select from pg_policy p where p.polrelid = c.oid) as policy
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  expect(rows.length).toBeGreaterThanOrEqual(8);
  expect(rows.filter(({ forced, tenant, policy }) => !(forced && tenant && policy))).toEqual([]);
  const views = await db.asAdmin(`select relname, reloptions from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`);
  expect(views.rows).toEqual([{ relname: 'planner_decision_view', reloptions: ['security_invoker=true'] }]);
});

test('C6 a tenant sees and writes its own rows alone', async () => {
  const events = story();
  await upload(events);
  const counts = await db.database.inTenant('other', async (tx) => {
    const seen = await tx.execute<{ n: string }>(
      `select (select count(*) from event) + (select count(*) from planner_decision_view) + (select count(*) from api_key) as n`,
    );
    return seen.rows[0]?.n;
  });
  expect(counts).toBe('0');
  await expect(
    db.database.inTenant('other', (tx) => appendEvents(tx, 'local', idOf(events), story({ episodeId: idOf(events) }))),
  ).rejects.toMatchObject({ code: 'database_failed' });
  const unnamed = await once(db.url, `set role tapwright_app; select count(*) from event`);
  expect(Array.isArray(unnamed) ? unnamed[1].rows : unnamed.rows).toEqual([{ count: '0' }]);
});
