/** A signal that aborts when another does, or when the time is up. Has to be cleared, so that nothing is left hanging on the other signal. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #ms: number;
  readonly #follow: () => void;
  #timer: NodeJS.Timeout | undefined;
  #endsAt = 0;
  #expired = false;

  constructor(outer: AbortSignal, ms: number) {
    this.#outer = outer;
    this.#ms = ms;
    this.#follow = () => this.#controller.abort(outer.reason);
    if (outer.aborted) this.#follow();
    else outer.addEventListener('abort', this.#follow, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time was up before anybody else stopped it. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Milliseconds until the time is up. */
  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** Counts from now on again. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.signal.aborted) return;
    this.#endsAt = performance.now() + this.#ms;
    this.#timer = setTimeout(() => {
      this.#expired = true;
      this.#controller.abort(new DOMException('the time is up', 'TimeoutError'));
    }, this.#ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#follow);
  }
}
