import type { Envelope, EpisodeEvent } from './episode-event.ts';
import { verificationInWords } from './verification.ts';

export type Phase = 'plan' | 'act' | 'obs' | 'reflect';

/** Seed 000: one line of what the agent is doing, computed from the event stream and stored nowhere (rule P47). */
export interface ReasoningEvent {
  readonly phase: Phase;
  /** One line, at most 280 characters; a reflection is one sentence (rule P47). */
  readonly summary: string;
  /** The step it belongs to, counted from 1; 0 before the planner was first asked. */
  readonly iteration: number;
  /** Milliseconds since the epoch, of the event it was computed from. */
  readonly timestamp: number;
}

export const phaseTag: Readonly<Record<Phase, string>> = { plan: '[Plan]', act: '[Act]', obs: '[Obs]', reflect: '[Reflect]' };

/** All lines of an episode, in the order in which things happened. */
export function reasoningEvents(envelopes: Iterable<Envelope>): ReasoningEvent[] {
  const events: ReasoningEvent[] = [];
  let reading = beforeFirst;
  for (const envelope of envelopes) {
    const next = readOn(reading, envelope);
    events.push(...next.events);
    reading = next.reading;
  }
  return events;
}

/** Where in the steps of an episode a reader is. */
export interface Reading {
  readonly iteration: number;
  /** A page came since the planner was last asked, so its next reply begins a step. */
  readonly looked: boolean;
}

export const beforeFirst: Reading = { iteration: 0, looked: true };

/** The lines of one more event: for a view that shows them as they come. */
export function readOn(
  reading: Reading,
  { at, event }: Envelope,
): { readonly reading: Reading; readonly events: readonly ReasoningEvent[] } {
  const asked = event.type === 'turn.planned' || event.type === 'turn.failed';
  const iteration = reading.iteration + (asked && reading.looked ? 1 : 0);
  const looked = event.type === 'page.observed' ? true : asked ? false : reading.looked;
  const events = linesOf(event, iteration).map(([phase, text]) => ({ phase, summary: oneLine(text, 280), iteration, timestamp: at }));
  return { reading: { iteration, looked }, events };
}

type Line = readonly [Phase, string];

function linesOf(event: EpisodeEvent, iteration: number): readonly Line[] {
  switch (event.type) {
    case 'turn.planned':
      return thoughtLines(event, iteration);
    case 'turn.failed':
      return [['reflect', `No usable reply: ${event.message}`]];
    case 'plan.revised':
      return [
        ['plan', `revision ${event.revision}: ${event.plan.todos.map(({ status, content }) => `${marks[status]} ${content}`).join('; ')}`],
      ];
    case 'plan.doubted':
      return [['plan', `the plan is in doubt: ${event.because}`]];
    case 'approval.asked':
      return [['act', `waits for approval: ${event.what}`]];
    case 'approval.given':
      return [['act', `${event.granted ? 'approved' : 'not approved'} by ${event.by}`]];
    case 'question.asked':
      return [['act', `asks: ${event.question}`]];
    case 'question.answered':
      return [['obs', event.answer === null ? 'nobody answered in time' : `answered: ${event.answer}`]];
    case 'action.started':
      return [['act', `${event.words} — ${event.purpose}`]];
    case 'action.finished':
      return event.failure === null ? [] : [['obs', `failed: ${event.failure.message}`]];
    case 'page.observed':
      return [
        [
          'obs',
          `page ${JSON.stringify(event.page.name)}${event.page.dialog === null ? '' : `, dialog ${JSON.stringify(event.page.dialog)}`}`,
        ],
      ];
    case 'page.unreadable':
      return [['obs', `the page could not be read: ${event.message}`]];
    case 'action.judged':
      return [['obs', `${event.success ? 'as expected' : 'not as expected'}: ${event.observed}`]];
    case 'call.rejected':
      return [['obs', `not executed: ${event.because}`]];
    case 'episode.verified':
      return [['obs', verificationInWords(event)]];
    case 'episode.started':
    case 'device_session.opened':
    case 'policy.judged':
    case 'episode.ended':
      return [];
  }
}

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;

/** The planner's own words, once a turn: its look back is one sentence, what it means to do next is planning; at the first step there is nothing to look back on. */
function thoughtLines({ steps }: Extract<EpisodeEvent, { type: 'turn.planned' }>, iteration: number): readonly Line[] {
  const said = new Set(steps.flatMap(({ rationale }) => (rationale === null || rationale.trim() === '' ? [] : [rationale.trim()])));
  return [...said].flatMap((rationale): Line[] => {
    if (iteration <= 1) return [['plan', rationale]];
    const [first = rationale, ...rest] = [...sentences.segment(rationale)].map(({ segment }) => segment);
    const next = rest.join('').trim();
    return [['reflect', first], ...(next === '' ? [] : [['plan', next] as const])];
  });
}

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
