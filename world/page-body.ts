import type { Group } from './page-groups.ts';
import type { Item, Outline } from './page-outline.ts';
import type { ListCount } from './page-rows.ts';

/** The lines of docs/prompt-format.md. `refs` runs beside `items`. */
export function writeBody(items: readonly Item[], refs: readonly string[], outline: Outline): string {
  const lines: string[] = [];
  let open = -1;
  let last = '';
  const keys: string[] = [];
  for (const [i, item] of items.entries()) {
    if (isCharacterKey(item, outline)) {
      keys.push(item.label);
      continue;
    }
    if (item.group !== open) {
      open = item.group;
      const heading = headingOf(outline.groups[open]);
      lines.push(heading);
      last = heading;
    }
    if (item.kind === 'text') {
      if (endsWithWords(last, item.label)) continue;
      lines.push(`- ${item.label}`);
      last = item.label;
    } else {
      const line = elementLine(item, refs[i] ?? '', outline.lists.get(item.node));
      lines.push(line);
      last = item.kind === 'scroller' ? '' : line;
    }
  }
  if (keys.length > 0) lines.push(`… ${keys.length} character keys: ${keys.join(' ')}`);
  return lines.join('\n');
}

/** Keys that write one character: typing does not need them one by one. */
const isCharacterKey = (item: Item, outline: Outline): boolean =>
  outline.groups[item.group]?.kind === 'keyboard' && item.kind !== 'scroller' && item.value === '' && [...item.label].length === 1;

const headingOf = (group: Group | undefined): string =>
  group === undefined ? '# page' : `# ${group.kind}${group.label === '' ? '' : `: ${group.label}`}`;

/** The text was just written: as a label, a value, or a heading. */
const endsWithWords = (line: string, text: string): boolean =>
  line === text || line.endsWith(`: ${text}`) || line.endsWith(` = ${text}`) || line.includes(`: ${text} = `);

function elementLine(item: Item, ref: string, count: ListCount | undefined): string {
  const states = item.covered === null ? item.states : [...item.states, 'covered'];
  const head = [ref, item.role, ...states].join(' ');
  const label = [item.label, item.kind === 'scroller' ? countWords(count) : ''].filter((text) => text !== '').join(', ');
  const hint = item.hint === '' || item.value !== '' ? '' : ` (${item.hint})`;
  const value = item.value === '' ? '' : ` = ${item.value}`;
  return `${head}${label === '' ? '' : `: ${label}${hint}`}${value}`;
}

function countWords(count: ListCount | undefined): string {
  if (count === undefined) return '';
  const [before, after] = count.sideways ? ['to the left', 'to the right'] : ['above', 'below'];
  const words: string[] = [];
  if (count.above > 0) words.push(`${count.above} ${rowWord(count.above)} more ${before}`);
  if (count.cut > 0) words.push(`${count.cut} ${rowWord(count.cut)} more on screen, not shown`);
  if (count.below > 0) words.push(`${count.below} ${rowWord(count.below)} more ${after}`);
  else if (count.above > 0) words.push('end');
  return words.join(', ');
}

const rowWord = (count: number): string => (count === 1 ? 'row' : 'rows');
