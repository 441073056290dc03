import type { Clock } from '../../runtime/ports.ts';
import { looksLoading } from './source-facts.ts';

export interface SettleOptions<G> {
  readonly clock: Clock;
  /** Reads the page source; every read is a command to the device. */
  readonly read: () => Promise<string>;
  /** Reads all else that belongs to the same moment. What it returns is kept only if the source was the same before and after. */
  readonly glance: (source: string) => Promise<G>;
  /** The page as it was before the last action: if nothing has changed yet, a change is waited for a little. */
  readonly unlike: string | null;
  readonly times: SettleTimes;
  readonly signal: AbortSignal;
}

/** Milliseconds. */
export interface SettleTimes {
  /** The page counts as still when two reads this far apart are the same. */
  readonly quietMs: number;
  /** How long a change is waited for after an action. */
  readonly patienceMs: number;
  /** How long something that turns or blinks is waited for: it may stand there for good. */
  readonly loadingMs: number;
  /** After this the page is taken as it is. */
  readonly withinMs: number;
}

export const settleTimes: SettleTimes = { quietMs: 180, patienceMs: 900, loadingMs: 4_000, withinMs: 5_000 };

export interface Settled<G> {
  readonly source: string;
  readonly glance: G;
  /** False: the page was still moving or loading at the deadline, and source and glance may be of different moments. */
  readonly still: boolean;
}

/**
 * Reads the page once it stands still: two equal sources with everything else read between them, so that source, size,
 * rotation and picture are of one moment (rule W4). No fixed sleep: a page that stands still costs two reads.
 */
export async function settle<G>({ clock, read, glance, unlike, times, signal }: SettleOptions<G>): Promise<Settled<G>> {
  const start = clock.now();
  let source = await read();
  let since = clock.now();
  let seen = null as { readonly of: string; readonly glance: G } | null;
  for (let pause = 40; ; pause = Math.min(pause * 1.6, 250)) {
    const elapsed = clock.now() - start;
    const late = elapsed >= times.withinMs;
    const waits = (source === unlike && elapsed < times.patienceMs) || (looksLoading(source) && elapsed < times.loadingMs);
    if (late && seen !== null) return { source, glance: seen.glance, still: false };
    if ((!waits || late) && seen?.of !== source) seen = { of: source, glance: await glance(source) };
    const quietFor = clock.now() - since;
    await clock.sleep(waits ? pause : Math.max(0, times.quietMs - quietFor), signal);
    const next = await read();
    if (next === source && seen?.of === source && !waits) return { source, glance: seen.glance, still: true };
    if (next !== source) {
      source = next;
      since = clock.now();
    }
  }
}
