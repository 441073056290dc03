import { customType } from 'drizzle-orm/pg-core';

/**
 * Postgres takes neither U+0000 nor lone surrogates, in text or in jsonb. Both are stored as U+001A and four hex digits, and U+001A
 * itself likewise, so that every string comes back as it was (rule P46).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const troublesome = /[\0\x1a]|\p{Surrogate}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const escaped = /\x1a([0-9a-f]{4})/g;

export function escapeText(text: string): string {
  return text.replace(troublesome, (unit) => `\x1a${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function unescapeText(text: string): string {
  return text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The same on JSON text, where `JSON.stringify` writes those characters as escapes: one pass covers values and keys at any depth. */
export function escapeJson(json: string): string {
  return json.replace(/\\(?:u(0000|001a|d[89a-f][0-9a-f]{2})|.)/g, (whole, code?: string) =>
    code === undefined ? whole : `\\u001a${code}`,
  );
}

export function unescapeJson(json: string): string {
  return json.replace(/\\(?:u001a([0-9a-f]{4})|.)/g, (whole, code?: string) => (code === undefined ? whole : `\\u${code}`));
}

/** A text column that returns any JavaScript string as it was given. */
export const losslessText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: escapeText,
  fromDriver: unescapeText,
});

/** A jsonb column that returns any JSON value as it was given; objects stay objects for SQL (`jsonb_typeof` = `object`). */
export const losslessJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => escapeJson(JSON.stringify(value)),
  fromDriver: (value) => {
    const json = JSON.stringify(value);
    return json.includes('\\u001a') ? JSON.parse(unescapeJson(json)) : value;
  },
});
