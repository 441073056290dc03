import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { AppError } from '../../world/errors.ts';
import type { Observation } from '../../world/observation.ts';
import type { Page } from '../../world/page.ts';
import { parsePageSource } from '../../world/page-source.ts';
import { see } from '../../world/see.ts';

/** The text of a page source; `file_unreadable` when there is none under that name. */
export async function readSource(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new AppError('file_unreadable', `${JSON.stringify(file)} cannot be read (${code}); wanted a page source`, { cause });
  }
}

/** The page of a page source as if it had just been observed. Throws an AppError `source_…` for what is not one page. */
export function pageOf(source: string, previous: Page | null = null): Page {
  const parsed = parsePageSource(source);
  if (!parsed.ok) throw new AppError(parsed.code, parsed.message);
  const { tree } = parsed;
  const observation: Observation = {
    kind: 'observation',
    platform: tree.platform,
    tree,
    size: tree.size ?? { width: 0, height: 0 },
    rotation: tree.rotation ?? 0,
    scale: 1,
    focusedApp: null,
    keyboard: 'unknown',
    source: { sha256: '0'.repeat(64), mediaType: 'application/xml', bytes: Buffer.byteLength(source) },
    screenshot: null,
  };
  return see(previous, observation);
}

export interface PageOptions {
  readonly json?: boolean;
  readonly tokens?: boolean;
}

/** What the planner would see of a page source: as text, as one line of JSON, or counted in tokens (o200k). */
export async function pageCommand(file: string, options: PageOptions = {}): Promise<string> {
  const source = await readSource(file);
  const page = pageOf(source);
  if (options.json === true) return JSON.stringify(await pageJson(page));
  if (options.tokens === true) {
    const count = await tokenCounter();
    const [body, raw] = [count(page.body), count(source)];
    return `${body} tokens (page source: ${raw}, ${(raw / Math.max(1, body)).toFixed(1)} times as many)`;
  }
  const facts = [`Page: ${page.name}${page.app === null ? '' : ` (${page.app})`}`, ...page.notes.map((note) => `Note: ${note}`)];
  return [...facts, '', page.body, ...page.leftOut.map((words) => `… ${words}`)].join('\n');
}

async function pageJson(page: Page): Promise<object> {
  const count = await tokenCounter();
  return {
    name: page.name,
    app: page.app,
    elements: page.elements
      .filter((one) => one.actionable)
      .map(({ ref, role, label, value, states, bounds, covered }) => ({
        ref,
        role,
        label,
        ...(value === undefined ? {} : { value }),
        states,
        bounds,
        ...(covered === undefined ? {} : { covered }),
      })),
    left_out: page.leftOut,
    prompt: page.body,
    tokens: count(page.body),
  };
}

/** Loaded only when asked for: the vocabulary takes a while. */
async function tokenCounter(): Promise<(text: string) => number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => encode(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;
}

export function registerPage(program: Command): void {
  program
    .command('page')
    .argument('<file>', 'a page source: UiAutomator dump, Appium UiAutomator2 or XCUITest')
    .description('Show what the planner would see of a page source')
    .option('--json', 'print one line of JSON')
    .option('--tokens', 'print how many tokens the page takes')
    .action(async (file: string, options: PageOptions) => {
      process.stdout.write(`${await pageCommand(file, options)}\n`);
    });
}
