import { expect, test } from 'vitest';
import type { Briefing, Reply, ToolCallingClient } from '../../../runtime/llm/tool-calling-client.ts';
import { AiPlanner } from '../../../runtime/planner/ai-planner.ts';
import { callReminder, rationaleReminder } from '../../../runtime/planner/prompts.ts';
import type { Turn, TurnFailed } from '../../../runtime/ports.ts';
import type { ToolCallDecision } from '../../../world/tool-call-decision.ts';
import { pageOf } from '../../fakes/episodes.ts';
import { MemoryJournal, startedJournal } from '../../fakes/memory-journal.ts';
import { decisionOf, saysWhy } from '../../fakes/tool-calls.ts';

const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 0, costUsd: 0.01 };

function replyOf(decisions: readonly ToolCallDecision[], more: Partial<Reply> = {}): Reply {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    ...decisions.map(({ callId, toolName }) => ({ type: 'tool_use', id: callId, name: toolName })),
  ];
  return { decisions: [...decisions], text: null, stopReason: 'tool_use', unusable: null, usage, assistant: content, ...more };
}

const said = (text: string): Reply => replyOf([], { text, stopReason: 'end_turn', assistant: [{ type: 'text', text }] });
const unusable = (code: 'cut_off' | 'refused' | 'unknown_stop', category?: string): Reply =>
  replyOf([], { unusable: { code, message: code, ...(category === undefined ? {} : { category }) } });
const tap = (more: Partial<ToolCallDecision> = {}): ToolCallDecision => decisionOf('tap', { ref: 'e1', ...saysWhy }, more);
const plan = (): ToolCallDecision => decisionOf('write_todos', { todos: [{ id: 'a', content: 'x', status: 'pending' }] });

/** A client that says what it was told to and keeps what it was asked. */
class CannedClient implements ToolCallingClient {
  readonly provider = 'canned';
  readonly model = 'canned-1';
  readonly asked: Briefing[] = [];
  readonly #replies: Reply[];
  constructor(...replies: Reply[]) {
    this.#replies = replies;
  }
  async decide(briefing: Briefing): Promise<Reply> {
    this.asked.push(briefing);
    const reply = this.#replies.shift();
    if (reply === undefined) throw new Error('asked once too often');
    return reply;
  }
}

const signal = new AbortController().signal;

async function looked(agentPlanner = true): Promise<MemoryJournal> {
  const journal = await startedJournal({ agentPlanner });
  await journal.append({ type: 'page.observed', page: pageOf(), observationHash: 'h', source: null, screenshot: null });
  return journal;
}

async function record(journal: MemoryJournal, turn: Turn | TurnFailed): Promise<void> {
  if ('failed' in turn)
    await journal.append({ type: 'turn.failed', code: turn.failed.code, message: turn.failed.message, usage: turn.usage });
  else await journal.append({ type: 'turn.planned', decisions: [...turn.decisions], steps: [...turn.steps] });
}

function planned(turn: Turn | TurnFailed): Turn {
  if ('failed' in turn) throw new Error(`the turn failed: ${turn.failed.code}`);
  return turn;
}

test('a call becomes a turn, and the request says what the decision log needs', async () => {
  const client = new CannedClient(replyOf([tap()]));
  const journal = await looked();
  const turn = planned(await new AiPlanner({ client, name: 'test' }).plan(journal.episode, signal));
  expect(turn.steps).toMatchObject([{ kind: 'act', rationale: 'I go on.' }]);
  expect(client.asked[0]?.about).toMatchObject({
    taskId: 'task',
    seq: 3,
    step: 1,
    page: 'Settings › Network & internet',
    observationHash: 'h',
    shadow: false,
  });
});

