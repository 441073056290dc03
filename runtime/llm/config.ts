import { z } from 'zod';
import { AppError } from '../../world/errors.ts';
import { efforts } from './capabilities.ts';
import { PriceTable, priceTable } from './prices.ts';
import type { ThinkingWish } from './thinking-mode.ts';

export interface ModelConfig {
  readonly apiKey: string;
  /** Null: the provider's own address. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly maxTokens: number;
  readonly thinking: ThinkingWish;
  /** For one decision, retries included. */
  readonly deadlineMs: number;
  readonly prices: PriceTable;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultModel = 'claude-sonnet-5-5';
const thinkingWishes = ['budget', 'adaptive', 'between_tools', 'off'] as const;

/** The settings as they are written; an empty one counts as left out. */
const Settings = z.object({
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: z.string().optional(),
  TAPWRIGHT_MODEL: z.string().optional(),
  MAX_TOKENS: wholeNumber('MAX_TOKENS', 256),
  THINKING_BUDGET_TOKENS: wholeNumber('THINKING_BUDGET_TOKENS', 1024),
  TAPWRIGHT_THINKING: oneOf('TAPWRIGHT_THINKING', thinkingWishes),
  TAPWRIGHT_EFFORT: oneOf('TAPWRIGHT_EFFORT', efforts),
  TAPWRIGHT_MODEL_DEADLINE_S: wholeNumber('TAPWRIGHT_MODEL_DEADLINE_S', 5),
  TAPWRIGHT_PRICES: z.string().optional().transform(readPrices),
});
type Settings = z.infer<typeof Settings>;

/**
 * Reads the settings of the Anthropic client. Throws `setting_invalid` naming the setting, what was found and what is wanted;
 * the key itself is never quoted (rule M2).
 */
export function readModelConfig(env: Environment, overrides: { readonly model?: string | undefined } = {}): ModelConfig {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).map((name) => [name, env[name]?.trim() === '' ? undefined : env[name]?.trim()]),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) throw new AppError('setting_invalid', parsed.error.issues.map(({ message }) => message).join('; '));
  const settings = parsed.data;
  if (settings.ANTHROPIC_API_KEY === undefined)
    throw new AppError('setting_invalid', 'ANTHROPIC_API_KEY is not set; set it to a key of the provider');
  // A key travels in a header; what a header cannot hold fails there with a message that quotes it.
  if (!/^[\x21-\x7e]+$/.test(settings.ANTHROPIC_API_KEY))
    throw new AppError('setting_invalid', 'ANTHROPIC_API_KEY holds spaces or characters that no key has; copy it again');
  const maxTokens = settings.MAX_TOKENS ?? 8_192;
  return {
    apiKey: settings.ANTHROPIC_API_KEY,
    baseUrl: baseUrlOf(settings),
    model: overrides.model ?? settings.TAPWRIGHT_MODEL ?? defaultModel,
    maxTokens,
    thinking: wishOf(settings, maxTokens),
    deadlineMs: (settings.TAPWRIGHT_MODEL_DEADLINE_S ?? 300) * 1_000,
    prices: { ...priceTable, ...settings.TAPWRIGHT_PRICES },
  };
}

function wishOf(
  { THINKING_BUDGET_TOKENS: tokens, TAPWRIGHT_THINKING: kind, TAPWRIGHT_EFFORT: level }: Settings,
  maxTokens: number,
): ThinkingWish {
  if (tokens !== undefined) checkBudget(tokens, maxTokens);
  const effort = level ?? null;
  switch (kind ?? (tokens !== undefined ? 'budget' : effort !== null ? 'adaptive' : 'off')) {
    case 'budget':
      if (tokens === undefined)
        throw new AppError(
          'setting_invalid',
          'TAPWRIGHT_THINKING is "budget" and THINKING_BUDGET_TOKENS is not set; set it to at least 1024',
        );
      return { kind: 'budget', tokens };
    case 'adaptive':
      return { kind: 'adaptive', effort };
    case 'between_tools':
      return { kind: 'between_tools' };
    case 'off':
      return { kind: 'off' };
  }
}

/** Rule A2: refused here, with the setting's name, before the provider can. */
export function checkBudget(budgetTokens: number, maxTokens: number): void {
  if (!Number.isInteger(budgetTokens) || budgetTokens < 1024)
    throw new AppError(
      'setting_invalid',
      `THINKING_BUDGET_TOKENS is ${budgetTokens}; give a whole number of at least 1024, or leave it out`,
    );
  if (budgetTokens >= maxTokens)
    throw new AppError(
      'setting_invalid',
      `THINKING_BUDGET_TOKENS is ${budgetTokens} and MAX_TOKENS is ${maxTokens}; give a budget below MAX_TOKENS, or raise MAX_TOKENS`,
    );
}

/** An address may hold a password, so what is wrong with it is said without quoting more than its beginning. */
function baseUrlOf({ ANTHROPIC_BASE_URL: text }: Settings): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const wanted = 'give the address of the service, such as https://api.anthropic.com, or leave it out';
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new AppError('setting_invalid', `ANTHROPIC_BASE_URL is no http address; ${wanted}`);
  if (url.username !== '' || url.password !== '')
    throw new AppError('setting_invalid', `ANTHROPIC_BASE_URL holds a user name or password; ${wanted}`);
  if (/\/v1\/?$/.test(url.pathname))
    throw new AppError('setting_invalid', `ANTHROPIC_BASE_URL is ${JSON.stringify(text)}; leave "/v1" at its end out`);
  return text;
}

function wholeNumber(name: string, least: number) {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least) return value;
      context.addIssue({
        code: 'custom',
        message: `${name} is ${JSON.stringify(text)}; give a whole number of at least ${least}, or leave it out`,
      });
      return z.NEVER;
    });
}

function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return z
    .string()
    .optional()
    .transform((text, context): T[number] | undefined => {
      const known = values.find((value) => value === text);
      if (text === undefined || known !== undefined) return known;
      context.addIssue({
        code: 'custom',
        message: `${name} is ${JSON.stringify(text)}; give one of ${values.join(', ')}, or leave it out`,
      });
      return z.NEVER;
    });
}

function readPrices(text: string | undefined, context: z.RefinementCtx): PriceTable | undefined {
  if (text === undefined) return undefined;
  const table = PriceTable.safeParse(parsedJson(text));
  if (table.success) return table.data;
  const wanted =
    'give a JSON object such as {"my-model":{"input":1,"output":5,"cacheWrite":1.25,"cacheRead":0.1}}, in US dollars for a million tokens';
  context.addIssue({ code: 'custom', message: `TAPWRIGHT_PRICES is ${JSON.stringify(text.slice(0, 60))}; ${wanted}` });
  return z.NEVER;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
