import { createHash, createHmac } from 'node:crypto';
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages/messages.js';

/** Not a secret of anybody: it only has to be out of a client's reach by accident. Fixed, so that a restarted stand-in knows its own blocks. */
const secret = 'tapwright rehearsal signature';

const mac = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');

/** What a block is bound to: the messages before it. Where the cache marks stand does not matter, as with the providers. */
export function conversationDigest(messages: readonly MessageParam[]): string {
  const text = JSON.stringify(messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** The signature of a thinking block that shows `shown` (empty when it is omitted) of what was thought. */
export function sign(shown: string, thought: string, conversation: string): string {
  const content = mac(`thought ${thought}`).slice(0, 16);
  return Buffer.from(`v1.${conversation}.${content}.${mac(`${conversation}.${content}.${shown}`)}`).toString('base64');
}

/** Whether the block came from here and comes back unchanged in the conversation it was made in. */
export function checkSignature(shown: string, signature: string, conversation: string): 'good' | 'modified' | 'elsewhere' {
  const [version, bound, content, code] = Buffer.from(signature, 'base64').toString('utf8').split('.');
  if (version !== 'v1' || bound === undefined || content === undefined || code !== mac(`${bound}.${content}.${shown}`)) return 'modified';
  return bound === conversation ? 'good' : 'elsewhere';
}
