import { z } from 'zod';
import type { Usage } from '../../world/tool-call-decision.ts';

const dollars = z.number().nonnegative();
const Rates = z.strictObject({ input: dollars, output: dollars, cacheWrite: dollars, cacheRead: dollars });

/** US dollars for a million tokens, by the model's exact id. `over` replaces them for prompts longer than so many tokens. */
const Price = Rates.extend({ over: z.strictObject({ tokens: z.number().int().positive(), rates: Rates }).optional() });
export const PriceTable = z.record(z.string(), Price);
export type PriceTable = Readonly<z.infer<typeof PriceTable>>;

/** Cache writes (five minutes) cost 1.25 times the input; what a read costs differs. */
const rates = (input: number, output: number, read = 0.1): z.infer<typeof Rates> => ({
  input,
  output,
  cacheWrite: input * 1.25,
  cacheRead: input * read,
});

/** List prices as read on 2026-11-30. A model that is not here costs an unknown amount, never 0; a table of one's own goes in front. */
export const priceTable: PriceTable = {
  'claude-fable-5-1': rates(10, 50, 0.025),
  'claude-mythos-5-1': rates(10, 50, 0.025),
  'claude-fable-5': rates(10, 50),
  'claude-mythos-5': rates(10, 50),
  'claude-opus-5-5': rates(4, 20, 0.05),
  'claude-opus-5': rates(5, 25),
  'claude-opus-4-8': rates(5, 25),
  'claude-opus-4-7': rates(5, 25),
  'claude-opus-4-6': rates(5, 25),
  'claude-opus-4-5': rates(5, 25),
  'claude-opus-4-1': rates(15, 75),
  'claude-sonnet-5-5': rates(2, 10, 0.05),
  'claude-sonnet-5': rates(2, 10),
  'claude-sonnet-4-6': rates(3, 15),
  'claude-sonnet-4-5': rates(3, 15),
  'claude-haiku-5-5': { ...rates(0.1, 0.5), over: { tokens: 100_000, rates: rates(0.5, 2.5) } },
  'claude-haiku-4-5': rates(1, 5),
  // The rehearsal models are this program's own.
  'rehearsal-0': rates(0, 0),
  'rehearsal-1': rates(0, 0),
  'rehearsal-plain': rates(0, 0),
};

/** The cost of these tokens in US dollars, or null when the model's price is not known. An id may carry a date: `claude-haiku-4-5-20251001`. */
export function costOf(model: string, tokens: Omit<Usage, 'costUsd'>, table: PriceTable = priceTable): number | null {
  const price = table[model] ?? table[model.replace(/-\d{8}$/, '')];
  if (price === undefined) return null;
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const { input, output, cacheWrite, cacheRead } = price.over !== undefined && prompt > price.over.tokens ? price.over.rates : price;
  return (tokens.input * input + tokens.output * output + tokens.cacheWrite * cacheWrite + tokens.cacheRead * cacheRead) / 1_000_000;
}
