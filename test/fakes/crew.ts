import { carefulPolicy } from '../../runtime/policy.ts';
import type { Crew, Device, Planner } from '../../runtime/ports.ts';

/** A crew around a planner and a device: a clock that stands still unless told, nobody at the keyboard, and the model's word for the outcome. */
export function crewOf(planner: Planner, device: Device, overrides: Partial<Crew> = {}): Crew {
  return {
    planner,
    device,
    policy: carefulPolicy,
    person: { approve: async () => ({ granted: false, by: 'nobody' }), answer: async () => null },
    verifier: { verify: async () => ({ verifiedBy: 'model', passed: true, detail: 'nobody looked' }) },
    stop: { pressed: () => false },
    clock: { now: () => 0, sleep: async () => undefined },
    ...overrides,
  };
}
