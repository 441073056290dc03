import type { Command } from 'commander';
import { judgeAction } from '../../world/judge-action.ts';
import { describeDiff, diffPages, isEmpty } from '../../world/page-diff.ts';
import { pageOf, readSource } from './page.ts';

export interface DiffOptions {
  readonly json?: boolean;
}

/** What changed from one page source to the next: the effect, as a judge that knows of no target sees it, and what was observed. */
export async function diffCommand(fileA: string, fileB: string, options: DiffOptions = {}): Promise<string> {
  const before = pageOf(await readSource(fileA));
  const after = pageOf(await readSource(fileB), before);
  const diff = diffPages(before, after);
  const { effect, judge } = judgeAction({ action: { name: 'back' }, before, after, target: null, failure: null, landed: true });
  const observed = describeDiff(diff);
  if (options.json !== true) return `${effect}: ${observed}`;
  const brief = (element: (typeof diff.appeared)[number]): object => ({ ref: element.ref, role: element.role, label: element.label });
  return JSON.stringify({
    effect,
    observed,
    judge,
    page: diff.page,
    appeared: diff.appeared.map(brief),
    gone: diff.gone.map(brief),
    changed: diff.changed.map((change) => ({ ...brief(change.after), what: change.words })),
    moved: diff.moved.map((change) => ({ ...brief(change.after), what: change.words })),
    keyboard: diff.keyboard,
    same: isEmpty(diff),
  });
}

export function registerDiff(program: Command): void {
  program
    .command('diff')
    .argument('<before>', 'a page source')
    .argument('<after>', 'a later one')
    .description('Show what changed between two page sources, and whether that is an effect')
    .option('--json', 'print one line of JSON')
    .action(async (before: string, after: string, options: DiffOptions) => {
      process.stdout.write(`${await diffCommand(before, after, options)}\n`);
    });
}
