import type { Clock } from '../runtime/ports.ts';

/** The machine's own time: the one door to it in this program. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      function stop(): void {
        clearTimeout(timer);
        reject(signal.reason);
      }
      signal.addEventListener('abort', stop, { once: true });
    }),
};
