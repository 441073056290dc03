import { type Episode, evolve, unstarted } from '../world/episode.ts';
import type { Envelope } from '../world/episode-event.ts';
import { beforeFirst, type Phase, phaseTag, type Reading, type ReasoningEvent, readOn } from '../world/reasoning.ts';
import { verificationInWords } from '../world/verification.ts';
import { cutTo, printable } from './printable.ts';

/** Where lines go: a stream such as `process.stderr`. */
export interface TerminalOut {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface TerminalViewOptions {
  readonly out: TerminalOut;
  /** Whether colours are wanted; they are used on a terminal only. Callers pass false when NO_COLOR is set. */
  readonly colour: boolean;
  /** Lines kept in sight while the episode runs on a terminal. */
  readonly window?: number;
}

/** An episode as it runs, from its events alone (rule P47). */
export interface TerminalView {
  /** May be used as the journal's `onAppend`; never throws. */
  show(envelope: Envelope): void;
  /** A line of the program itself, such as where the console is. */
  note(text: string): void;
  /** Ends the view: everything that happened, and what was done and what was not. Safe to call twice. */
  close(): void;
}

const colours: Readonly<Record<Phase, number>> = { plan: 35, act: 36, obs: 32, reflect: 33 };

/**
 * On a terminal a rolling window of the last lines and a line of progress while running, and everything when done; elsewhere plain
 * lines as they come.
 */
export function createTerminalView({ out, colour, window = 8 }: TerminalViewOptions): TerminalView {
  const live = out.isTTY === true;
  const paint = (text: string, code: number): string => (live && colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const width = (): number => Math.max(20, live ? (out.columns ?? 80) : 400);
  const lines: string[] = [];
  let episode: Episode = unstarted;
  let reading: Reading = beforeFirst;
  let drawn = 0;
  let closed = false;

  const write = (text: string): void => {
    try {
      out.write(text);
    } catch {
      // A terminal that went away must not end the episode.
    }
  };
  const lineOf = (event: ReasoningEvent): string => {
    const tag = phaseTag[event.phase];
    return `${paint(tag, colours[event.phase])}${' '.repeat(10 - tag.length)}${cutTo(printable(event.summary), width() - 11)}`;
  };
  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}A\r\u001b[0J`);
  const redraw = (): void => {
    const shown = [...lines.slice(-window), paint(cutTo(progress(episode), width() - 1), 2)];
    write(`${erase()}${shown.join('\n')}\n`);
    drawn = shown.length;
  };
  const add = (line: string): void => {
    lines.push(line);
    if (!live) write(`${line}\n`);
  };

  return {
    show(envelope) {
      if (closed) return;
      if (envelope.event.type === 'episode.started') add(`Goal: ${cutTo(printable(envelope.event.goal), width() - 7)}`);
      const next = readOn(reading, envelope);
      reading = next.reading;
      for (const event of next.events) add(lineOf(event));
      episode = evolve(episode, envelope);
      if (live) redraw();
    },
    note(text) {
      if (closed) return;
      add(cutTo(printable(text), width() - 1));
      if (live) redraw();
    },
    close() {
      if (closed) return;
      closed = true;
      const all = live ? `${erase()}${lines.map((line) => `${line}\n`).join('')}` : '';
      write(
        `${all}${closing(episode)
          .map((line) => `${printable(line)}\n`)
          .join('')}`,
      );
    },
  };
}

function progress(episode: Episode): string {
  const { step, limits, page, startedAt, lastAt, plan } = episode;
  const todo = plan?.todos.find(({ status }) => status === 'in_progress')?.content;
  const parts = [
    `step ${step} of at most ${limits.maxSteps}`,
    seconds(lastAt - startedAt),
    page === null ? '' : page.name,
    todo === undefined ? '' : `→ ${todo}`,
  ];
  return printable(parts.filter((part) => part !== '').join(' · '));
}

/** What was done and what was not, from recorded facts only (rule P35). */
export function closing(episode: Episode): string[] {
  const { ended, history, inFlight, verified, startedAt, lastAt, usage } = episode;
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  const figures = [
    `${history.length} ${history.length === 1 ? 'action' : 'actions'} in ${seconds(lastAt - startedAt)}`,
    ...(tokens === 0 ? [] : [`${tokens} tokens`]),
    ...(usage.costUsd === null || usage.costUsd === 0 ? [] : [`$${usage.costUsd.toFixed(4)}`]),
  ].join(', ');
  if (ended === null) {
    return [
      '',
      'Not ended: the episode can be resumed.',
      `Done: ${list(history.filter(({ success }) => success).map(({ action }) => action))}.`,
      ...(inFlight === null ? [] : [`Not known whether it happened: ${inFlight.words}.`]),
      figures,
    ];
  }
  const by = verified === null ? '' : `, ${verificationInWords(verified)}`;
  return ['', `${headline[ended.outcome]}${by}`, ended.summary, ...(ended.result === null ? [] : [`Answer: ${ended.result}`]), figures];
}

const headline = { achieved: 'Achieved', failed: 'Not achieved', stopped: 'Stopped' } as const;

function list(items: readonly string[]): string {
  if (items.length === 0) return 'nothing';
  const shown = items.slice(0, 20).join('; ');
  return items.length > 20 ? `${shown}; and ${items.length - 20} more` : shown;
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
