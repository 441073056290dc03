import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dismissPostmaster } from './postmaster.ts';

const note = 'home';

/** Notes in a cluster's place outside the home which home it belongs to. */
export function noteHome(place: string, home: string): void {
  if (!existsSync(path.join(place, note))) writeFileSync(path.join(place, note), home, { mode: 0o600 });
}

/**
 * Removes the clusters of homes that were temporary and are gone, and ends the servers that were left on them. Other homes that are not
 * there may lie on a disk that is not mounted: their clusters stay.
 */
export function sweepClusters(places: string): void {
  for (const name of readdirSync(places)) {
    const place = path.join(places, name);
    const home = read(path.join(place, note));
    if (home === null || !isTemporary(home) || existsSync(home)) continue;
    dismissPostmaster(path.join(place, 'data'), 'SIGQUIT');
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

export function isTemporary(home: string): boolean {
  return home.startsWith(realpathSync(tmpdir()) + path.sep);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
