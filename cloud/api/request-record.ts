import { randomBytes } from 'node:crypto';
import type { Briefing } from '../../runtime/llm/tool-calling-client.ts';
import { canonicalJson, saltedDigest, sha256 } from '../store/canonical.ts';

export interface RequestRecord {
  /** The request as it was sent, as JSON: without keys, with a hash for the picture and a digest for each thinking. */
  readonly json: string;
  readonly image: Buffer | null;
}

/** What the decision log keeps of a request, apart from the decision itself. */
export function requestRecord(provider: string, model: string, briefing: Briefing, secrets: readonly string[]): RequestRecord {
  const image = briefing.image === null ? null : Buffer.from(briefing.image.base64, 'base64');
  const kept = {
    provider,
    model,
    briefing: {
      ...briefing,
      image: image === null ? null : { mediaType: briefing.image?.mediaType, sha256: sha256(image) },
      exchanges: briefing.exchanges.map((exchange) => ({ ...exchange, assistant: withoutThinking(exchange.assistant) })),
    },
  };
  return { json: scrub(canonicalJson(kept), secrets), image };
}

/** Keys of the providers we know, by their form; and any secret by its value. */
const keyForms = /\b(?:sk-[\w-]{16,}|AIza[\w-]{30,}|gsk_\w{20,}|xai-\w{20,})|(?<=\bBearer )[\w.~+/-]{16,}/g;

export function scrub(json: string, secrets: readonly string[]): string {
  const withoutValues = secrets
    .filter((secret) => secret.length >= 8)
    .reduce((text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), '[secret]'), json);
  return withoutValues.replace(keyForms, '[key]');
}

/** The provider's content with a digest for whatever is thinking in it, in any of the shapes in which providers send it. */
export function withoutThinking(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withoutThinking);
  if (content === null || typeof content !== 'object') return content;
  const { type } = content as { type?: unknown };
  if (typeof type === 'string' && /thinking|reasoning/.test(type)) return { type, thinking_digest: digest(content) };
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      /^(reasoning|reasoning_content|reasoning_details|thinking|signature)$/.test(name) && value !== null
        ? { thinking_digest: digest(value) }
        : withoutThinking(value),
    ]),
  );
}

/** Its salt is thrown away: it says that there was something, and that it was this one record's. */
function digest(value: unknown): string {
  return saltedDigest(randomBytes(16).toString('hex'), canonicalJson(value));
}
