import type { Clock } from '../../runtime/ports.ts';
import type { ArtifactRef } from '../../world/artifact.ts';
import type { Envelope } from '../../world/episode-event.ts';
import { type AppError, asAppError, type ErrorCode } from '../../world/errors.ts';
import type { CloudClient } from '../cloud-client.ts';
import { race } from '../deadline.ts';
import type { Log } from '../log.ts';
import type { ArtifactStore } from './artifacts.ts';

export interface UploadOptions {
  readonly cloud: Pick<CloudClient, 'uploadEvents' | 'putArtifact'>;
  readonly episodeId: string;
  /** The journal's events, oldest first; may grow (`FileJournal.envelopes`). */
  readonly envelopes: readonly Envelope[];
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface UploadState {
  /** The cloud holds every event up to this seq. */
  readonly storedThrough: number;
  readonly pending: number;
  /** Why it does not go on, when it does not. */
  readonly problem: AppError | null;
}

/** Brings one episode's events to the cloud: in order, at least once, each with its artifacts before it (rule C4). */
export interface Uploader {
  /** There are more events. Does not wait and does not throw; may be used as the journal's `onAppend`. */
  wake(): void;
  readonly state: UploadState;
  /** Waits until all is stored, or until the deadline. */
  flush(withinMs: number): Promise<UploadState>;
  /** Ends it; what is not stored yet stays on disk for the next time. */
  stop(): Promise<void>;
}

const backOffMs = { first: 400, most: 20_000 } as const;
const batch = { events: 100, bytes: 1_000_000 } as const;

/** Answers that another try would get again. They are told once, and not tried again until more is to be sent. */
const final: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unauthorized', 'forbidden', 'conflict', 'request_invalid', 'not_found']);

export function startUpload(options: UploadOptions): Uploader {
  const { cloud, episodeId, envelopes, artifacts, clock, log } = options;
  const stopping = new AbortController();
  const sent = new Set<string>();
  let storedThrough: number | null = null;
  let problem: AppError | null = null;
  let hurry = new AbortController();
  let running: Promise<void> | null = null;

  const pending = (): number => envelopes.length - (storedThrough ?? 0);

  async function run(): Promise<void> {
    for (let failures = 0; storedThrough === null || pending() > 0; ) {
      if (stopping.signal.aborted) return;
      try {
        await sendBatch();
        failures = 0;
        problem = null;
      } catch (error) {
        problem = asAppError(error);
        if (stopping.signal.aborted || final.has(problem.code)) return;
        log('upload.waits', { code: problem.code, failures });
        const wait = Math.min(backOffMs.most, backOffMs.first * 2 ** Math.min(failures++, 10)) * (0.75 + Math.random() / 2);
        await clock.sleep(wait, AbortSignal.any([stopping.signal, hurry.signal])).catch(() => undefined);
        hurry = new AbortController();
      }
    }
  }

  /** The first call asks what is there; so does the answer to every other: the cloud's word counts, not ours. */
  async function sendBatch(): Promise<void> {
    const events = storedThrough === null ? [] : nextBatch(envelopes, storedThrough);
    for (const ref of events.flatMap(artifactsOf)) await sendArtifact(ref);
    const answer = await cloud.uploadEvents(episodeId, { events }, stopping.signal);
    const advanced = storedThrough === null || answer.stored_through > storedThrough;
    storedThrough = Math.min(answer.stored_through, envelopes.length);
    if (!advanced) throw new Error(`the cloud stored nothing of seq ${storedThrough + 1} to ${storedThrough + events.length}`);
  }

  async function sendArtifact(ref: ArtifactRef): Promise<void> {
    if (sent.has(ref.sha256)) return;
    const bytes = await artifacts.get(ref.sha256);
    if (bytes === null) log('upload.artifact_missing', { sha256: ref.sha256 });
    else await cloud.putArtifact(ref, bytes, stopping.signal);
    sent.add(ref.sha256);
  }

  const wake = (): void => {
    if (running !== null || stopping.signal.aborted) return;
    // After the event that woke it, so that the journal's writer is not delayed.
    running = new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = null;
      if (problem === null && pending() > 0) wake();
    });
  };
  const state = (): UploadState => ({ storedThrough: storedThrough ?? 0, pending: pending(), problem });

  wake();
  return {
    wake,
    get state() {
      return state();
    },
    async flush(withinMs) {
      const until = clock.now() + withinMs;
      while (!stopping.signal.aborted && (storedThrough === null || pending() > 0) && clock.now() < until) {
        hurry.abort();
        wake();
        if (running !== null) await race(running, { withinMs: Math.min(1_000, until - clock.now()), signal: stopping.signal });
        if (problem !== null && final.has(problem.code)) break;
      }
      return state();
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => undefined);
    },
  };
}

function nextBatch(envelopes: readonly Envelope[], storedThrough: number): Envelope[] {
  const events: Envelope[] = [];
  let bytes = 0;
  for (let i = storedThrough; i < envelopes.length && events.length < batch.events; i++) {
    const envelope = envelopes[i];
    if (envelope === undefined) break;
    bytes += JSON.stringify(envelope).length;
    if (events.length > 0 && bytes > batch.bytes) break;
    events.push(envelope);
  }
  return events;
}

/** What the event names and the cloud must hold before it. */
export function artifactsOf({ event }: Envelope): ArtifactRef[] {
  switch (event.type) {
    case 'page.observed':
      return [event.source, event.screenshot].filter((ref) => ref !== null);
    case 'page.unreadable':
      return event.screenshot === null ? [] : [event.screenshot];
    default:
      return [];
  }
}
