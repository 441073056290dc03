import pRetry, { AbortError } from 'p-retry';
import { AppError } from '../../world/errors.ts';

/** What a failed call says about trying again. */
export type Failure =
  | { readonly again: true; readonly afterMs: number | null; readonly error: AppError }
  | { readonly again: false; readonly error: AppError };

export interface RetryOptions {
  readonly retries: number;
  readonly firstMs: number;
  readonly mostMs: number;
  readonly log: (event: string, fields: Readonly<Record<string, string | number>>) => void;
}

/**
 * Calls until it answers, with capped and jittered back-off that honours the provider's wish to wait (rule M1), within the
 * signal. A wish longer than `mostMs` is not waited for: the error then says how long the provider asks to wait.
 */
export async function withRetry<T>(call: () => Promise<T>, read: (error: unknown) => Failure, options: RetryOptions, signal: AbortSignal): Promise<T> {
  const { retries, firstMs, mostMs, log } = options;
  let waitMs = 0;
  return await pRetry(
    async () => {
      if (waitMs > 0) await sleep(waitMs, signal);
      waitMs = 0;
      try {
        return await call();
      } catch (error) {
        if (signal.aborted) throw new AbortError(stopped(signal));
        const failure = read(error);
        if (!failure.again) throw new AbortError(failure.error);
        if (failure.afterMs !== null && failure.afterMs > mostMs) {
          throw new AbortError(new AppError(failure.error.code, `${failure.error.message}; it asks to wait ${Math.round(failure.afterMs / 1_000)} s`, { cause: failure.error }));
        }
        waitMs = failure.afterMs ?? 0;
        log('model.retried', { code: failure.error.code, wait_ms: waitMs });
        throw failure.error;
      }
    },
    { retries, minTimeout: firstMs, maxTimeout: mostMs, randomize: true, factor: 2, signal },
  ).catch((error: unknown) => {
    throw signal.aborted ? stopped(signal) : error;
  });
}

function stopped(signal: AbortSignal): AppError {
  const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return late ? new AppError('planner_unavailable', 'the model did not answer within the deadline') : new AppError('cancelled', 'stopped while waiting for the model');
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener('abort', aborted, { once: true });
  });
}
