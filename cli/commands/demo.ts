import type { Settings } from '../config.ts';
import type { Output } from '../output.ts';
import { rehearsalModel } from '../rehearsal.ts';
import { type RunOptions, run } from './run.ts';

const defaultGoal = 'Turn off Wi-Fi and turn on dark theme';

/** The main job with nothing but this package: simulated phone, rehearsal model behind the cloud's planner proxy, embedded Postgres. */
export function demo(
  options: Omit<RunOptions, 'goal' | 'device' | 'planner' | 'model'> & { readonly goal: string | null },
  settings: Settings,
  output: Output,
): Promise<number> {
  // An empty goal is a mistake to be told of; only no goal at all takes the default.
  return run({ ...options, goal: options.goal ?? defaultGoal, device: 'sim', planner: 'cloud', model: rehearsalModel }, settings, output);
}
