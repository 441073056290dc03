import { unescapeXml } from './source-facts.ts';

/** Where `{{secret:name}}` gets its value. Values leave this folder only towards the device (rule S7). */
export interface SecretSource {
  /** Null when no secret has this name. */
  resolve(name: string): string | null;
  /** All names, where they can be listed: their values are then scrubbed even before their first use. */
  names?(): readonly string[];
}

export const noSecrets: SecretSource = { resolve: () => null, names: () => [] };

const reference = /\{\{secret:([A-Za-z0-9_.-]{1,80})\}\}/g;

/** The names of all secrets a text refers to. */
export function secretNames(text: string): string[] {
  return [...text.matchAll(reference)].map((match) => match[1] ?? '');
}

/** The attributes of a page source that carry what a person sees; Android's and iOS's. */
const seenAttribute = /\b(text|content-desc|hint|value|label|name|placeholderValue|error|tooltip-text)="([^"]*)"/g;

/** Shorter values stand for too much else; they are scrubbed only where they are all that stands there. */
const shortest = 4;

/** Puts secrets in, and takes them out of everything that comes back. */
export class SecretKeeper {
  readonly #source: SecretSource;
  readonly #used = new Map<string, string>();

  constructor(source: SecretSource) {
    this.#source = source;
  }

  /** The text with its references replaced, whether there were any, or the first name that is not known. */
  reveal(text: string): { readonly text: string; readonly secret: boolean } | { readonly unknown: string } {
    let unknown: string | null = null;
    let secret = false;
    const revealed = text.replace(reference, (whole, name: string) => {
      const value = this.#source.resolve(name);
      if (value === null) {
        unknown ??= name;
        return whole;
      }
      secret = true;
      this.#used.set(name, value);
      return value;
    });
    return unknown === null ? { text: revealed, secret } : { unknown };
  }

  /** The text with every known value replaced by its reference. */
  scrub(text: string): string {
    return this.#known().reduce((clean, [name, value]) => replace(clean, name, value), text);
  }

  /** A page source with every known value replaced where it is shown. `found`: there was one. */
  scrubSource(source: string): { readonly source: string; readonly found: boolean } {
    const known = this.#known();
    if (known.length === 0) return { source, found: false };
    let found = false;
    const clean = source.replace(seenAttribute, (whole, attribute: string, escaped: string) => {
      // Compared as read: a value may be escaped in more than one way.
      const shown = unescapeXml(escaped);
      const scrubbed = known.reduce((text, [name, value]) => replace(text, name, value), shown);
      if (scrubbed === shown) return whole;
      found = true;
      return `${attribute}="${escapeXml(scrubbed)}"`;
    });
    return { source: clean, found };
  }

  /** Longest values first, so that one inside another does not leave a rest. */
  #known(): readonly (readonly [string, string])[] {
    const all = new Map(this.#used);
    for (const name of this.#source.names?.() ?? []) {
      const value = this.#source.resolve(name);
      if (value !== null) all.set(name, value);
    }
    return [...all].filter(([, value]) => value !== '').sort(([, a], [, b]) => b.length - a.length);
  }
}

function replace(text: string, name: string, value: string): string {
  if (value.length >= shortest) return text.replaceAll(value, () => `{{secret:${name}}}`);
  return text === value ? `{{secret:${name}}}` : text;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
