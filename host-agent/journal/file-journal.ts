import { type FileHandle, mkdir, open, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock, Journal, JournalListener } from '../../runtime/ports.ts';
import { type Episode, evolve, unstarted } from '../../world/episode.ts';
import { Envelope, type EpisodeEvent } from '../../world/episode-event.ts';
import { AppError } from '../../world/errors.ts';
import { holdLock, type ProcessLock } from './process-lock.ts';

export interface JournalOptions {
  readonly clock: Clock;
  /** Sees each event once it is on disk, in order. Must not throw and must not delay. */
  readonly onAppend?: JournalListener;
}

/** A journal in a file: one envelope a line, written by one process at a time. */
export interface FileJournal extends Journal {
  /** All events so far, oldest first; the array grows and its members never change. */
  readonly envelopes: readonly Envelope[];
  /** Writes what is pending and gives the file free. */
  close(): Promise<void>;
}

/** Begins the journal of a new episode. Throws AppError `conflict` when there is one already, `home_unwritable`, `home_busy`. */
export async function createJournal(dir: string, episodeId: string, options: JournalOptions): Promise<FileJournal> {
  const path = journalPath(dir, episodeId);
  await mkdir(dir, { recursive: true }).catch((error: unknown) => {
    throw unwritable(dir, error);
  });
  const lock = await holdLock(await realPath(dir, path));
  try {
    const file = await open(path, 'ax', 0o600);
    await syncFolder(dir);
    return new LineJournal(episodeId, file, lock, options, [], 0);
  } catch (error) {
    await lock.release();
    throw hasCode(error, 'EEXIST') ? new AppError('conflict', `the episode ${episodeId} has a journal already`) : unwritable(path, error);
  }
}

/**
 * Opens a journal to go on with it. A last line that was being written when its process died is cut off, and only that.
 * Throws AppError `episode_unknown`, `journal_broken` (naming the line; nothing is changed), `home_unwritable`, `home_busy`.
 */
export async function openJournal(dir: string, episodeId: string, options: JournalOptions): Promise<FileJournal> {
  const path = journalPath(dir, episodeId);
  const lock = await holdLock(await realPath(dir, path));
  try {
    const { envelopes, bytes, torn } = await load(path, episodeId);
    const file = await open(path, 'r+');
    if (torn) {
      await file.truncate(bytes);
      await file.sync();
    }
    return new LineJournal(episodeId, file, lock, options, envelopes, bytes);
  } catch (error) {
    await lock.release();
    throw error instanceof AppError ? error : unwritable(path, error);
  }
}

/** All whole lines of a journal, also of one that is being written. Throws AppError `episode_unknown` or `journal_broken`. */
export async function readJournal(dir: string, episodeId: string): Promise<readonly Envelope[]> {
  return (await load(journalPath(dir, episodeId), episodeId)).envelopes;
}

/** The ids of all episodes with a journal in this folder, newest first (ids are ordered by time). */
export async function listEpisodes(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((name) => (/^[0-9a-f-]{36}\.jsonl$/.test(name) ? [name.slice(0, 36)] : []))
    .sort()
    .reverse();
}

interface Pending {
  readonly event: EpisodeEvent;
  readonly done: (error?: AppError) => void;
}

class LineJournal implements FileJournal {
  readonly episodeId: string;
  readonly #file: FileHandle;
  readonly #lock: ProcessLock;
  readonly #options: JournalOptions;
  readonly #envelopes: Envelope[];
  #episode: Episode;
  #bytes: number;
  #pending: Pending[] = [];
  #writing: Promise<void> | null = null;
  #broken: AppError | null = null;
  #closed = false;

  constructor(
    episodeId: string,
    file: FileHandle,
    lock: ProcessLock,
    options: JournalOptions,
    envelopes: readonly Envelope[],
    bytes: number,
  ) {
    this.episodeId = episodeId;
    this.#file = file;
    this.#lock = lock;
    this.#options = options;
    this.#envelopes = [...envelopes];
    this.#episode = envelopes.reduce(evolve, unstarted);
    this.#bytes = bytes;
  }

  get episode(): Episode {
    return this.#episode;
  }

  get envelopes(): readonly Envelope[] {
    return this.#envelopes;
  }

