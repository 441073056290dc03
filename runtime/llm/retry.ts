import pRetry, { AbortError } from 'p-retry';
import { AppError, type ErrorCode } from '../../world/errors.ts';

/** Remarks for the operator: what was retried, downgraded or dropped. Never a key, never thinking (rule M2). */
export type ModelLog = (event: string, fields: Readonly<Record<string, string | number>>) => void;

/** What a failed request says: in words that hold no key, and whether it may be sent again (rule M1). */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly code: ErrorCode;
  readonly again: boolean;
  /** How long the provider asks to wait; null when it does not say. */
  readonly afterMs: number | null;
  readonly status: number | null;
  constructor(
    message: string,
    {
      code,
      again = false,
      afterMs = null,
      status = null,
    }: { code: ErrorCode; again?: boolean; afterMs?: number | null; status?: number | null },
  ) {
    super(message);
    this.code = code;
    this.again = again;
    this.afterMs = afterMs;
    this.status = status;
  }
}

export interface RetryPolicy {
  readonly retries: number;
  /** The first wait; each further one doubles, up to `mostMs`, with jitter. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** 0 to 1, evenly. */
  readonly random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = { retries: 5, firstMs: 500, mostMs: 30_000, random: Math.random };

interface RetryOptions extends RetryPolicy {
  /** Milliseconds that are left for everything, now. */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
  readonly log: ModelLog;
}

/**
 * Calls until it answers (rule M1): capped, jittered back-off that honours the provider's wish to wait. A wish that goes
 * beyond the time left is not waited for: the fault then says how long the provider asks for. Throws what `call` threw last.
 */
export async function withRetry<T>(
  call: () => Promise<T>,
  { retries, firstMs, mostMs, random, leftMs, signal, log }: RetryOptions,
): Promise<T> {
  return await pRetry(
    async () => {
      try {
        return await call();
      } catch (error) {
        throw error instanceof ProviderFault && error.again ? error : new AbortError(error instanceof Error ? error : String(error));
      }
    },
    {
      retries,
      minTimeout: 0,
      signal,
      onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
        if (!(error instanceof ProviderFault) || retriesLeft === 0) return;
        const backOff = Math.min(mostMs, firstMs * 2 ** (attemptNumber - 1)) * (0.5 + random() / 2);
        const wait = Math.max(error.afterMs ?? 0, backOff);
        if (wait >= leftMs()) throw beyond(error, wait, leftMs());
        log('model.retried', { because: error.message, wait_ms: Math.round(wait), attempt: attemptNumber });
        await sleep(wait, signal);
      },
    },
  );
}

function beyond(fault: ProviderFault, waitMs: number, leftMs: number): AppError {
  const asked = fault.afterMs === null ? '' : `; it asks to wait ${inWords(waitMs)}`;
  return new AppError(fault.code, `${fault.message}${asked}, and ${inWords(Math.max(0, leftMs))} are left for this decision`, {
    cause: fault,
  });
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
