import { AnthropicClient, type AnthropicClientOptions } from '../../runtime/llm/anthropic-client.ts';
import { readModelConfig } from '../../runtime/llm/config.ts';
import type { Briefing } from '../../runtime/llm/tool-calling-client.ts';
import { timeOrderedIds } from '../../runtime/time-ordered-ids.ts';
import { toolOffers } from '../../runtime/tools/tool-offers.ts';

export const testKey = 'sk-ant-test-0123456789abcdef';

export interface LogLine {
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** A client of a provider on loopback, with waits of a millisecond, and what it logged. */
export function clientOf(
  url: string,
  env: Readonly<Record<string, string>> = {},
  more: Partial<AnthropicClientOptions> = {},
): { readonly client: AnthropicClient; readonly log: LogLine[] } {
  const log: LogLine[] = [];
  const config = readModelConfig({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: url, TAPWRIGHT_MODEL: 'test-model', ...env });
  const client = new AnthropicClient({
    config,
    ids: timeOrderedIds(() => Date.now()),
    now: () => Date.now(),
    retry: { firstMs: 1, mostMs: 5 },
    log: (event, fields) => log.push({ event, fields }),
    ...more,
  });
  return { client, log };
}

export function briefingOf(more: Partial<Briefing> = {}): Briefing {
  return {
    system: 'You operate a phone.',
    tools: toolOffers({ agentPlanner: true }),
    goal: '<goal>\nTurn on Wi-Fi\n</goal>',
    history: ['<history>'],
    tail: '</history>\n<tail>\nPage: null\n</tail>',
    image: null,
    exchanges: [],
    about: {
      taskId: 'task',
      episodeId: '01890000-0000-7000-8000-000000000001',
      seq: 3,
      step: 1,
      page: 'Home',
      observationHash: null,
      promptVersion: 'test',
      shadow: false,
    },
    ...more,
  };
}

export const unhurried = (): AbortSignal => new AbortController().signal;
