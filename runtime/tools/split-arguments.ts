import { Expect } from '../../world/expectation.ts';

export interface SplitArguments {
  /** Executable arguments only (rule P40); the raw text when it was no JSON object. */
  readonly args: Record<string, unknown> | string;
  readonly purpose: string | null;
  readonly expectedOutcome: string | null;
  readonly expect?: Expect;
  readonly reflection: string | null;
}

/**
 * Takes purpose, expected outcome, expectation and reflection off the arguments of a call, and what is null, which says
 * "left out". One of the four that has the wrong form stays in `args`, where reading the call finds and names it.
 * Never throws; loses nothing but nulls and the space round the texts.
 */
export function splitArguments(raw: unknown): SplitArguments {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return {
      args: typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw)),
      purpose: null,
      expectedOutcome: null,
      reflection: null,
    };

  const left = new Map(Object.entries(raw).filter(([, value]) => value !== null));
  const text = (name: string): string | null => {
    const value: unknown = left.get(name);
    if (typeof value !== 'string') return null;
    left.delete(name);
    return value.trim() === '' ? null : value.trim();
  };
  const purpose = text('purpose');
  const expectedOutcome = text('expected_outcome');
  const reflection = text('reflection');
  const expect = Expect.safeParse(left.get('expect'));
  if (expect.success) left.delete('expect');
  return { args: Object.fromEntries(left), purpose, expectedOutcome, reflection, ...(expect.success ? { expect: expect.data } : {}) };
}
