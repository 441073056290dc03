import { z } from 'zod';
import { AppError } from '../../world/errors.ts';

export interface ModelConfig {
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly model: string;
  readonly maxTokens: number;
  /** Seed 003's `thinking_budget_tokens`: the wish; null leaves thinking off. */
  readonly thinkingBudgetTokens: number | null;
  /** For one decision, retries included. */
  readonly deadlineMs: number;
}

const defaultModel = 'claude-sonnet-5-5';

const wholeNumber = (name: string, least: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return undefined;
      const value = Number(text);
      if (Number.isInteger(value) && value >= least) return value;
      context.addIssue({ code: 'custom', message: `${name} is ${JSON.stringify(text)}; give a whole number of at least ${least}, or leave it out` });
      return z.NEVER;
    });

const Environment = z.object({
  ANTHROPIC_API_KEY: z.string().trim().min(1, 'ANTHROPIC_API_KEY is not set; set it to a key of the provider').default(''),
  ANTHROPIC_BASE_URL: z
    .string()
    .optional()
    .refine((text) => text === undefined || text === '' || URL.canParse(text), { error: ({ input }) => `ANTHROPIC_BASE_URL is ${JSON.stringify(input)}; give an address, or leave it out` }),
  TAPWRIGHT_MODEL: z.string().optional(),
  THINKING_BUDGET_TOKENS: wholeNumber('THINKING_BUDGET_TOKENS', 1024),
  MAX_TOKENS: wholeNumber('MAX_TOKENS', 256),
});

/**
 * Reads the settings of the Anthropic client. Throws `setting_invalid` naming the setting, what was found and what is wanted;
 * the key itself is never quoted.
 */
export function readModelConfig(env: Readonly<Record<string, string | undefined>>, overrides: { readonly model?: string | undefined } = {}): ModelConfig {
  if ((env.ANTHROPIC_API_KEY ?? '').trim() === '') throw new AppError('setting_invalid', 'ANTHROPIC_API_KEY is not set; set it to a key of the provider');
  const parsed = Environment.safeParse(env);
  if (!parsed.success) throw new AppError('setting_invalid', parsed.error.issues[0]?.message ?? 'a model setting is not valid');
  const { data } = parsed;
  const config: ModelConfig = {
    apiKey: data.ANTHROPIC_API_KEY,
    baseUrl: data.ANTHROPIC_BASE_URL === undefined || data.ANTHROPIC_BASE_URL === '' ? null : data.ANTHROPIC_BASE_URL,
    model: overrides.model ?? (data.TAPWRIGHT_MODEL === undefined || data.TAPWRIGHT_MODEL === '' ? defaultModel : data.TAPWRIGHT_MODEL),
    maxTokens: data.MAX_TOKENS ?? 8_192,
    thinkingBudgetTokens: data.THINKING_BUDGET_TOKENS ?? null,
    deadlineMs: 300_000,
  };
  checkBudget(config);
  return config;
}

/** Rule A2: refused here, with the setting's name, before the provider can. */
export function checkBudget({ thinkingBudgetTokens, maxTokens }: Pick<ModelConfig, 'thinkingBudgetTokens' | 'maxTokens'>): void {
  if (thinkingBudgetTokens === null) return;
  if (!Number.isInteger(thinkingBudgetTokens) || thinkingBudgetTokens < 1024) {
    throw new AppError('setting_invalid', `THINKING_BUDGET_TOKENS is ${thinkingBudgetTokens}; give a whole number of at least 1024, or leave it out`);
  }
  if (thinkingBudgetTokens >= maxTokens) {
    throw new AppError('setting_invalid', `THINKING_BUDGET_TOKENS is ${thinkingBudgetTokens} and MAX_TOKENS is ${maxTokens}; the budget must be below it`);
  }
}
