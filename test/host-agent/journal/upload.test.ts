import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../host-agent/clock.ts';
import { createCloudClient } from '../../../host-agent/cloud-client.ts';
import { type ArtifactStore, openArtifacts } from '../../../host-agent/journal/artifacts.ts';
import { createJournal, type FileJournal, readJournal } from '../../../host-agent/journal/file-journal.ts';
import { startUpload, type Uploader } from '../../../host-agent/journal/upload.ts';
import { silentLog } from '../../../host-agent/log.ts';
import { problem, SmallCloud } from '../small-cloud.ts';
import { tempFolder } from '../temp-folder.ts';

const id = '01890000-0000-7000-8000-0000000000bb';

interface Host {
  readonly cloud: SmallCloud;
  readonly journal: FileJournal;
  readonly artifacts: ArtifactStore;
  readonly upload: Uploader;
}

async function host(cloud: SmallCloud): Promise<Host> {
  const dir = await tempFolder();
  const artifacts = openArtifacts(dir);
  let upload: Uploader | null = null;
  const journal = await createJournal(dir, id, { clock: systemClock, onAppend: () => upload?.wake() });
  upload = uploader(cloud, journal, artifacts);
  return { cloud, journal, artifacts, upload };
}

function uploader(cloud: SmallCloud, { envelopes }: Pick<FileJournal, 'envelopes'>, artifacts: ArtifactStore): Uploader {
  const client = createCloudClient({ url: cloud.url, key: 'test-key', withinMs: 2_000 });
  const upload = startUpload({ cloud: client, episodeId: id, envelopes, artifacts, clock: systemClock, log: silentLog });
  onTestFinished(() => upload.stop());
  return upload;
}

async function smallCloud(): Promise<SmallCloud> {
  const cloud = await new SmallCloud().start();
  onTestFinished(() => cloud.stop());
  return cloud;
}

const doubt = (because: string) => ({ type: 'plan.doubted', because }) as const;

test('C4 events reach the cloud in order, each stored once, each after the artifacts it names', async () => {
  const { cloud, journal, artifacts, upload } = await host(await smallCloud());
  const screenshot = await artifacts.put(Buffer.from('picture'), 'image/png');
  for (let i = 0; i < 250; i++)
    await journal.append(i % 50 === 0 ? { type: 'page.unreadable', code: 'source_empty', message: 'm', screenshot } : doubt(`${i}`));
  expect(await upload.flush(15_000)).toMatchObject({ storedThrough: 250, pending: 0, problem: null });
  expect(cloud.events.get(id)).toEqual(journal.envelopes);
  expect(cloud.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
});

test('C4 with the cloud away events wait on disk and arrive when it is back', async () => {
  const { cloud, journal, upload } = await host(await smallCloud());
  await journal.append(doubt('before'));
  await upload.flush(15_000);
  await cloud.stop();
  for (let i = 0; i < 20; i++) await journal.append(doubt(`away ${i}`));
  expect(await upload.flush(300)).toMatchObject({ storedThrough: 1, pending: 20, problem: { code: 'cloud_unreachable' } });
  await cloud.start();
  expect(await upload.flush(15_000)).toMatchObject({ storedThrough: 21, pending: 0 });
  expect(cloud.events.get(id)).toEqual(journal.envelopes);
});

test('C4 an answer that is lost makes events go twice and be stored once', async () => {
  const { cloud, journal, upload } = await host(await smallCloud());
  await upload.flush(15_000);
  cloud.swallow = 2;
  for (let i = 0; i < 5; i++) await journal.append(doubt(`${i}`));
  expect(await upload.flush(15_000)).toMatchObject({ storedThrough: 5, pending: 0 });
  expect(cloud.events.get(id)).toEqual(journal.envelopes);
});

test('C4 another process goes on from what the cloud holds', async () => {
  const { cloud, journal, artifacts, upload } = await host(await smallCloud());
  for (let i = 0; i < 5; i++) await journal.append(doubt(`${i}`));
  await upload.flush(15_000);
  await upload.stop();
  for (let i = 5; i < 9; i++) await journal.append(doubt(`${i}`));
  const before = cloud.requests.length;
  const again = uploader(cloud, journal, artifacts);
  expect(await again.flush(15_000)).toMatchObject({ storedThrough: 9, pending: 0 });
  expect(cloud.requests.length - before).toBe(2); // what is there, and the rest
  expect(cloud.events.get(id)).toEqual(journal.envelopes);
});

test('a cloud that refuses is told at once, and is not asked again and again', async () => {
  const cloud = await smallCloud();
  cloud.key = 'another key';
  const { journal, upload } = await host(cloud);
  await journal.append(doubt('one'));
  const began = performance.now();
  expect(await upload.flush(30_000)).toMatchObject({ pending: 1, problem: { code: 'unauthorized' } });
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(cloud.requests.length).toBeLessThan(5);
});

test('a cloud with trouble of its own is tried again', async () => {
  const cloud = await smallCloud();
  cloud.answers.push({ status: 503, body: 'busy' }, { status: 500, body: problem(500, 'database_failed', 'away') });
  const { journal, upload } = await host(cloud);
  await journal.append(doubt('one'));
  expect(await upload.flush(15_000)).toMatchObject({ storedThrough: 1, problem: null });
});

test('C4 kill -9 of the host loses nothing: what it wrote is uploaded by the next', { timeout: 60_000 }, async () => {
  const cloud = await smallCloud();
  const dir = await tempFolder();
  const child = spawn(process.execPath, ['--import', 'tsx', new URL('journal-writer.ts', import.meta.url).pathname, dir, id, 'create'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = 0;
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said = Math.max(said, ...String(chunk).split('\n').map(Number).filter(Number.isFinite));
      if (said > 30) resolve();
    });
  });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  const envelopes = await readJournal(dir, id);
  const upload = uploader(cloud, { envelopes }, openArtifacts(dir));
  await upload.flush(15_000);
  expect(cloud.events.get(id)?.length).toBeGreaterThanOrEqual(said);
  expect(cloud.events.get(id)).toEqual(envelopes);
});
