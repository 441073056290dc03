import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runEpisode } from '../../../runtime/loop.ts';
import { AiPlanner } from '../../../runtime/planner/ai-planner.ts';
import { formOf } from '../../../simulator/model/anthropic/refuse.ts';
import { makeServer } from '../../../simulator/model/server.ts';
import { crewOf } from '../../fakes/crew.ts';
import { startedJournal } from '../../fakes/memory-journal.ts';
import { briefingOf, clientOf, testKey, unhurried } from '../../fakes/model-client.ts';
import { ScriptedDevice, screenOf } from '../../fakes/scripted-device.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  formOf();
  server = makeServer({ key: testKey, mode: 'plan', latencyMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(() => server.close());

/** Two switches behind one row; each tap on one turns it over. */
function settings(): ScriptedDevice {
  const on = new Set(['Wi-Fi']);
  const network = (): string =>
    screenOf(
      'Network',
      ['Wi-Fi', 'Dark theme'].map((name) => (on.has(name) ? `${name}*` : name)),
    );
  return new ScriptedDevice(screenOf('Settings', ['>Network']), (screen, action, target) => {
    const label = target?.element.label ?? '';
    if (action.name !== 'tap') return screen;
    if (label === 'Network') return network();
    if (!on.delete(label)) on.add(label);
    return network();
  });
}

for (const [model, thinks] of [
  ['rehearsal-1', true],
  ['rehearsal-0', true],
  ['rehearsal-plain', false],
] as const)
  test(`A1 A6 A7 P41 a whole episode with ${model}, which refuses what a provider would refuse`, { timeout: 120_000 }, async () => {
    const { client, log } = clientOf(url, { TAPWRIGHT_MODEL: model, THINKING_BUDGET_TOKENS: '2048' });
    const device = settings();
    const journal = await startedJournal({ goal: 'Turn off Wi-Fi and turn on dark theme' });
    await runEpisode(journal, crewOf(new AiPlanner({ client, name: 'rehearsal' }), device), new AbortController().signal);

    expect(journal.of('episode.ended')[0]).toMatchObject({ reason: 'goal_reached', outcome: 'achieved' });
    expect(device.performed.filter(({ name }) => name === 'tap')).toHaveLength(3);
    expect(journal.of('plan.revised').length).toBeGreaterThan(0); // so a conversation went on, with its thinking
    const decisions = journal.of('turn.planned').flatMap((turn) => turn.decisions);
    expect(decisions.every(({ textOutput }) => textOutput !== null)).toBe(true);
    expect(decisions.every(({ thinking }) => (thinking !== null) === thinks)).toBe(true);
    expect(journal.episode.rationaleMissing).toBe(0);
    expect(journal.episode.usage.cacheRead).toBeGreaterThan(0);
    expect(journal.episode.usage.costUsd).toBe(0);
    expect(log.map((line) => line.event).filter((name) => !name.startsWith('thinking.downgraded'))).toEqual([]);
  });

test('a wrong key and an unknown model are said to be that', async () => {
  await expect(
    clientOf(url, { ANTHROPIC_API_KEY: 'wrong-key' }).client.decide(briefingOf(), { signal: unhurried() }),
  ).rejects.toMatchObject({ code: 'planner_key_invalid' });
  await expect(clientOf(url, { TAPWRIGHT_MODEL: 'gpt-9' }).client.decide(briefingOf(), { signal: unhurried() })).rejects.toMatchObject({
    code: 'model_unknown',
  });
});
