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
