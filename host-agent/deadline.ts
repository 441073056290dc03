export type Race<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'late' }
  | { readonly kind: 'cancelled' };

export interface RaceOptions {
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** How long after the signal aborts the promise may still be waited for, within the deadline. */
  readonly graceMs?: number;
}

/**
 * What came first: the promise, the deadline, or the signal. Never rejects.
 * The promise itself is not stopped; its late result is dropped.
 */
export function race<T>(promise: Promise<T>, { withinMs, signal, graceMs = 0 }: RaceOptions): Promise<Race<T>> {
  return new Promise((resolve) => {
    let grace: NodeJS.Timeout | undefined;
    const deadline = setTimeout(() => finish({ kind: 'late' }), Math.max(0, withinMs));
    const abort = (): void => {
      if (graceMs <= 0) finish({ kind: 'cancelled' });
      else grace ??= setTimeout(() => finish({ kind: 'cancelled' }), graceMs);
    };
    function finish(result: Race<T>): void {
      clearTimeout(deadline);
      clearTimeout(grace);
      signal.removeEventListener('abort', abort);
      resolve(result);
    }
    promise.then(
      (value) => finish({ kind: 'done', value }),
      (error: unknown) => finish({ kind: 'failed', error }),
    );
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
