/** Which thinking requests a model takes (Models API, `capabilities.thinking.types`). */
export interface ThinkingTypes {
  readonly adaptive: boolean;
  readonly enabled: boolean;
  readonly disabled: boolean;
}

export type ThinkingMode =
  | { readonly kind: 'adaptive'; readonly effort: 'low' | 'medium' | 'high' | null }
  | { readonly kind: 'enabled'; readonly budgetTokens: number }
  /** Thinking said to be off, where the model takes that. */
  | { readonly kind: 'disabled' }
  /** Nothing said about thinking at all. */
  | { readonly kind: 'none' };

/**
 * What is known of models when the Models API does not say (rule A1): the beginning of the name, newest knowledge first.
 * From generation 4.7 on `enabled` is refused; 4.6 takes both; older ones take a budget only.
 */
const builtIn: readonly (readonly [RegExp, ThinkingTypes])[] = [
  [/^claude-(opus|sonnet)-4-6/, { adaptive: true, enabled: true, disabled: true }],
  [/^claude-(opus-4-7|opus-4-8|(opus|sonnet|haiku|fable|mythos)-5|mythos-preview)/, { adaptive: true, enabled: false, disabled: false }],
  [/^claude-(opus|sonnet|haiku)-4/, { adaptive: false, enabled: true, disabled: true }],
];

export const noThinking: ThinkingTypes = { adaptive: false, enabled: false, disabled: false };

export function builtInThinking(model: string): ThinkingTypes {
  return builtIn.find(([name]) => name.test(model))?.[1] ?? noThinking;
}

/** The way to ask for the wish that this model takes, and why it is not the wish itself when it is not (rule A1). */
export function chooseThinking(budgetTokens: number | null, types: ThinkingTypes): { readonly mode: ThinkingMode; readonly downgraded: string | null } {
  if (budgetTokens === null) return { mode: types.disabled ? { kind: 'disabled' } : { kind: 'none' }, downgraded: null };
  if (types.adaptive) return { mode: { kind: 'adaptive', effort: effortFor(budgetTokens) }, downgraded: null };
  if (types.enabled) return { mode: { kind: 'enabled', budgetTokens }, downgraded: null };
  return { mode: { kind: 'none' }, downgraded: 'this model does not think in a way that can be asked for' };
}

/** The other way, after a 400 that says the first is not supported; null when there is none. */
export function otherMode(mode: ThinkingMode, budgetTokens: number | null): ThinkingMode {
  if (mode.kind === 'enabled') return { kind: 'adaptive', effort: effortFor(budgetTokens ?? 0) };
  if (mode.kind === 'adaptive' && budgetTokens !== null) return { kind: 'enabled', budgetTokens };
  return { kind: 'none' };
}

function effortFor(budgetTokens: number): 'low' | 'medium' | 'high' {
  if (budgetTokens <= 2_048) return 'low';
  return budgetTokens <= 8_192 ? 'medium' : 'high';
}
