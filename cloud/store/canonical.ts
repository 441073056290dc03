import { createHash, createHmac } from 'node:crypto';

/** JSON with sorted keys and no spaces: equal values give equal text, whatever order their keys came in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Of a value: the hash of its canonical JSON. */
export function contentHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** What stands for a text whose home may be emptied later: without the salt it tells nothing about the text. */
export function saltedDigest(salt: string, text: string): string {
  return createHmac('sha256', salt).update(JSON.stringify(text)).digest('hex');
}
