import { type PageView, readPage } from './page-view.ts';

/** One line of the history block. */
export interface PastAction {
  readonly page: string;
  readonly rationale: string;
  readonly action: string;
  readonly success: boolean;
  readonly note: string;
}

export interface PlanItem {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** The user message of a step, read back by docs/prompt-format.md. */
export interface Prompt {
  readonly goal: string;
  readonly history: readonly PastAction[];
  /** Earlier actions that the history only counts. */
  readonly folded: number;
  readonly plan: readonly PlanItem[] | null;
  /** Null when the message shows no page. */
  readonly page: PageView | null;
}

function readJson(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readAction(line: string): PastAction[] {
  const entry = readJson(line);
  if (entry === null || typeof entry.action !== 'string') return [];
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return [
    {
      page: text(entry.page),
      rationale: text(entry.rationale),
      action: entry.action,
      success: entry.success === true,
      note: text(entry.note),
    },
  ];
}

function readPlan(tail: string): PlanItem[] | null {
  const line = /^Plan\b[^:\n]*: (.*)$/m.exec(tail)?.[1];
  if (line === undefined) return null;
  const items = [...line.matchAll(/\[(pending|in_progress|completed)\] (.*?)(?=; \[(?:pending|in_progress|completed)\] |$)/g)];
  return items.map(([, status, content]) => ({ status: status as PlanItem['status'], content: (content ?? '').trim() }));
}

/** Reads a step's user message; null when it holds no goal block. Lines of the history that are no JSON objects are passed over. */
export function readPrompt(text: string): Prompt | null {
  const goal = /<goal>\s*([\s\S]*?)\s*<\/goal>\s*(?=<history>|<tail>|$)/.exec(text);
  if (goal === null) return null;
  const after = text.slice(goal.index + goal[0].length);
  const tailAt = after.indexOf('<tail>');
  const history = tailAt < 0 ? after : after.slice(0, tailAt);
  const tail = tailAt < 0 ? '' : after.slice(tailAt);
  const body = /<page-([0-9A-Za-z]+)>\n?([\s\S]*?)\n?<\/page-\1>/.exec(tail);
  const plain = body === null ? tail : tail.slice(0, body.index);
  const about = readJson(/^Page: (\{.*\})\s*$/m.exec(plain)?.[1] ?? '') ?? {};
  return {
    goal: goal[1] ?? '',
    history: history.split('\n').flatMap(readAction),
    folded: Number(/^… (\d+) earlier actions/m.exec(history)?.[1] ?? 0),
    plan: readPlan(plain),
    page: body === null ? null : readPage(about, body[2] ?? ''),
  };
}
