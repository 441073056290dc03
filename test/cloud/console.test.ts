import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cloud, startCloud } from '../../cloud/start-cloud.ts';
import { registerKey } from '../../cloud/store/keys.ts';
import type { Envelope } from '../../world/episode-event.ts';
import { AppError } from '../../world/errors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { idOf, story } from './story.ts';

const key = `tw_${'c'.repeat(43)}`;
const hostile = `<script>alert(1)</script><img src=x onerror="alert(2)">"'&\u202Etxt`;
let db: TestDatabase;
let cloud: Cloud;

beforeAll(async () => {
  db = await createTestDatabase();
  const clientFor = () => {
    throw new AppError('model_unknown', 'there is no model here');
  };
  cloud = await startCloud({ databaseUrl: db.url, adminUrl: db.adminUrl, homeKey: key, clientFor, signal: new AbortController().signal });
});
afterAll(async () => {
  await cloud?.close();
  await db?.close();
});

async function send(events: readonly Envelope[]): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = await fetch(`${cloud.url}/v1/episodes/${idOf(events)}/events`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ events }),
  });
  expect(sent.status).toBe(200);
  return idOf(events);
}

/** A made-up screen: the switch of the story where the story says that it is. */
async function sendScreenshot(): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2400"><rect width="1080" height="2400" fill="#f4f4f8"/><text x="60" y="300" font-size="72" font-family="sans-serif">Network</text>
    <rect x="60" y="420" width="960" height="140" rx="24" fill="#fff"/><text x="100" y="510" font-size="48" font-family="sans-serif">Airplane mode</text><rect x="860" y="460" width="120" height="60" rx="30" fill="#bbb"/></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  const sha256 = createHash('sha256').update(png).digest('hex');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' };
  expect((await fetch(`${cloud.url}/v1/artifacts/${sha256}`, { method: 'PUT', headers, body: new Uint8Array(png) })).status).toBe(204);
  return sha256;
}

async function signIn(with_ = key): Promise<string> {
  const response = await fetch(`${cloud.url}/console?key=${with_}`, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return response.headers.get('set-cookie') ?? '';
}

async function open(path: string, cookie: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(cloud.url + path, { headers: { cookie: cookie.split(';')[0] ?? '' }, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test('the key in the address becomes a session; the address and the cookie do not hold it', async () => {
  const episode = await send(story());
  const entered = await fetch(`${cloud.url}/console/episodes/${episode}?key=${key}`, { redirect: 'manual' });
  expect(entered.status).toBe(303);
  expect(entered.headers.get('location')).toBe(`/console/episodes/${episode}`);
  const cookie = entered.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).not.toContain(key);
  expect((await open(`/console/episodes/${episode}`, cookie)).status).toBe(200);
});

test('without a session there is no page and no picture, and a wrong key begins none', async () => {
  const episode = await send(story());
  const refused = await open(`/console/episodes/${episode}`, '');
  expect(refused.status).toBe(401);
  expect(refused.text).not.toContain('airplane');
  expect((await open(`/console/artifacts/${'a'.repeat(64)}`, '')).status).toBe(401);
  const wrong = await fetch(`${cloud.url}/console?key=tw_${'w'.repeat(43)}`, { redirect: 'manual' });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('set-cookie')).toBeNull();
});

test('an episode shows what was wanted, thought, done, expected and found, and what it cost', async () => {
  const { text, headers } = await open(`/console/episodes/${await send(story())}`, await signIn());
  for (const shown of [
    'Turn on airplane mode',
    'achieved',
    'verified by the device',
    'simulated device',
    'Settings › Network',
    'Network settings are open. I turn the switch on.',
    'The switch is the first row.',
    '&quot;Airplane mode&quot; switch',
    'Turn the switch on',
    'Airplane mode shows on',
    'Airplane mode: off → on',
    'effect: changed',
    'policy: allow (reversible)',
    '2,100 tokens in, 80 out',
    '$0.0042',
    'claude-test',
  ]) {
    expect(text).toContain(shown);
  }
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
});

test('S1 text from a screen or a model stays text', async () => {
  const { text } = await open(
    `/console/episodes/${await send(story({ goal: hostile, rationale: hostile, thinking: hostile, pageName: hostile }))}`,
    await signIn(),
  );
  expect(text).not.toMatch(/<script|<img src=x|onerror="/);
  expect(text).toContain('&lt;script&gt;');
  expect(text).toContain('‹U+202E›');
  expect((await open('/console', await signIn())).text).not.toContain('<script');
});

test('P42 thinking is not shown to who lacks its scope', async () => {
  const reader = `tw_${'d'.repeat(43)}`;
  await db.database.inTenant('local', (tx) =>
    registerKey(tx, 'local', reader, { name: 'reader', scopes: ['episodes:read', 'artifacts:read'] }, 1),
  );
  const { text } = await open(`/console/episodes/${await send(story())}`, await signIn(reader));
  expect(text).toContain('Turn the switch on');
  expect(text).not.toContain('The switch is the first row.');
});

test('an episode that is cut off, or unknown, has a page too', async () => {
  const cut = await open(`/console/episodes/${await send(story().slice(0, 5))}`, await signIn());
  expect(cut.status).toBe(200);
  expect(cut.text).toContain('running, or cut off');
  expect((await open('/console/episodes/0190a0a0-0000-7000-8000-000000000000', await signIn())).status).toBe(404);
  expect((await open('/console/episodes/nonsense', await signIn())).status).toBe(404);
});

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));

test.skipIf(executablePath === undefined)(
  'in Chromium (skipped where there is none): the touched element is marked on the picture, nothing is blocked, axe has no complaint',
  { timeout: 120_000 },
  async () => {
    const episode = await send(story({ screenshot: await sendScreenshot() }));
    const browser: Browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width: 1200, height: 1100 }, colorScheme });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        await page.goto(`${cloud.url}/console/episodes/${episode}?key=${key}`);
        expect(page.url()).not.toContain('key');
        const picture = page.locator('.step img').first();
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => page.evaluate('document.querySelector(".step img").naturalWidth')).toBe(1080);
        const [box, mark] = [await picture.boundingBox(), await page.locator('rect.touch').first().boundingBox()];
        if (box === null || mark === null) throw new Error('picture or mark is not laid out');
        // Bounds 60,420–1020,560 of 1080×2400, a little larger.
        expect((mark.y + mark.height / 2 - box.y) / box.height).toBeCloseTo(490 / 2400, 2);
        expect((mark.x + mark.width / 2 - box.x) / box.width).toBeCloseTo(0.5, 2);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        await page.goto(`${cloud.url}/console`);
        expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      }
    } finally {
      await browser.close();
    }
  },
);
