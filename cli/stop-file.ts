import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StopSwitch } from '../runtime/ports.ts';
import type { Home } from './home.ts';

/** The stop switch of one episode is a file beside its journal, so that any process of this home can press it (rule S11). */
export function stopSwitch(home: Home, episodeId: string): StopSwitch & { press(): void; clear(): void } {
  const file = join(home.locks, `${episodeId}.stop`);
  return {
    pressed: () => existsSync(file),
    press: () => writeFileSync(file, ''),
    clear: () => rmSync(file, { force: true }),
  };
}