test('A6 A7 a plan is answered in the same conversation, byte for byte; the next step begins a new one without thinking (P42)', async () => {
  const first = replyOf([plan()]);
  const client = new CannedClient(first, replyOf([tap()]), replyOf([tap()]));
  const planner = new AiPlanner({ client, name: 'test' });
  const journal = await looked();
  const turn = planned(await planner.plan(journal.episode, signal));
  await record(journal, turn);
  const [step] = turn.steps;
  if (step?.kind !== 'revise_plan') throw new Error('no plan');
  await journal.append({ type: 'plan.revised', decisionId: step.decisionId, revision: 1, plan: step.plan });
  await record(journal, await planner.plan(journal.episode, signal));

  const [a, b] = client.asked;
  expect(b).toEqual({
    ...a,
    about: { ...a?.about, seq: 5 },
    exchanges: [
      {
        assistant: first.assistant,
        results: [
          { callId: first.decisions[0]?.callId, content: '{"ok":true,"revision":1,"todoCount":1,"inProgress":null}', isError: false },
        ],
      },
    ],
  });

  const refused = journal.episode.turn?.steps[0]?.decisionId ?? '';
  await journal.append({ type: 'call.rejected', decisionId: refused, code: 'stale_ref', because: 'gone' });
  await journal.append({ type: 'page.observed', page: pageOf(), observationHash: 'h2', source: null, screenshot: null });
  await planner.plan(journal.episode, signal);
  expect(client.asked[2]?.exchanges).toEqual([]);
  expect(JSON.stringify(client.asked[2])).not.toContain('"thinking"');
  expect(client.asked[2]?.tail).not.toBe(a?.tail); // a new marker at least
});

test('after a restart a step goes on statelessly: a new request that says what was answered', async () => {
  const client = new CannedClient(replyOf([plan()]), replyOf([tap()]));
  const journal = await looked();
  const turn = planned(await new AiPlanner({ client, name: 'test' }).plan(journal.episode, signal));
  await record(journal, turn);
  const [step] = turn.steps;
  if (step?.kind !== 'revise_plan') throw new Error('no plan');
  await journal.append({ type: 'plan.revised', decisionId: step.decisionId, revision: 1, plan: step.plan });
  const resumed = new MemoryJournal(journal.envelopes);
  await new AiPlanner({ client, name: 'test' }).plan(resumed.episode, signal);
  expect(client.asked[1]?.exchanges).toEqual([]);
  expect(client.asked[1]?.tail).toContain('Note: On this page you called write_todos; the answer was');
  expect(client.asked[1]?.tail).toContain('Plan (revision 1): [pending] x');
  expect(client.asked[1]?.about.step).toBe(1);
});

test('P37 text without a call is reminded of it once, in the same conversation', async () => {
  const client = new CannedClient(said('It is done.'), replyOf([tap()]));
  const planner = new AiPlanner({ client, name: 'test' });
  const journal = await looked();
  const failed = await planner.plan(journal.episode, signal);
  expect(failed).toEqual({ failed: { code: 'no_tool_call', message: callReminder }, usage });
  await record(journal, failed);
  planned(await planner.plan(journal.episode, signal));
  expect(client.asked[1]?.exchanges).toEqual([{ assistant: [{ type: 'text', text: 'It is done.' }], results: [], reminder: callReminder }]);
  expect(client.asked[1]?.tail).toBe(client.asked[0]?.tail);
});

test('P37 an empty reply is never a success, and is reminded of in a new request', async () => {
  const client = new CannedClient(replyOf([], { assistant: [], stopReason: 'end_turn' }), replyOf([tap()]));
  const planner = new AiPlanner({ client, name: 'test' });
  const journal = await looked();
  const failed = await planner.plan(journal.episode, signal);
  expect(failed).toMatchObject({ failed: { code: 'empty' } });
  await record(journal, failed);
  planned(await planner.plan(journal.episode, signal));
  expect(client.asked[1]?.exchanges).toEqual([]);
  expect(client.asked[1]?.tail).toContain(`Note: ${callReminder}`);
});

test('A10 nothing of a cut-off, refused or unknown reply is used; what it cost is told', async () => {
  for (const [code, shown] of [
    ['cut_off', 'cut_off'],
    ['refused', 'refused'],
    ['unknown_stop', 'cut_off'],
  ] as const) {
    const client = new CannedClient(unusable(code));
    expect(await new AiPlanner({ client, name: 'test' }).plan((await looked()).episode, signal)).toEqual({
      failed: { code: shown, message: code },
      usage,
    });
  }
});

