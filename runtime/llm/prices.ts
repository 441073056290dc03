import type { Usage } from '../../world/tool-call-decision.ts';

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

export type PriceTable = Readonly<Record<string, Price>>;

const perInput = (input: number, output: number): Price => ({ input, output, cacheWrite: input * 1.25, cacheRead: input * 0.1 });

/**
 * List prices as published in 2026-11, by the beginning of the model's name. A model that is not here costs an unknown amount, never 0.
 * Only models whose price is certain stand here; a table of one's own goes in front.
 */
export const priceTable: PriceTable = {
  'claude-opus-4-5': perInput(5, 25),
  'claude-opus-4-6': perInput(5, 25),
  'claude-sonnet-4-5': perInput(3, 15),
  'claude-sonnet-4-6': perInput(3, 15),
  'claude-haiku-4-5': perInput(1, 5),
  'rehearsal-': perInput(0, 0),
};

/** The cost of these tokens, or null when the model's price is not known. The longest matching name counts. */
export function costOf(model: string, tokens: Omit<Usage, 'costUsd'>, table: PriceTable = priceTable): number | null {
  const name = Object.keys(table)
    .filter((prefix) => model.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  const price = name === undefined ? undefined : table[name];
  if (price === undefined) return null;
  return (tokens.input * price.input + tokens.output * price.output + tokens.cacheWrite * price.cacheWrite + tokens.cacheRead * price.cacheRead) / 1_000_000;
}
