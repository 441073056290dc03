import type { Episode } from '../../world/episode.ts';
import { historyEntry } from '../../world/history.ts';
import { nudges } from '../assess.ts';
import type { Briefing, Exchange } from '../llm/tool-calling-client.ts';
import { toolOffers } from '../tools/tool-offers.ts';
import { PROMPT_VERSION, systemPrompt } from './prompts.ts';

/** History entries per block. A full block never changes again, so a provider can cache up to its end. */
const entriesPerBlock = 8;

export interface BriefingOptions {
  /** Chance, new for each request: the page's marker (rule S1). */
  readonly token: string;
  readonly exchanges: readonly Exchange[];
  readonly image?: Briefing['image'];
}

/** The request for the next decision, laid out as docs/prompt-format.md says. Pure. */
export function brief(episode: Episode, { token, exchanges, image = null }: BriefingOptions): Briefing {
  return {
    system: systemPrompt(episode),
    tools: toolOffers(episode),
    goal: `<goal>\n${episode.goal}\n</goal>`,
    history: historyBlocks(episode),
    tail: tailOf(episode, token),
    image,
    exchanges: [...exchanges],
    about: {
      taskId: episode.taskId,
      episodeId: episode.episodeId,
      seq: episode.lastSeq + 1,
      step: episode.asked ? episode.step : episode.step + 1,
      page: episode.page?.name ?? 'unknown',
      observationHash: episode.observationHash,
      promptVersion: PROMPT_VERSION,
      shadow: false,
    },
  };
}

/** The opening tag and the first entries are the first block; the closing tag stands in the tail, which is allowed to change. */
function historyBlocks({ history }: Episode): string[] {
  const lines = history.map((event) => JSON.stringify(historyEntry(event)));
  const blocks = ['<history>'];
  for (let i = 0; i < lines.length; i += entriesPerBlock) blocks.push(lines.slice(i, i + entriesPerBlock).join('\n'));
  return blocks;
}

function tailOf(episode: Episode, token: string): string {
  const { plan, page } = episode;
  const lines = ['</history>', '<tail>'];
  if (plan !== null)
    lines.push(`Plan (revision ${plan.revision}): ${plan.todos.map((todo) => `[${todo.status}] ${oneLine(todo.content)}`).join('; ')}`);
  for (const nudge of nudges(episode)) lines.push(`Note: ${oneLine(nudge)}`);
  if (episode.reminder !== null) lines.push(`Note: ${oneLine(episode.reminder)}`);
  if (page === null) lines.push('Page: null');
  else {
    const { name, app, keyboard, dialog, notes, leftOut } = page;
    const marker = `page-${token}`;
    lines.push(`Page: ${JSON.stringify({ name, app, keyboard, dialog, notes: [...notes, ...leftOut] }).replaceAll(token, '')}`);
    lines.push(`<${marker}>`, page.body.replaceAll(token, ''), `</${marker}>`);
  }
  lines.push('</tail>');
  return lines.join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
