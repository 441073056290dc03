import type { Expect } from '../../world/expectation.ts';
import { Metadata, metadataNames } from './metadata.ts';

export interface SplitArguments {
  /** Executable arguments only (rule P40); the raw text when it was no JSON object. */
  readonly args: Record<string, unknown> | string;
  readonly purpose: string | null;
  readonly expectedOutcome: string | null;
  readonly expect?: Expect;
  readonly reflection: string | null;
}

/** Takes purpose, expected outcome, expectation and reflection off the arguments of a call. Never throws; what does not fit is left out. */
export function splitArguments(raw: unknown): SplitArguments {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return {
      args: typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? 'undefined'),
      purpose: null,
      expectedOutcome: null,
      reflection: null,
    };
  }
  const given = raw as Record<string, unknown>;
  const off: ReadonlySet<string> = new Set(metadataNames);
  const args = Object.fromEntries(Object.entries(given).filter(([key, value]) => !off.has(key) && value !== null));
  const text = (name: 'purpose' | 'expected_outcome' | 'reflection'): string | null =>
    typeof given[name] === 'string' && given[name].trim() !== '' ? given[name].trim() : null;
  const expect = Metadata.shape.expect.safeParse(given.expect);
  return {
    args,
    purpose: text('purpose'),
    expectedOutcome: text('expected_outcome'),
    reflection: text('reflection'),
    ...(expect.success && expect.data !== undefined ? { expect: expect.data } : {}),
  };
}
