/** What has been started and must be stopped again, last first, whatever happens. */
export class Teardown {
  readonly #steps: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];

  add(name: string, stop: () => Promise<void> | void): void {
    this.#steps.push({ name, stop });
  }

  /** Runs every step once, each within `withinMs`; says which failed or took too long and goes on with the rest. Never throws. */
  async run(warn: (line: string) => void, withinMs = 15_000): Promise<void> {
    for (const { name, stop } of this.#steps.splice(0).reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, withinMs, 'late');
      });
      try {
        if ((await Promise.race([Promise.resolve(stop()), late])) === 'late')
          warn(`tapwright: ${name} did not stop within ${withinMs / 1000} s`);
      } catch (error) {
        warn(`tapwright: ${name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}

/**
 * Starts things side by side. Resolves when all have started; when one fails, the others are told to stop, waited for (what they
 * started is in the teardown by then), and the first failure is thrown.
 */
export async function startAll<T extends readonly ((signal: AbortSignal) => Promise<unknown>)[]>(
  signal: AbortSignal,
  ...starts: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const failed = new AbortController();
  const within = AbortSignal.any([signal, failed.signal]);
  let first: { readonly error: unknown } | null = null;
  const results = await Promise.all(
    starts.map((start) =>
      start(within).catch((error: unknown) => {
        first ??= { error };
        failed.abort(error);
        return undefined;
      }),
    ),
  );
  if (first !== null) throw (first as { readonly error: unknown }).error;
  return results as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };
}
