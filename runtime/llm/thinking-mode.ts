import type { Capabilities, Effort } from './capabilities.ts';

/** How the user wants the model to think (seed 003's `thinking_budget_tokens`, and more). */
export type ThinkingWish =
  | { readonly kind: 'off' }
  | { readonly kind: 'budget'; readonly tokens: number }
  | { readonly kind: 'adaptive'; readonly effort: Effort | null }
  | { readonly kind: 'between_tools' };

/** How a request asks for it. */
export type ThinkingMode =
  | { readonly kind: 'adaptive'; readonly effort: Effort | null }
  | { readonly kind: 'enabled'; readonly budgetTokens: number }
  | { readonly kind: 'between_tools' }
  /** Said to be off, where the model takes that. */
  | { readonly kind: 'disabled' }
  /** Nothing is said; a model that always thinks is at least asked for little. */
  | { readonly kind: 'none'; readonly effort: Effort | null };

export interface ChosenMode {
  readonly mode: ThinkingMode;
  /** Why it is not the wish itself; null when it is. */
  readonly downgraded: string | null;
}

const unspoken: ThinkingMode = { kind: 'none', effort: null };
const leastBudget = 1_024;

/** The wish in the form that this model takes: adaptive with effort, else a budget, else none (rule A1). An unsupported wish is never sent. */
export function chooseThinking(wish: ThinkingWish, { thinking, efforts }: Pick<Capabilities, 'thinking' | 'efforts'>): ChosenMode {
  switch (wish.kind) {
    case 'off':
      if (thinking.disabled) return as({ kind: 'disabled' });
      return thinking.adaptive
        ? as({ kind: 'none', effort: nearest('low', efforts) }, 'this model always thinks; it is asked for little')
        : as(unspoken);
    case 'budget':
      if (thinking.adaptive) {
        const effort = nearest(effortFor(wish.tokens), efforts);
        return as(
          { kind: 'adaptive', effort },
          `this model takes no budget; asked for adaptive thinking with ${effort ?? 'no'} effort instead`,
        );
      }
      return thinking.enabled
        ? as({ kind: 'enabled', budgetTokens: wish.tokens })
        : as(unspoken, 'this model does not think in a way that can be asked for');
    case 'adaptive':
      if (thinking.adaptive) {
        const effort = wish.effort === null ? null : nearest(wish.effort, efforts);
        return as(
          { kind: 'adaptive', effort },
          effort === wish.effort ? null : `this model does not take effort ${wish.effort}; asked for ${effort ?? 'none'}`,
        );
      }
      return thinking.enabled
        ? as({ kind: 'enabled', budgetTokens: budgetFor(wish.effort) }, 'this model takes a budget only')
        : as(unspoken, 'this model does not think in a way that can be asked for');
    case 'between_tools':
      if (thinking.betweenTools) return as({ kind: 'between_tools' });
      return { ...chooseThinking({ kind: 'off' }, { thinking, efforts }), downgraded: 'this model has no thinking between tools' };
  }
}

/** The other way, after the provider said that the first is not supported (rule A1). */
export function otherMode(mode: ThinkingMode): ThinkingMode {
  switch (mode.kind) {
    case 'enabled':
      return { kind: 'adaptive', effort: effortFor(mode.budgetTokens) };
    case 'adaptive':
      return { kind: 'enabled', budgetTokens: budgetFor(mode.effort) };
    case 'between_tools':
    case 'disabled':
    case 'none':
      return unspoken;
  }
}

function as(mode: ThinkingMode, downgraded: string | null = null): ChosenMode {
  return { mode, downgraded };
}

function effortFor(budgetTokens: number): Effort {
  if (budgetTokens <= 2_048) return 'low';
  if (budgetTokens <= 8_192) return 'medium';
  return budgetTokens <= 32_768 ? 'high' : 'xhigh';
}

function budgetFor(effort: Effort | null): number {
  const budgets = { low: leastBudget, medium: 4_096, high: 16_384, xhigh: 32_768, max: 49_152 } as const;
  return budgets[effort ?? 'low'];
}

/** The wished level, else the nearest below it, else the lowest there is; null when the model takes none. */
function nearest(wished: Effort, taken: readonly Effort[]): Effort | null {
  const order: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
  const below = order.slice(0, order.indexOf(wished) + 1).reverse();
  return below.find((level) => taken.includes(level)) ?? order.find((level) => taken.includes(level)) ?? null;
}
