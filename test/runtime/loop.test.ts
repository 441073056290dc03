import { expect, test } from 'vitest';
import { runEpisode } from '../../runtime/loop.ts';
import { fold } from '../../world/episode.ts';
import { defaultLimits } from '../../world/limits.ts';
import { crewOf } from '../fakes/crew.ts';
import { MemoryJournal, startedJournal } from '../fakes/memory-journal.ts';
import { ScriptedDevice, screenOf } from '../fakes/scripted-device.ts';
import { ScriptedPlanner, type ScriptedStep } from '../fakes/scripted-planner.ts';

const never = new AbortController().signal;
const off = screenOf('Internet', ['Wi-Fi', 'Hotspot']);
const on = screenOf('Internet', ['Wi-Fi*', 'Hotspot']);

const tapOn =
  (label: string) =>
  (episode: { page: { elements: readonly { label: string; ref: string }[] } | null }): ScriptedStep => ({
    kind: 'act',
    action: { name: 'tap', ref: episode.page?.elements.find((element) => element.label.includes(label))?.ref ?? 'e999' },
    purpose: `turn ${label} on`,
    expectedOutcome: `${label} is on`,
  });
const done: ScriptedStep = { kind: 'finish', outcome: 'achieved' };
const toggles = () => new ScriptedDevice(off, (_, action) => (action.name === 'tap' ? on : off));

test('an episode that reaches its goal leaves one remembered action, and its events tell the story in order', async () => {
  const journal = await startedJournal();
  const planner = new ScriptedPlanner([tapOn('Wi-Fi'), done]);
  const end = await runEpisode(journal, crewOf(planner, toggles()), never);
  planner.assertSpent();
  expect(end).toMatchObject({ reason: 'goal_reached', outcome: 'achieved' });
  expect(journal.types).toEqual([
    'episode.started',
    'page.observed',
    'turn.planned',
    'policy.judged',
    'action.started',
    'action.finished',
    'page.observed',
    'action.judged',
    'turn.planned',
    'episode.verified',
    'episode.ended',
  ]);
  expect(journal.episode.history).toMatchObject([
    { rationale: 'I go on.', purpose: 'turn Wi-Fi on', expectedOutcome: 'Wi-Fi is on', success: true, effect: 'changed' },
  ]);
});

test('P45 the decision and the world event share one decision id', async () => {
  const journal = await startedJournal();
  await runEpisode(journal, crewOf(new ScriptedPlanner([tapOn('Wi-Fi'), done]), toggles()), never);
  expect(journal.episode.history[0]?.decisionId).toBe(journal.of('turn.planned')[0]?.decisions[0]?.decisionId);
});

test('W6 a ref that is not on the page is refused and nothing is sent to the device', async () => {
  const journal = await startedJournal();
  const device = toggles();
  await runEpisode(journal, crewOf(new ScriptedPlanner([tapOn('no such label'), { kind: 'finish', outcome: 'failed' }]), device), never);
  expect(device.performed).toEqual([]);
  expect(journal.of('call.rejected')).toMatchObject([{ code: 'stale_ref' }]);
});

test('P36 a cancel before the next action: nothing starts afterwards and every call has one answer', async () => {
  const journal = await startedJournal();
  const stopper = new AbortController();
  const device = toggles();
  device.report = async () => {
    stopper.abort();
    return { failure: null, landed: true, locator: null };
  };
  const end = await runEpisode(
    journal,
    crewOf(new ScriptedPlanner([[tapOn('Wi-Fi')(emptyPage), tapOn('Hotspot')(emptyPage)].map((step) => withRef(step, 'e1'))]), device),
    stopper.signal,
  );
  expect(end).toMatchObject({ reason: 'cancelled', outcome: 'stopped' });
  expect(device.performed.length).toBeLessThanOrEqual(1);
  const answered = [...journal.of('action.finished'), ...journal.of('call.rejected')].map((event) => event.decisionId);
  expect(answered.toSorted()).toEqual(['d1', 'd2']);
});

test('A5 several calls in one reply run in order and stop at the first change of the page; the rest is answered', async () => {
  const journal = await startedJournal();
  const device = toggles();
  const both = [tapOn('Wi-Fi')(emptyPage), tapOn('Hotspot')(emptyPage)].map((step) => withRef(step, 'e1'));
  await runEpisode(journal, crewOf(new ScriptedPlanner([both, done]), device), never);
  if (device.performed.length > 0) expect(device.performed).toHaveLength(1);
  expect(journal.of('call.rejected').at(-1)).toMatchObject({ decisionId: 'd2' });
});