  append(event: EpisodeEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new AppError('internal', `the journal of ${this.episodeId} is closed`));
        return;
      }
      this.#pending.push({ event, done: (error) => (error === undefined ? resolve() : reject(error)) });
      // What is appended in the same turn of the event loop goes to disk together, with one fsync.
      this.#writing ??= Promise.resolve().then(() => this.#writeAll());
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    await this.#file.close();
    await this.#lock.release();
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const group = this.#pending;
      this.#pending = [];
      await this.#writeGroup(group);
    }
    this.#writing = null;
  }

  async #writeGroup(group: readonly Pending[]): Promise<void> {
    const sealed: { envelope: Envelope; pending: Pending }[] = [];
    let text = '';
    for (const pending of group) {
      if (this.#broken !== null) {
        pending.done(this.#broken);
        continue;
      }
      const line = JSON.stringify({
        episode_id: this.episodeId,
        seq: this.#envelopes.length + sealed.length + 1,
        at: this.#options.clock.now(),
        event: pending.event,
      });
      // An event that could not be read back must not reach the disk: it would break the journal for good.
      const envelope = Envelope.safeParse(JSON.parse(line));
      if (!envelope.success) {
        pending.done(
          new AppError(
            'internal',
            `the event ${pending.event.type} does not have its shape: ${envelope.error.issues[0]?.path.join('.') ?? ''} ${envelope.error.issues[0]?.message ?? ''}`,
          ),
        );
        continue;
      }
      sealed.push({ envelope: envelope.data, pending });
      text += `${line}\n`;
    }
    if (sealed.length === 0) return;
    try {
      const bytes = Buffer.from(text, 'utf8');
      await writeFully(this.#file, bytes, this.#bytes);
      await this.#file.datasync();
      this.#bytes += bytes.length;
    } catch (error) {
      this.#broken = unwritable(`the journal of ${this.episodeId}`, error);
      await this.#file.truncate(this.#bytes).catch(() => undefined);
      for (const { pending } of sealed) pending.done(this.#broken);
      return;
    }
    for (const { envelope, pending } of sealed) {
      this.#envelopes.push(envelope);
      this.#episode = evolve(this.#episode, envelope);
      this.#options.onAppend?.(envelope);
      pending.done();
    }
  }
}

async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

interface Loaded {
  readonly envelopes: readonly Envelope[];
  /** Of the whole lines. */
  readonly bytes: number;
  /** Something stands after the last whole line. */
  readonly torn: boolean;
}

async function load(path: string, episodeId: string): Promise<Loaded> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new AppError('episode_unknown', `there is no episode ${episodeId} here`);
    throw error;
  }
  const bytes = content.lastIndexOf(0x0a) + 1;
  const lines = content.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  const envelopes = lines.map((line, i) => readLine(line, i + 1, path, episodeId));
  return { envelopes, bytes, torn: bytes < content.length };
}

function readLine(line: string, number: number, path: string, episodeId: string): Envelope {
  const broken = (why: string): AppError => new AppError('journal_broken', `${path} line ${number}: ${why}`);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw broken(`no JSON: ${JSON.stringify(line.slice(0, 60))}`);
  }
  const envelope = Envelope.safeParse(json);
  if (!envelope.success)
    throw broken(`no event of this program: ${envelope.error.issues[0]?.path.join('.') ?? ''} ${envelope.error.issues[0]?.message ?? ''}`);
  if (envelope.data.episode_id !== episodeId) throw broken(`it belongs to the episode ${envelope.data.episode_id}`);
  if (envelope.data.seq !== number) throw broken(`seq is ${envelope.data.seq} and should be ${number}`);
  return envelope.data;
}

/** The id becomes part of a path only when it is one. */
function journalPath(dir: string, episodeId: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(episodeId)) {
    throw new AppError(
      'episode_unknown',
      `${JSON.stringify(episodeId.slice(0, 60))} is not an episode's id; \`tapwright episodes\` lists them`,
    );
  }
  return join(dir, `${episodeId}.jsonl`);
}

/** One file has one lock, whatever links lead to it. */
async function realPath(dir: string, path: string): Promise<string> {
  return join(await realpath(dir).catch(() => dir), basename(path));
}

function unwritable(what: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('home_unwritable', `${what} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A new file is there after a power cut only when its folder is on disk too. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
