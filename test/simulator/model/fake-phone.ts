import { decide, type OfferedTool, type PastCall } from '../../../simulator/model/planner/decide.ts';

/** A row of a fake page. Exactly one of `to`, `toggle`, `choose`, `field` makes it more than a text. */
export interface FakeRow {
  readonly label: string;
  readonly value?: string;
  readonly to?: string;
  readonly toggle?: string;
  /** Sets `key` to the label; asks first when `ask` is given. */
  readonly choose?: { readonly key: string; readonly ask?: string };
  readonly field?: string;
  /** Shows what `key` holds as its value. */
  readonly shows?: string;
  readonly role?: string;
}

export interface FakePage {
  readonly title: string;
  readonly app: string;
  readonly rows: readonly FakeRow[];
  /** The label of a button in the bar that opens the search. */
  readonly search?: string;
  readonly launcher?: boolean;
  readonly up?: string;
}

interface Ask {
  readonly text: string;
  readonly yes: () => void;
}

const all = [
  'tap',
  'type_text',
  'scroll',
  'scroll_to',
  'back',
  'home',
  'open_app',
  'hide_keyboard',
  'accept_dialog',
  'dismiss_dialog',
  'finish',
  'write_todos',
  'ask_user',
];
export const tools = (...without: string[]): OfferedTool[] =>
  all.filter((name) => !without.includes(name)).map((name) => ({ name, parameters: {} }));

/** A phone that is a graph of pages, with a window of eight rows; enough to drive the planner through whole goals. */
export class FakePhone {
  readonly state: Record<string, string> = {};
  readonly done: string[] = [];
  private readonly pages: Readonly<Record<string, FakePage>>;
  private readonly way: string[];
  private readonly top: Record<string, number> = {};
  private query: string | null = null;
  private ask: Ask | null = null;
  private readonly height: number;

  constructor(pages: Readonly<Record<string, FakePage>>, start = 'home', height = 8) {
    this.pages = pages;
    this.way = [start];
    this.height = height;
  }

  private get here(): string {
    return this.way.at(-1) ?? 'home';
  }
  private get page(): FakePage {
    const page = this.pages[this.here];
    if (page === undefined) throw new Error(`no page ${this.here}`);
    return page;
  }
  private get rows(): readonly FakeRow[] {
    if (this.query === null) return this.page.rows;
    const wanted = this.query.toLowerCase();
    if (wanted === '') return [];
    const hits = Object.entries(this.pages).flatMap(([id, page]) =>
      page.launcher === true
        ? []
        : page.rows
            .filter(({ label }) => label.toLowerCase().includes(wanted))
            .map((row) => ({ label: row.label, value: page.title, to: row.to ?? id })),
    );
    return hits.length > 0 ? hits : [{ label: 'Nothing here' }];
  }
  private get visible(): readonly FakeRow[] {
    const from = this.top[this.here] ?? 0;
    return this.rows.slice(from, from + this.height);
  }
  get name(): string {
    const { title } = this.page;
    if (this.ask !== null) return `${title} › Dialog`;
    return this.query === null ? title : `${title} › Search`;
  }

  private refs(): Map<string, FakeRow | 'search' | 'field' | 'up'> {
    const refs = new Map<string, FakeRow | 'search' | 'field' | 'up'>();
    if (this.query === null) {
      if (this.page.up !== undefined) refs.set('e1', 'up');
      if (this.page.search !== undefined) refs.set('e2', 'search');
    } else refs.set('e3', 'field');
    for (const [i, row] of this.visible.entries()) refs.set(`e${10 + (this.top[this.here] ?? 0) + i}`, row);
    return refs;
  }

  body(): string {
    const lines: string[] = ['# bar'];
    const over = this.ask === null ? '' : ' covered';
    let listed = false;
    for (const [ref, row] of this.refs()) {
      if (typeof row === 'object' && !listed) {
        lines.push('# list');
        listed = true;
      }
      if (row === 'up') lines.push(`${ref} button${over}: ${this.page.up ?? ''}`);
      else if (row === 'search') lines.push(`${ref} button${over}: ${this.page.search ?? ''}`);
      else if (row === 'field') lines.push(`${ref} field focused${over}${this.query === '' ? '' : ` = ${this.query}`}`);
      else lines.push(this.line(ref, row, over));
    }
    const below = this.rows.length - (this.top[this.here] ?? 0) - this.height;
    lines.push(below > 0 ? `e9 list: ${below} rows more below` : 'e9 list: end');
    if (this.ask !== null) lines.push(`# dialog: ${this.ask.text}`, `- ${this.ask.text}`, 'e4 button: No', 'e5 button: Yes');
    return lines.join('\n');
  }

  private line(ref: string, row: FakeRow, over: string): string {
    const shown = row.shows === undefined ? row.value : (this.state[row.shows] ?? row.value);
    const value = shown === undefined ? '' : ` = ${shown}`;
    if (row.toggle !== undefined) return `${ref} switch ${this.state[row.toggle] ?? 'off'}${over}: ${row.label}${value}`;
    if (row.choose !== undefined) return `${ref} radio${this.state[row.choose.key] === row.label ? ' selected' : ''}${over}: ${row.label}`;
    if (row.field !== undefined)
      return `${ref} field${over}: ${row.label}${this.state[row.field] === undefined ? '' : ` = ${this.state[row.field]}`}`;
    if (row.to === undefined && row.role === undefined) return `- ${row.label}${value}`;
    return `${ref} ${row.role ?? (this.page.launcher === true ? 'app' : 'item')}${over}: ${row.label}${value}`;
  }

