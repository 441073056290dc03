import type { Page } from './page.ts';

/** Where we are now (seed 003). */
export interface WorldState {
  /** Such as `Settings › Network & internet`. */
  readonly currentPage: string;
  /** Package or bundle id; null when the source does not say. */
  readonly app: string | null;
  readonly fingerprint: string;
  /** The dialog over the page. */
  readonly dialog: string | null;
  readonly keyboard: Page['keyboard'];
  readonly loading: boolean;
  readonly notes: readonly string[];
}

export function worldStateOf(page: Page): WorldState {
  const { name, app, fingerprint, dialog, keyboard, loading, notes } = page;
  return { currentPage: name, app, fingerprint, dialog, keyboard, loading, notes };
}
