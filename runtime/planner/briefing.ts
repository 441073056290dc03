import type { Episode } from '../../world/episode.ts';
import type { Page } from '../../world/page.ts';
import { oneLine, wellFormed } from '../../world/text-line.ts';
import { nudges } from '../assess.ts';
import type { Briefing } from '../llm/tool-calling-client.ts';
import { toolOffers } from '../tools/tool-offers.ts';
import { historyBlocks } from './history-blocks.ts';
import { PROMPT_VERSION, systemPrompt } from './prompts.ts';
import { screenSafe, withoutToken } from './screen-safe.ts';
import { roughTokenCount, type TokenCount } from './token-count.ts';

export interface BriefingOptions {
  /** Letters and digits by chance, new for each request: the suffix of the page's marker (rule S1). */
  readonly token: string;
  readonly image?: Briefing['image'];
  /** What else the next decision has to know, a line each. */
  readonly notes?: readonly string[];
  readonly budget?: TokenBudget;
  readonly count?: TokenCount;
}

/** What the growing parts of a request may cost, in tokens. Goal, plan, the last steps and the page are always there. */
export interface TokenBudget {
  readonly history: number;
  readonly page: number;
}

export const defaultBudget: TokenBudget = { history: 2_400, page: 8_000 };

/** The request for the next decision, laid out as docs/prompt-format.md says. Pure: all but the tail is the same for the same history. */
export function brief(
  episode: Episode,
  { token, image = null, notes = [], budget = defaultBudget, count = roughTokenCount }: BriefingOptions,
): Briefing {
  const { taskId, episodeId, lastSeq, observationHash, page } = episode;
  return {
    system: systemPrompt(episode),
    tools: toolOffers(episode),
    goal: `<goal>\n${wellFormed(episode.goal)}\n</goal>`,
    history: historyBlocks(episode.history, budget.history, count),
    tail: tailOf(episode, { token, notes, pageTokens: budget.page, count }),
    image,
    exchanges: [],
    about: {
      taskId,
      episodeId,
      seq: lastSeq + 1,
      step: episode.asked ? episode.step : episode.step + 1,
      page: page?.name ?? 'unknown',
      observationHash,
      promptVersion: PROMPT_VERSION,
      shadow: false,
    },
  };
}

interface TailOptions {
  readonly token: string;
  readonly notes: readonly string[];
  readonly pageTokens: number;
  readonly count: TokenCount;
}

function tailOf(episode: Episode, { token, notes, pageTokens, count }: TailOptions): string {
  const { plan, page } = episode;
  const said = [...nudges(episode), ...notes].map((note) => `Note: ${oneLine(note)}`);
  return [
    '</history>',
    '<tail>',
    ...(plan === null
      ? []
      : [`Plan (revision ${plan.revision}): ${plan.todos.map(({ status, content }) => `[${status}] ${oneLine(content)}`).join('; ')}`]),
    ...said,
    ...(page === null ? ['Page: null'] : pageLines(page, token, pageTokens, count)),
    '</tail>',
  ].join('\n');
}

function pageLines({ name, app, keyboard, dialog, notes, body }: Page, token: string, budget: number, count: TokenCount): string[] {
  return [
    `Page: ${screenSafe(withoutToken(JSON.stringify({ name, app, keyboard, dialog, notes }), token))}`,
    `<page-${token}>`,
    within(withoutToken(wellFormed(body), token), budget, count),
    `</page-${token}>`,
  ];
}

/** As many lines of the page as the budget holds, and how many were left out. */
function within(body: string, budget: number, count: TokenCount): string {
  if (body.length <= budget || count(body) <= budget) return body; // a token is at least one character
  const lines = body.split('\n');
  const kept: string[] = [];
  let cost = 0;
  for (const line of lines) {
    cost += count(line) + 1;
    if (cost > budget) break;
    kept.push(line);
  }
  return [...kept, `… ${lines.length - kept.length} lines more, left out for length`].join('\n');
}
