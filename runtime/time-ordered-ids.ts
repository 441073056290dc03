import { randomBytes } from 'node:crypto';
import type { Ids } from './ports.ts';

/** UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, then a counter within the millisecond, then chance. Ordered within this process. */
export function timeOrderedIds(now: () => number): Ids {
  let last = 0;
  let counter = 0;
  return {
    next: () => {
      const at = Math.max(now(), last);
      counter = at === last ? counter + 1 : 0;
      if (counter > 0xfff) throw new Error('more than 4096 ids in one millisecond');
      last = at;
      const time = at.toString(16).padStart(12, '0');
      const tail = randomBytes(8);
      tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
      const random = tail.toString('hex');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(0, 4)}-${random.slice(4)}`;
    },
  };
}
