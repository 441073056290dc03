import { atGoal } from './arrival.ts';
import { describePart, type Goal, namesOf, type Part, readGoal } from './goal.ts';
import { type Move, recall, remember } from './memory.ts';
import { dialogInTheWay, keyboardInTheWay } from './obstacles.ts';
import { type Prompt, readPrompt } from './prompt.ts';
import { doneMark, doneParts, evaluation, thoughts } from './say.ts';
import type { Act, Next, Situation } from './situation.ts';
import { chooseApp, explore, followMatch, goBack, leaveStart, scrollToWords, search } from './ways.ts';
import { clip, quoted } from './words.ts';

/** A tool as the request offers it. */
export interface OfferedTool {
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An earlier call of this conversation and the answer to it. */
export interface PastCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: string;
  readonly isError: boolean;
}

/** All the planner is given: what stands in the request, whichever provider's form it came in. */
export interface PlannerRequest {
  /** The first user message, its text blocks joined by line breaks. */
  readonly text: string;
  readonly tools: readonly OfferedTool[];
  readonly calls: readonly PastCall[];
}

/** One reply. `call` is null only when the request offers nothing to call with. */
export interface Decision {
  readonly thinking: string;
  readonly text: string;
  readonly call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> } | null;
}

/** The most actions one part may take before the planner gives it up. */
const patience = 48;

/** Decides the next step. Pure: the same request gives the same decision. */
export function decide(request: PlannerRequest): Decision {
  const offered = new Set(request.tools.map(({ name }) => name));
  const prompt = readPrompt(request.text);
  if (prompt === null)
    return reply(request, 'There is no goal in this request.', 'I find no goal block in the message, so there is nothing to do.', null);
  const goal = readGoal(prompt.goal);
  if (goal.unclear.length > 0 || goal.parts.length === 0) {
    const because = `I do not understand ${goal.unclear.map(quoted).join(' and ') || 'an empty goal'}.`;
    return finish(
      request,
      prompt,
      'failed',
      because,
      `${because} I can open pages and apps, turn things on and off, set them to a value, search, and look things up.`,
    );
  }
  return new Deciding(request, prompt, goal, offered).next();
}

/** One decision under way: how far the goal has come, and what that means now. */
class Deciding {
  private readonly request: PlannerRequest;
  private readonly prompt: Prompt;
  private readonly goal: Goal;
  private readonly offered: ReadonlySet<string>;
  private readonly moves: readonly Move[];
  private answer: string | null = null;

  constructor(request: PlannerRequest, prompt: Prompt, goal: Goal, offered: ReadonlySet<string>) {
    this.request = request;
    this.prompt = prompt;
    this.goal = goal;
    this.offered = offered;
    this.moves = recall(prompt.history, prompt.page?.key ?? '');
  }

  next(): Decision {
    const { request, prompt, goal } = this;
    const reached: string[] = [];
    for (let at = doneParts(prompt, goal, this.moves); ; at++) {
      const part = goal.parts[at];
      if (part === undefined) return this.achieved(reached);
      if (prompt.page === null)
        return finish(request, prompt, 'failed', 'I cannot see the page.', 'No page was shown to me, so I cannot go on.');
      const step = this.step(part, at);
      if (step.kind === 'act') return this.act(step, part, at, reached);
      if (step.kind === 'stuck') return this.failed(step.because, at, reached);
      reached.push(step.said);
      this.answer = step.answer ?? this.answer;
    }
  }

  private step(part: Part, at: number): Next {
    const s = this.situation(part, at);
    const done = s.memory.moves.length + (s.memory.moves.length === this.moves.length ? this.prompt.folded : 0);
    if (done >= patience) return { kind: 'stuck', because: `${patience} steps were not enough to find ${quoted(part.thing)}` };
    for (const way of ways) {
      const next = way(s);
      if (next !== null) return next;
    }
    return { kind: 'stuck', because: `I found nothing on this phone that is called ${quoted(part.thing)}` };
  }

  private situation(part: Part, at: number): Situation {
    const began = at === 0 ? 0 : this.moves.findLastIndex(({ rationale }) => rationale.includes(doneMark(at, this.goal)));
    const page = this.prompt.page;
    if (page === null) throw new Error('a situation needs a page');
    const refused = this.request.calls.filter(({ isError }) => isError);
    return {
      part,
      names: namesOf(part),
      page,
      memory: remember(began < 0 ? [] : this.moves.slice(began)),
      offered: this.offered,
      refused: refused.map(({ name, args }) => ({ tool: name, args: JSON.stringify(withoutWords(args)) })),
    };
  }

