import type { CallResult, Episode, TurnState } from '../../world/episode.ts';
import { quoted } from '../../world/text-line.ts';
import type { Briefing, Exchange, Reply } from '../llm/tool-calling-client.ts';

type Answer = Exchange['results'][number];

/** One reply of the model, and how it is answered: by what the episode says of its calls, or by words of ours. */
interface Said {
  readonly reply: Reply;
  readonly answer: 'by the episode' | { readonly reminder: string };
}

/**
 * What was said with the provider within one step. The request stays as it was, byte for byte, and only grows at its end:
 * thinking is bound to everything before it (rule A6). It lives in memory only; a step that goes on after a restart is
 * asked anew, with notes of what happened in it.
 */
export class StepConversation {
  readonly #episodeId: string;
  readonly #step: number;
  readonly #briefing: Briefing;
  readonly #said: Said[] = [];

  constructor(briefing: Briefing) {
    this.#episodeId = briefing.about.episodeId;
    this.#step = briefing.about.step;
    this.#briefing = briefing;
  }

  heard(reply: Reply): void {
    this.#said.push({ reply, answer: 'by the episode' });
  }

  /** Answers the last reply, and each of its calls, with words of ours. */
  remind(reminder: string): void {
    const last = this.#said.pop();
    if (last !== undefined) this.#said.push({ reply: last.reply, answer: { reminder } });
  }

  /** The request as it goes on, or null when this is another step or something was said that is not known here. */
  next(episode: Episode): Briefing | null {
    if (episode.episodeId !== this.#episodeId || !episode.asked || episode.step !== this.#step) return null;
    const turns = turnsOf(episode);
    const known = new Set(this.#said.map(({ reply }) => reply.decisions[0]?.decisionId));
    if (this.#said.length === 0 || turns.some((turn) => !known.has(turn.decisions[0]?.decisionId))) return null;
    return { ...this.soFar(turns), about: { ...this.#briefing.about, seq: episode.lastSeq + 1 } };
  }

  /** The request with everything that was said, for one more reply. */
  soFar(turns: readonly TurnState[]): Briefing {
    return { ...this.#briefing, exchanges: this.#said.map((said) => exchangeOf(said, turns)) };
  }
}

/** The turns of the step under way, oldest first. */
export const turnsOf = (episode: Episode): readonly TurnState[] =>
  episode.turn === null ? episode.exchanges : [...episode.exchanges, episode.turn];

/** What happened in the step under way, for a request that cannot go on from the conversation itself. */
export function notesOf(episode: Episode): string[] {
  const answers = turnsOf(episode).flatMap(({ decisions, results }) =>
    results.map((result) => {
      const name = decisions.find(({ decisionId }) => decisionId === result.decisionId)?.toolName ?? 'a tool';
      return `On this page you called ${name}; the answer was ${quoted(result.content, 400)}.`;
    }),
  );
  return [...answers, ...(episode.reminder === null ? [] : [episode.reminder])];
}

/** Every call of a reply gets exactly one answer, in the order of the calls (rules P36, A7). */
function exchangeOf({ reply, answer }: Said, turns: readonly TurnState[]): Exchange {
  const { assistant, decisions } = reply;
  if (answer !== 'by the episode')
    return decisions.length === 0
      ? { assistant, results: [], reminder: answer.reminder }
      : { assistant, results: decisions.map(({ callId }) => ({ callId, content: answer.reminder, isError: true })) };
  const results = turns.find((turn) => turn.decisions[0]?.decisionId === decisions[0]?.decisionId)?.results ?? [];
  return {
    assistant,
    results: decisions.map(({ callId, decisionId }) =>
      answerTo(
        callId,
        results.find((each) => each.decisionId === decisionId),
      ),
    ),
  };
}

const answerTo = (callId: string, result: CallResult | undefined): Answer =>
  result === undefined
    ? { callId, content: 'Not executed: a call before this one failed or changed the page.', isError: true }
    : { callId, content: result.content, isError: result.isError };