test('P24 P26 a plan is kept with its revision, and an unchanged one appends no event', async () => {
  const journal = await startedJournal();
  const plan = { todos: [{ id: 'a', content: 'turn it on', status: 'in_progress' as const }] };
  const planner = new ScriptedPlanner([{ kind: 'revise_plan', plan }, { kind: 'revise_plan', plan }, tapOn('Wi-Fi'), done]);
  await runEpisode(journal, crewOf(planner, toggles()), never);
  expect(journal.of('plan.revised')).toHaveLength(1);
  expect(journal.episode.plan).toMatchObject({ revision: 1 });
  const acks = planner.seen[2]?.exchanges
    .concat(planner.seen[2].turn ?? [])
    .flatMap((turn) => turn.results.map((result) => JSON.parse(result.content)));
  expect(acks).toEqual([
    { ok: true, revision: 1, todoCount: 1, inProgress: 'a' },
    { ok: true, revision: 1, todoCount: 1, inProgress: 'a' },
  ]);
});

test('P27 the third planner-only iteration in a row is refused with planner_overuse_execute_next_step', async () => {
  const journal = await startedJournal();
  const plan = (content: string): ScriptedStep => ({ kind: 'revise_plan', plan: { todos: [{ id: 'a', content, status: 'pending' }] } });
  await runEpisode(journal, crewOf(new ScriptedPlanner([plan('one'), plan('two'), plan('three'), tapOn('Wi-Fi'), done]), toggles()), never);
  expect(journal.of('call.rejected')).toMatchObject([{ code: 'planner_overuse_execute_next_step' }]);
  expect(journal.episode.plan?.revision).toBe(2);
});

test('P37 two replies without a tool call end the episode with its own reason', async () => {
  const journal = await startedJournal();
  const silent = { failed: { code: 'no_tool_call' as const, message: 'call one tool' }, usage: null };
  const end = await runEpisode(journal, crewOf(new ScriptedPlanner([silent, silent]), toggles()), never);
  expect(end.reason).toBe('no_action');
});

test('P33 the limit of steps ends the episode only after the last action was judged', async () => {
  const journal = await startedJournal({ limits: { ...defaultLimits, maxSteps: 1 } });
  const end = await runEpisode(journal, crewOf(new ScriptedPlanner([tapOn('Wi-Fi')]), toggles()), never);
  expect(end.reason).toBe('out_of_steps');
  expect(journal.of('action.judged')).toHaveLength(1);
});

test('P33 a planner that repeats itself is nudged, then told to replan, then stopped', async () => {
  const journal = await startedJournal();
  const deaf = new ScriptedDevice(off, (screen) => screen);
  const end = await runEpisode(journal, crewOf(new ScriptedPlanner(Array.from({ length: 20 }, () => tapOn('Wi-Fi'))), deaf), never);
  expect(['repeating', 'stagnated', 'out_of_replans']).toContain(end.reason);
  expect(journal.of('plan.doubted').length).toBeGreaterThan(0);
  expect(deaf.performed.length).toBeLessThan(10);
});

test('P36 killed after any event, the episode goes on to the same end and the phone is never touched twice', async () => {
  const whole = await startedJournal();
  await runEpisode(whole, crewOf(new ScriptedPlanner([tapOn('Wi-Fi'), done]), toggles()), never);
  for (let kill = 1; kill < whole.envelopes.length; kill++) {
    const device = toggles();
    const journal = await startedJournal();
    journal.dieAfter = kill;
    await runEpisode(journal, crewOf(new ScriptedPlanner([tapOn('Wi-Fi'), done]), device), never).catch((error: Error) =>
      expect(error.message).toBe('killed'),
    );
    const resumed = new MemoryJournal(journal.envelopes);
    await resumed.append({ type: 'device_session.opened', sessionId: 's2', driver: 'fake' });
    const planner = new ScriptedPlanner(
      Array.from({ length: 4 }, () => (episode) => (device.screen === on ? done : tapOn('Wi-Fi')(episode))),
    );
    const end = await runEpisode(resumed, crewOf(planner, device), never);
    expect(end.reason).toBe('goal_reached');
    expect(device.performed, `killed after event ${kill}`).toHaveLength(1);
    expect(fold(resumed.envelopes)).toEqual(resumed.episode);
  }
});

const emptyPage = { page: null };
function withRef(step: ScriptedStep, ref: string): ScriptedStep {
  return step.kind === 'act' ? { ...step, action: { name: 'tap', ref } } : step;
}
