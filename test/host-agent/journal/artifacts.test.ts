import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArtifacts } from '../../../host-agent/journal/artifacts.ts';
import { tempFolder } from '../temp-folder.ts';

test('the same bytes are kept once, under their hash, and come back as they were', async () => {
  const dir = join(await tempFolder(), 'artifacts');
  const store = openArtifacts(dir);
  const bytes = Buffer.from('<hierarchy/>');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const refs = await Promise.all(Array.from({ length: 8 }, () => store.put(bytes, 'application/xml')));
  expect(new Set(refs.map((ref) => JSON.stringify(ref)))).toEqual(
    new Set([JSON.stringify({ sha256, mediaType: 'application/xml', bytes: 12 })]),
  );
  expect(await readdir(join(dir, sha256.slice(0, 2)))).toEqual([sha256]);
  expect(await store.get(sha256)).toEqual(bytes);
});

test('a file that does not have its hash is no artifact, and putting it again mends it', async () => {
  const dir = await tempFolder();
  const store = openArtifacts(dir);
  const { sha256 } = await store.put(Buffer.from('whole'), 'text/plain');
  await writeFile(join(dir, sha256.slice(0, 2), sha256), 'who');
  expect(await store.get(sha256)).toBeNull();
  await store.put(Buffer.from('whole'), 'text/plain');
  expect(String(await store.get(sha256))).toBe('whole');
  expect(await store.get('../../etc/passwd')).toBeNull();
});

test('a folder that cannot be made is told, not ignored', async () => {
  const dir = await tempFolder();
  await writeFile(join(dir, 'file'), '');
  await expect(openArtifacts(join(dir, 'file', 'artifacts')).put(Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    code: 'home_unwritable',
  });
});