  private act(step: Act, part: Part, at: number, reached: readonly string[]): Decision {
    const planned = this.plan(at, reached);
    if (planned !== null) return planned;
    const last = this.moves.at(-1) ?? null;
    const judged = evaluation(last, this.prompt, reached);
    const said = at === 0 || this.moves.some(({ rationale }) => rationale.includes(doneMark(at, this.goal)));
    const mark = said ? '' : `${doneMark(at, this.goal)} `;
    const text = clip(`${mark}${judged}I ${step.intent}.`, 280);
    const args = {
      ...step.args,
      purpose: step.purpose,
      expected_outcome: step.expected,
      ...(step.expect.length > 0 ? { expect: step.expect } : {}),
    };
    return reply(this.request, text, thoughts(this.prompt, part, step.because, this.moves), { name: step.tool, args });
  }

  /** A goal of several parts gets a plan at the start and again when a part is reached, once in a conversation at most. */
  private plan(at: number, reached: readonly string[]): Decision | null {
    const { goal, prompt, request } = this;
    if (goal.parts.length < 2 || !this.offered.has('write_todos') || request.calls.some(({ name }) => name === 'write_todos')) return null;
    const completed = prompt.plan?.filter(({ status }) => status === 'completed').length ?? -1;
    if (completed === at || (completed < 0 && (at === goal.parts.length || (this.moves.length > 0 && reached.length === 0)))) return null;
    const todos = goal.parts.slice(0, 8).map((one, i) => ({
      id: `part-${i + 1}`,
      content: clip(describePart(one), 140),
      status: i < at ? 'completed' : i === at ? 'in_progress' : 'pending',
    }));
    const focus = at < todos.length ? { focus: `part-${at + 1}` } : {};
    const words =
      reached.length > 0
        ? `${reached.join('; ')}. I keep the plan up to date.`
        : `The goal has ${goal.parts.length} parts. I write down the plan first.`;
    return reply(request, clip(words, 280), `The goal has ${goal.parts.length} parts; ${at} of them are reached.`, {
      name: 'write_todos',
      args: { todos, ...focus },
    });
  }

  private achieved(reached: readonly string[]): Decision {
    const planned = this.plan(this.goal.parts.length, reached);
    if (planned !== null) return planned;
    const said = reached.length > 0 ? `${reached.join('; ')}.` : 'All parts of the goal are reached.';
    const result = this.answer ?? `${this.goal.parts.map(describePart).join('; ')}: done. ${said}`;
    return finish(this.request, this.prompt, 'achieved', `${said} The goal is reached.`, result);
  }

  private failed(because: string, at: number, reached: readonly string[]): Decision {
    const pages = [...new Set(this.moves.map(({ from }) => from))];
    const looked =
      pages.length === 0 ? '' : ` I looked at ${pages.length} page${pages.length === 1 ? '' : 's'}: ${clip(pages.join(', '), 200)}.`;
    const before =
      at === 0 ? '' : ` Before that: ${[...this.goal.parts.slice(0, at).map(describePart), ...reached].slice(0, at).join('; ')}: done.`;
    return finish(
      this.request,
      this.prompt,
      'failed',
      `${evaluation(this.moves.at(-1) ?? null, this.prompt, [])}${because}. I stop here.`,
      `${because}.${looked}${before}`,
    );
  }
}

/** In the order they are tried; the first that has something to do decides. */
const ways: readonly ((s: Situation) => Next | null)[] = [
  atGoal,
  dialogInTheWay,
  keyboardInTheWay,
  chooseApp,
  followMatch,
  scrollToWords,
  search,
  leaveStart,
  explore,
  goBack,
];

const wordArguments = new Set(['purpose', 'expected_outcome', 'expect', 'reflection']);
const withoutWords = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !wordArguments.has(key)));

function finish(request: PlannerRequest, prompt: Prompt, outcome: 'achieved' | 'failed', text: string, result: string): Decision {
  const thinking = `${prompt.history.length} actions are behind me. ${text}`;
  return reply(request, clip(text, 280), thinking, { name: 'finish', args: { outcome, result: clip(result, 1000) } });
}

/** Keeps to the schema of the tool: leaves out what it does not take, and gives null where a missing argument is required. */
function fitted(args: Readonly<Record<string, unknown>>, parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = parameters.properties;
  if (typeof properties !== 'object' || properties === null) return { ...args };
  const kept = Object.fromEntries(Object.entries(args).filter(([key]) => key in properties));
  const required: readonly unknown[] = Array.isArray(parameters.required) ? parameters.required : [];
  for (const key of required) if (typeof key === 'string' && !(key in kept)) kept[key] = null;
  return kept;
}

function reply(request: PlannerRequest, text: string, thinking: string, call: Decision['call']): Decision {
  const tool = request.tools.find(({ name }) => name === call?.name);
  if (call === null || tool === undefined)
    return { thinking, text: call === null ? text : `${text} (The tool ${call.name} is not on offer.)`, call: null };
  return { thinking, text, call: { name: call.name, args: fitted(call.args, tool.parameters) } };
}