  /** Does the action; returns how the history names it and whether it changed anything. */
  perform(tool: string, args: Readonly<Record<string, unknown>>): { action: string; success: boolean; note?: string } {
    const before = `${this.name}\n${this.body()}`;
    const action = this.act(tool, args);
    const found = tool !== 'scroll_to' || this.body().toLowerCase().includes(String(args.text).toLowerCase());
    const changed = found && `${this.name}\n${this.body()}` !== before;
    return { action, success: changed, ...(changed ? {} : { note: 'nothing changed' }) };
  }

  private act(tool: string, args: Readonly<Record<string, unknown>>): string {
    const text = String(args.text ?? args.app ?? '');
    switch (tool) {
      case 'tap':
        return this.tap(String(args.ref));
      case 'type_text': {
        const row = this.refs().get(String(args.ref));
        if (row === 'field') this.query = text;
        else if (typeof row === 'object' && row.field !== undefined) this.state[row.field] = text;
        return `type ${JSON.stringify(text)} into field`;
      }
      case 'scroll': {
        const step = args.direction === 'up' ? -this.height : this.height;
        this.scrollTo((this.top[this.here] ?? 0) + step);
        return `scroll ${String(args.direction)}`;
      }
      case 'scroll_to': {
        const at = this.rows.findIndex(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
        this.scrollTo(at < 0 ? this.rows.length : at);
        return `scroll to ${JSON.stringify(text)}`;
      }
      case 'back':
        if (this.ask !== null) this.ask = null;
        else if (this.query !== null) this.query = null;
        else if (this.way.length > 1) this.way.pop();
        return 'back';
      case 'home':
        this.way.splice(0, this.way.length, 'home');
        this.query = null;
        return 'home';
      case 'open_app': {
        const app = Object.entries(this.pages).find(([, page]) => page.app === text && page.launcher !== true);
        if (app !== undefined) this.way.push(app[0]);
        return `open app ${JSON.stringify(text)}`;
      }
      case 'accept_dialog':
        this.ask?.yes();
        this.ask = null;
        return 'accept dialog';
      case 'dismiss_dialog':
        this.ask = null;
        return 'dismiss dialog';
      default:
        throw new Error(`the fake phone has no ${tool}`);
    }
  }

  private scrollTo(at: number): void {
    this.top[this.here] = Math.max(0, Math.min(at, this.rows.length - this.height));
  }

  private tap(ref: string): string {
    const row = this.refs().get(ref);
    if (row === undefined) throw new Error(`nothing has the ref ${ref}`);
    if (row === 'up') this.act('back', {});
    else if (row === 'search') this.query = '';
    else if (typeof row === 'object') this.touch(row);
    const label = row === 'up' ? this.page.up : row === 'search' ? this.page.search : row === 'field' ? '' : row.label;
    return `tap ${JSON.stringify(label ?? '')} ${typeof row === 'object' ? 'item' : 'button'}`;
  }

  private touch(row: FakeRow): void {
    const { toggle, choose, to } = row;
    if (toggle !== undefined) this.state[toggle] = this.state[toggle] === 'on' ? 'off' : 'on';
    else if (choose !== undefined) {
      const yes = (): void => {
        this.state[choose.key] = row.label;
      };
      if (choose.ask === undefined) yes();
      else this.ask = { text: choose.ask, yes };
    } else if (to !== undefined) {
      this.way.push(to);
      this.query = null;
      this.top[to] = 0;
    }
  }

  prompt(goal: string, history: readonly object[], plan: string | null): string {
    const page = { name: this.name, app: this.page.app, keyboard: 'hidden', dialog: this.ask?.text ?? null, notes: [] };
    const lines = history.map((entry) => JSON.stringify(entry)).join('\n');
    return `<goal>\n${goal}\n</goal>\n<history>\n${lines}\n</history>\n<tail>\n${plan === null ? '' : `Plan (revision 1): ${plan}\n`}Page: ${JSON.stringify(page)}\n<page-00ab>\n${this.body()}\n</page-00ab>\n</tail>`;
  }
}

export interface Ended {
  readonly outcome: 'achieved' | 'failed' | 'no_end';
  readonly result: string;
  readonly steps: number;
  readonly actions: readonly string[];
  readonly rationales: readonly string[];
  readonly plans: number;
}

/** Drives the planner towards the goal until it finishes, as the loop would. */
export function drive(phone: FakePhone, goal: string, offered = tools(), limit = 60): Ended {
  const history: { page: string; rationale: string; action: string; success: boolean; note?: string }[] = [];
  const rationales: string[] = [];
  let plan: string | null = null;
  let planned: string | null = null;
  let plans = 0;
  let calls: PastCall[] = [];
  while (history.length < limit) {
    const decision = decide({ text: phone.prompt(goal, history, plan), tools: offered, calls });
    rationales.push(decision.text);
    const actions = history.map(({ action }) => action);
    if (decision.call === null) return { outcome: 'no_end', result: decision.text, steps: history.length, actions, rationales, plans };
    const { name, args } = decision.call;
    if (name === 'finish')
      return { outcome: args.outcome as 'achieved', result: String(args.result), steps: history.length, actions, rationales, plans };
    if (name === 'write_todos') {
      plans += 1;
      const { todos } = args as { todos: { content: string; status: string }[] };
      calls = [...calls, { name, args, answer: '{"ok":true}', isError: false }];
      if (calls.length > 2) throw new Error('planned without end');
      planned = todos.map(({ status, content }) => `[${status}] ${content}`).join('; ');
      continue;
    }
    const page = phone.name;
    const { purpose: _, expected_outcome: __, expect: ___, ...bare } = args;
    const did = phone.perform(name, bare);
    history.push({ page, rationale: decision.text, ...did });
    calls = [];
    plan = planned;
  }
  return { outcome: 'no_end', result: '', steps: history.length, actions: history.map(({ action }) => action), rationales, plans };
}
