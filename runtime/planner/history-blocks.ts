import { historyEntry, historyLine } from '../../world/history.ts';
import type { WorldEvent } from '../../world/world-event.ts';
import { screenSafe } from './screen-safe.ts';
import type { TokenCount } from './token-count.ts';

/** Entries that are folded away together: between two folds the blocks only grow at their end. */
export const entriesPerFold = 20;
/** The last entries always stay, whatever they cost. */
const alwaysKept = 10;

/**
 * The history as blocks that never change once written (rule A12): the opening tag, then one entry each. When the entries
 * cost more than `budget` tokens the oldest are folded, always a multiple of `entriesPerFold`, into one line that says what was
 * left out; only there does the prefix change. The closing tag stands in the tail.
 */
export function historyBlocks(history: readonly WorldEvent[], budget: number, count: TokenCount): string[] {
  const lines = history.map((event) => screenSafe(historyLine(historyEntry(event))));
  const folded = foldedEntries(lines, budget, count);
  return ['<history>', ...(folded === 0 ? [] : [foldLine(history.slice(0, folded))]), ...lines.slice(folded)];
}

function foldedEntries(lines: readonly string[], budget: number, count: TokenCount): number {
  const costs = lines.map(count);
  let cost = costs.reduce((sum, each) => sum + each, 0);
  let folded = 0;
  while (cost > budget && folded + entriesPerFold <= lines.length - alwaysKept) {
    cost -= costs.slice(folded, folded + entriesPerFold).reduce((sum, each) => sum + each, 0);
    folded += entriesPerFold;
  }
  return folded;
}

/** Counts and the pages, from recorded facts only: `… 40 earlier actions left out: 37 worked, on "Home", "Settings"`. */
function foldLine(events: readonly WorldEvent[]): string {
  const worked = events.filter(({ success }) => success).length;
  const pages = [...new Set(events.map((event) => historyEntry(event).page))];
  const named = pages.slice(-8).map((page) => JSON.stringify(page));
  const more = pages.length > named.length ? ` and ${pages.length - named.length} other pages` : '';
  return screenSafe(`… ${events.length} earlier actions left out: ${worked} worked, on ${named.join(', ')}${more}`);
}
