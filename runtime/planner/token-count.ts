/** Tokens of a text, estimated: what the provider counts is the truth (rule A13). */
export type TokenCount = (text: string) => number;

let loaded: Promise<TokenCount> | null = null;

/** The estimate by gpt-tokenizer. Loaded at the first use, because its tables take most of a second. */
export function tokenCount(): Promise<TokenCount> {
  loaded ??= import('gpt-tokenizer').then(({ countTokens }) => {
    // What looks like a special token in a page is text like any other.
    const plain = { disallowedSpecial: new Set<string>() };
    return (text) => countTokens(text, plain);
  });
  return loaded;
}

/** Four characters a token: good enough to decide nothing but how long something roughly is. */
export const roughTokenCount: TokenCount = (text) => Math.ceil(text.length / 4);
