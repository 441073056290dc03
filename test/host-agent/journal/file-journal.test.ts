import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../host-agent/clock.ts';
import { createJournal, listEpisodes, openJournal, readJournal } from '../../../host-agent/journal/file-journal.ts';
import type { EpisodeEvent } from '../../../world/episode-event.ts';
import { tempFolder } from '../temp-folder.ts';

const id = '01890000-0000-7000-8000-0000000000aa';
const doubt = (because: string): EpisodeEvent => ({ type: 'plan.doubted', because });
const clock = systemClock;

test('a journal that is closed and opened again goes on where it stopped', async () => {
  const dir = await tempFolder();
  const seen: number[] = [];
  const first = await createJournal(dir, id, { clock, onAppend: ({ seq }) => seen.push(seq) });
  await first.append(doubt('one'));
  await first.append(doubt('two'));
  await first.close();
  const second = await openJournal(dir, id, { clock });
  expect(second.episode.doubts).toBe(2);
  await second.append(doubt('three'));
  await second.close();
  expect((await readJournal(dir, id)).map(({ seq, event }) => [seq, event])).toEqual([
    [1, doubt('one')],
    [2, doubt('two')],
    [3, doubt('three')],
  ]);
  expect(seen).toEqual([1, 2]);
  expect(await listEpisodes(dir)).toEqual([id]);
});

test('appends without waiting keep their order, share the disk write, and the listener sees each once it is durable', async () => {
  const dir = await tempFolder();
  const durable: number[] = [];
  const journal = await createJournal(dir, id, { clock, onAppend: ({ seq }) => durable.push(seq) });
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      await journal.append(doubt(`event ${i}`));
      expect(durable.at(-1)).toBeGreaterThanOrEqual(i + 1);
      order.push(i);
    }),
  );
  expect(order).toEqual(Array.from({ length: 50 }, (_, i) => i));
  await journal.close();
  expect((await readJournal(dir, id)).map(({ event }) => (event.type === 'plan.doubted' ? event.because : ''))).toEqual(
    order.map((i) => `event ${i}`),
  );
});

test('P46 any string round-trips through the journal', async () => {
  const dir = await tempFolder();
  const journal = await createJournal(dir, id, { clock });
  const strings = ['-->', '"\'`', 'a\nb\r\n', '\u0000', '\ud83d', '\udca9x', '😀', '\u2028\u2029'];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      strings.push(text);
      await journal.append(doubt(text));
    }),
    { numRuns: 50 },
  );
  for (const text of strings.slice(0, 8)) await journal.append(doubt(text));
  await journal.close();
  const read = (await readJournal(dir, id)).map(({ event }) => (event.type === 'plan.doubted' ? event.because : null));
  expect(read).toEqual([...strings.slice(8), ...strings.slice(0, 8)]);
});

test('an event without its shape is refused and does not reach the disk', async () => {
  const dir = await tempFolder();
  const journal = await createJournal(dir, id, { clock });
  const broken = { type: 'action.finished', decisionId: 'd1', failure: null, landed: true, durationMs: Number.NaN } as const;
  await expect(journal.append(broken)).rejects.toMatchObject({ code: 'internal' });
  await journal.append(doubt('goes on'));
  await journal.close();
  expect(await readJournal(dir, id)).toHaveLength(1);
});

test('C4 a torn last line is cut off at any byte, and only that', async () => {
  const dir = await tempFolder();
  const journal = await createJournal(dir, id, { clock });
  for (const word of ['one', 'zwei 😀', 'trois']) await journal.append(doubt(word));
  await journal.close();
  const path = join(dir, `${id}.jsonl`);
  const whole = await readFile(path);
  const secondEnds = whole.indexOf(0x0a, whole.indexOf(0x0a) + 1) + 1;
  for (const cut of [secondEnds, secondEnds + 1, secondEnds + 40, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, cut));
    const opened = await openJournal(dir, id, { clock });
    expect(opened.envelopes).toHaveLength(2);
    expect((await stat(path)).size).toBe(secondEnds);
    await opened.append(doubt('after the cut'));
    await opened.close();
    expect(await readJournal(dir, id)).toHaveLength(3);
  }
});

