import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Parser } from 'htmlparser2';
import { pageOf } from '../cli/commands/page.ts';
import { otherFormats } from './other-formats.ts';
import { rawNodes, samePlace, squashed, truthOf } from './raw-nodes.ts';

/** What a page costs and keeps, beside other formats, and how long it takes. Prints one object; exit code 1 when a target is missed. */

// Its ESM build wants a package that is not installed with it; the CommonJS build stands alone.
const { XMLParser } = createRequire(import.meta.url)('fast-xml-parser') as typeof import('fast-xml-parser');

interface Target {
  readonly name: string;
  readonly goal: string;
  readonly value: number;
  readonly met: boolean;
}

const pages = process.env.TAPWRIGHT_PAGES ?? '../shared/pages';
const read = (folder: string): { name: string; xml: string }[] =>
  readdirSync(join(pages, folder))
    .filter((name) => /\.(xml|uix)$/.test(name) && !/two_documents|truncated/.test(name))
    .sort()
    .map((name) => ({ name, xml: readFileSync(join(pages, folder, name), 'utf8') }));

const mean = (logs: readonly number[]): number => round(Math.exp(logs.reduce((sum, one) => sum + one, 0) / Math.max(1, logs.length)));
const round = (value: number): number => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const timed = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};
const tokens = (text: string): number => encode(text).length;

function android(): { figures: Record<string, unknown>; targets: Target[] } {
  const over: number[] = [];
  const against: number[] = [];
  const others = new Map<string, number[]>(Object.keys(otherFormats).map((name) => [name, []]));
  let [lostNodes, lostTexts, files] = [0, 0, 0];
  for (const { xml } of read('android')) {
    const truth = truthOf(xml);
    if (truth.actionable.length + truth.texts.length < 3) continue;
    files++;
    const page = pageOf(xml);
    const [raw, body] = [tokens(xml), tokens(page.body)];
    over.push(Math.log(body / tokens(truth.floor)));
    against.push(Math.log(raw / body));
    const nodes = rawNodes(xml).filter((node) => node.tag !== 'hierarchy');
    for (const [name, write] of Object.entries(otherFormats)) others.get(name)?.push(Math.log(raw / Math.max(1, tokens(write(nodes)))));
    const body1 = squashed(page.body);
    lostNodes += truth.actionable.filter(
      (one) => !page.elements.some((element) => element.actionable && samePlace(element.bounds, one.bounds)),
    ).length;
    lostTexts += truth.texts.filter((text) => !body1.includes(text)).length;
  }
  const tokensOverFloor = mean(over);
  const formats = Object.fromEntries([...others].map(([name, logs]) => [name, mean(logs)]));
  return {
    figures: {
      files,
      tokens_over_floor: tokensOverFloor,
      raw_over_tokens: { tapwright: mean(against), ...formats },
      lost_nodes: lostNodes,
      lost_texts: lostTexts,
    },
    targets: [
      { name: 'tokens over the floor', goal: '<= 1.3', value: tokensOverFloor, met: tokensOverFloor <= 1.3 },
      { name: 'actionable nodes lost', goal: '0', value: lostNodes, met: lostNodes === 0 },
      { name: 'visible texts lost', goal: '0', value: lostTexts, met: lostTexts === 0 },
    ],
  };
}

function ios(): Record<string, unknown> {
  const against = read('ios').map(({ xml }) => Math.log(tokens(xml) / Math.max(1, tokens(pageOf(xml).body))));
  return { files: against.length, raw_over_tokens: mean(against) };
}

const bareParse = (xml: string): void => new Parser({}, { xmlMode: true }).end(xml);

/** One pair is all pages once each way, one right after the other, so that a busy machine slows both alike. */
function speed(pairs: number): { figures: Record<string, unknown>; targets: Target[] } {
  const sources = read('android').map(({ xml }) => xml);
  const [whole, bare, other]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < pairs; i++) {
    for (const xml of sources) {
      bare.push(timed(() => bareParse(xml)));
      whole.push(timed(() => pageOf(xml)));
      other.push(timed(() => new XMLParser({ ignoreAttributes: false }).parse(xml)));
    }
  }
  const perPair = (times: readonly number[]): number[] =>
    Array.from({ length: pairs }, (_, i) => times.slice(i * sources.length, (i + 1) * sources.length).reduce((sum, one) => sum + one, 0));
  const [wholes, bares, others] = [perPair(whole), perPair(bare), perPair(other)];
  const overBare = round(median(wholes.map((time, i) => time / (bares[i] ?? 1))));
  const overOther = round(median(wholes.map((time, i) => time / (others[i] ?? 1))));
  const growth = round(timePerNode(5_000) / timePerNode(500));
  const large = rows(5_000, 300);
  const deep = `<hierarchy rotation="0">${'<node class="android.widget.FrameLayout" package="a" bounds="[0,0][1080,2000]">'.repeat(5_000)}<node class="android.widget.TextView" text="deep" bounds="[0,0][90,90]"/>${'</node>'.repeat(5_000)}</hierarchy>`;
  const [largeMs, deepMs] = [round(timed(() => pageOf(large))), round(timed(() => pageOf(deep)))];
  return {
    figures: {
      pairs,
      ms_for_all_pages: round(median(wholes)),
      over_bare_parse: overBare,
      over_fast_xml_parser: overOther,
      growth_500_to_5000: growth,
      mb_with_5000_cells: round(large.length / 1e6),
      large_ms: largeMs,
      deep_ms: deepMs,
    },
    targets: [
      { name: 'source to page over the bare parse', goal: '<= 3', value: overBare, met: overBare <= 3 },
      { name: 'source to page over fast-xml-parser', goal: '< 1', value: overOther, met: overOther < 1 },
      { name: 'time per node, 5,000 over 500 nodes', goal: '<= 2', value: growth, met: growth <= 2 },
      { name: 'ms for 2 MB and 5,000 cells', goal: '< 5000', value: largeMs, met: largeMs < 5_000 },
      { name: 'ms for a tree 5,000 deep', goal: '< 5000', value: deepMs, met: deepMs < 5_000 },
    ],
  };
}

function timePerNode(nodes: number): number {
  const xml = rows(nodes / 2, 0);
  const rounds = nodes > 1_000 ? 15 : 60;
  return median(Array.from({ length: rounds }, () => timed(() => pageOf(xml)))) / nodes;
}

function rows(count: number, padding: number): string {
  const extra = padding > 0 ? ` hint="${'x'.repeat(padding / 2)}"` : '';
  const row = (i: number): string => {
    const [top, bottom] = [i * 100, i * 100 + 100];
    return `<node class="android.widget.LinearLayout" package="a" clickable="true" bounds="[0,${top}][1080,${bottom}]"${extra}><node class="android.widget.TextView" package="a" text="Row ${i}" resource-id="a:id/title" bounds="[20,${top}][900,${bottom}]"/></node>`;
  };
  return `<hierarchy rotation="0" width="1080" height="2000"><node class="androidx.recyclerview.widget.RecyclerView" package="a" scrollable="true" bounds="[0,0][1080,2000]">${Array.from({ length: count }, (_, i) => row(i)).join('')}</node></hierarchy>`;
}

const kept = android();
const fast = speed(100);
const targets = [...kept.targets, ...fast.targets];
process.stdout.write(
  `${JSON.stringify({ bench: 'pages', figures: { android: kept.figures, ios: ios(), speed: fast.figures }, targets }, null, process.argv.includes('--json') ? undefined : 2)}\n`,
);
if (targets.some((target) => !target.met)) process.exitCode = 1;
