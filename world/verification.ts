import type { EventOf } from './episode-event.ts';

/** In words what stands behind a claim of success. The model's word alone is "not verified", whatever it claims. */
export function verificationInWords({ verifiedBy, passed, detail }: EventOf<'episode.verified'>): string {
  if (verifiedBy === 'model') return `not verified: ${detail}`;
  return `${passed ? 'verified' : 'not confirmed'} by ${verifiedBy}: ${detail}`;
}
