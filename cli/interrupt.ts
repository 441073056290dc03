import { AppError } from '../world/errors.ts';

/** The signal of Ctrl-C, SIGTERM and a closed terminal. The first asks politely; a second one ends the process at once. */
export function onInterrupt(warn: (line: string) => void): {
  readonly signal: AbortSignal;
  readonly interrupted: () => boolean;
  dispose(): void;
} {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const handle = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(130);
    warn(`tapwright: ${name} received; stopping (again to stop at once)`);
    controller.abort(new AppError('cancelled', `stopped by ${name}`));
  };
  for (const name of names) process.on(name, handle);
  return {
    signal: controller.signal,
    interrupted: () => controller.signal.aborted,
    dispose: () => {
      for (const name of names) process.off(name, handle);
    },
  };
}