test('A10 a refusal to reveal reasoning is asked again once with the short prompt', async () => {
  const client = new CannedClient(unusable('refused', 'reasoning_extraction'), replyOf([tap()]));
  const turn = planned(await new AiPlanner({ client, name: 'test' }).plan((await looked()).episode, signal));
  expect(turn.decisions[0]?.usage).toEqual({ input: 20, output: 4, cacheRead: 0, cacheWrite: 0, costUsd: 0.02 });
  expect(client.asked[1]?.system).not.toBe(client.asked[0]?.system);
  expect({ ...client.asked[1], system: '' }).toEqual({ ...client.asked[0], system: '' });
  const twice = new CannedClient(unusable('refused', 'reasoning_extraction'), unusable('refused', 'reasoning_extraction'));
  expect(await new AiPlanner({ client: twice, name: 'test' }).plan((await looked()).episode, signal)).toMatchObject({
    failed: { code: 'refused' },
  });
});

const silent = (): ToolCallDecision => tap({ textOutput: null });

test('P41 an action without text or reflection is asked why once, and then taken as it is and counted', async () => {
  const first = replyOf([silent()]);
  const client = new CannedClient(first, replyOf([silent()]), replyOf([silent()]));
  const planner = new AiPlanner({ client, name: 'test' });
  const journal = await looked();
  const turn = planned(await planner.plan(journal.episode, signal));
  expect(client.asked[1]?.exchanges).toEqual([
    { assistant: first.assistant, results: [{ callId: first.decisions[0]?.callId, content: rationaleReminder, isError: true }] },
  ]);
  expect(turn.steps[0]?.rationale).toBeNull();
  expect(turn.decisions[0]?.usage?.input).toBe(20);
  await record(journal, turn);
  expect(journal.episode.rationaleMissing).toBe(1);
  planned(await planner.plan({ ...journal.episode, turn: null, asked: false }, signal));
  expect(client.asked).toHaveLength(3);
});

test('P41 the answer to the reminder is what counts', async () => {
  const client = new CannedClient(replyOf([silent()]), replyOf([tap({ textOutput: null, reflection: 'The page is right. I tap it.' })]));
  const turn = planned(await new AiPlanner({ client, name: 'test' }).plan((await looked()).episode, signal));
  expect(turn.steps[0]?.rationale).toBe('The page is right. I tap it.');
});

test('P28 without the planner write_todos is unknown', async () => {
  const client = new CannedClient(replyOf([plan()]));
  const turn = planned(await new AiPlanner({ client, name: 'test' }).plan((await looked(false)).episode, signal));
  expect(turn.steps).toMatchObject([{ kind: 'malformed', code: 'unknown_tool' }]);
});

test('P36 every call of a reply is answered once, also those that were never reached', async () => {
  const first = replyOf([decisionOf('fly', {}), tap()]);
  const client = new CannedClient(first, replyOf([tap()]));
  const planner = new AiPlanner({ client, name: 'test' });
  const journal = await looked();
  const turn = planned(await planner.plan(journal.episode, signal));
  await record(journal, turn);
  for (const { decisionId } of turn.steps) await journal.append({ type: 'call.rejected', decisionId, code: 'unknown_tool', because: 'no' });
  planned(await planner.plan(journal.episode, signal));
  expect(client.asked[1]?.exchanges[0]?.results).toEqual(
    first.decisions.map(({ callId }) => ({ callId, content: 'unknown_tool: no', isError: true })),
  );
});

test('a picture goes along only when words do not describe the page', async () => {
  const image = { mediaType: 'image/png', base64: 'AAAA' } as const;
  const client = new CannedClient(replyOf([tap()]), replyOf([tap()]));
  const planner = new AiPlanner({ client, name: 'test', picture: async () => image });
  await planner.plan((await looked()).episode, signal);
  const journal = await startedJournal();
  await journal.append({ type: 'page.observed', page: pageOf({ poor: true }), observationHash: 'h', source: null, screenshot: null });
  await planner.plan(journal.episode, signal);
  expect(client.asked.map((briefing) => briefing.image)).toEqual([null, image]);
});