test('a broken line elsewhere is named, and nothing is changed', async () => {
  const dir = await tempFolder();
  const journal = await createJournal(dir, id, { clock });
  for (const word of ['one', 'two', 'three']) await journal.append(doubt(word));
  await journal.close();
  const path = join(dir, `${id}.jsonl`);
  const good = await readFile(path, 'utf8');
  for (const [bad, why] of [
    [good.replace('"two"', '"two'), 'no JSON'],
    [good.replace('"seq":2', '"seq":7'), 'seq is 7 and should be 2'],
    [good.replace('plan.doubted","because":"two"', 'plan.unknown","because":"two"'), 'no event of this program'],
    [good.replace(/\n.*"two".*\n/, '\n'), 'seq is 3 and should be 2'],
  ] as const) {
    await writeFile(path, bad);
    const error = await openJournal(dir, id, { clock }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'journal_broken' });
    expect(String(error)).toContain('line 2');
    expect(String(error)).toContain(why);
    expect(await readFile(path, 'utf8')).toBe(bad);
  }
});

test('an episode that is not there, and an id that is no id, are told apart from a broken one', async () => {
  const dir = await tempFolder();
  await expect(openJournal(dir, id, { clock })).rejects.toMatchObject({ code: 'episode_unknown' });
  for (const wrong of ['../../etc/passwd', '', 'x'.repeat(36), `${id}\0`]) {
    await expect(openJournal(dir, wrong, { clock })).rejects.toMatchObject({ code: 'episode_unknown' });
  }
  await (await createJournal(dir, id, { clock })).close();
  await expect(createJournal(dir, id, { clock })).rejects.toMatchObject({ code: 'conflict' });
});

test('a journal that was closed takes nothing more', async () => {
  const dir = await tempFolder();
  const journal = await createJournal(dir, id, { clock });
  await journal.append(doubt('one'));
  await journal.close();
  await expect(journal.append(doubt('two'))).rejects.toMatchObject({ code: 'internal' });
  expect(await readJournal(dir, id)).toHaveLength(1);
});

test('C4 kill -9 at any moment loses no event that was said to be durable, and the lock dies with its process', {
  timeout: 90_000,
}, async () => {
  const dir = await tempFolder();
  let acknowledged = 0;
  for (const [round, lines] of [3, 17, 40].entries()) {
    const child = writer(dir, round === 0 ? 'create' : 'open');
    const said = await linesUntil(child, lines);
    if (round === 0) {
      await expect(openJournal(dir, id, { clock })).rejects.toMatchObject({
        code: 'home_busy',
        message: expect.stringContaining(`process ${child.pid}`),
      });
    }
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    acknowledged = Math.max(acknowledged, ...said);
    const journal = await openJournal(dir, id, { clock });
    expect(journal.envelopes.length).toBeGreaterThanOrEqual(acknowledged);
    expect(journal.envelopes.map(({ seq }) => seq)).toEqual(journal.envelopes.map((_, i) => i + 1));
    await journal.close();
  }
  expect(acknowledged).toBeGreaterThan(50);
});

test.skipIf(process.platform === 'win32')(
  'a disk that takes no more fails every later append with one error, and what was durable stays',
  { timeout: 60_000 },
  async () => {
    const dir = await tempFolder();
    const writerFile = new URL('journal-writer.ts', import.meta.url).pathname;
    // The system's own limit on the size of a file stands for a full disk: 16 blocks.
    const child = spawn(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f 16; exec "$0" --import tsx "$@"`, process.execPath, writerFile, dir, id, 'create'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TSX_DISABLE_CACHE: '1' },
      },
    );
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    await new Promise((resolve) => child.once('close', resolve));
    expect(said).toContain('failed home_unwritable home_unwritable');
    const durable = Math.max(...said.split('\n').map(Number).filter(Number.isFinite));
    const journal = await openJournal(dir, id, { clock });
    expect(journal.envelopes).toHaveLength(durable);
    await journal.close();
  },
);

test('a journal of 2,000 events opens in a moment', async () => {
  const dir = await tempFolder();
  const path = join(dir, `${id}.jsonl`);
  const lines = Array.from({ length: 2_000 }, (_, i) =>
    JSON.stringify({ episode_id: id, seq: i + 1, at: i, event: doubt('y'.repeat(500)) }),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
  await appendFile(path, '{"torn');
  const began = performance.now();
  const journal = await openJournal(dir, id, { clock });
  expect(journal.envelopes).toHaveLength(2_000);
  expect(performance.now() - began).toBeLessThan(5_000);
  await journal.close();
  await truncate(path, 0);
});

function writer(dir: string, how: string): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', new URL('journal-writer.ts', import.meta.url).pathname, dir, id, how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

function linesUntil(child: ChildProcess, wanted: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const said = text
        .split('\n')
        .slice(0, -1)
        .map((line) => Number(line.replace('open ', '')));
      if (said.length > wanted) resolve(said);
    });
  });
}
