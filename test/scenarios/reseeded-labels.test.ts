import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeGoal, PhoneFacts, readGoal } from '../../cli/goal-check.ts';
import { rehearsalClient } from '../../cli/rehearsal.ts';
import { systemClock } from '../../host-agent/clock.ts';
import { runEpisode } from '../../runtime/loop.ts';
import { AiPlanner } from '../../runtime/planner/ai-planner.ts';
import { launchModel, type RunningModel } from '../../simulator/model/launch.ts';
import { crewOf } from '../fakes/crew.ts';
import { startedJournal } from '../fakes/memory-journal.ts';
import { type Bench, startBench } from '../host-agent/device/simulated-phone.ts';

let bench: Bench;
let model: RunningModel;

beforeAll(async () => {
  [bench, model] = await Promise.all([startBench(), launchModel()]);
}, 120_000);

afterAll(async () => {
  await Promise.all([bench?.close(), model?.stop()]);
});

/** Goals made from what the phone calls its settings right now; the rehearsal model is told nothing else of the phone. */
function goalsOn({ settings }: PhoneFacts): string[] {
  const called = (key: string): string => settings[key]?.label ?? key;
  const timeout = settings.screen_timeout;
  const other = timeout?.options?.find((option) => option.value !== timeout.value)?.label ?? '';
  return [
    `Turn on ${called('airplane_mode')}`,
    `Turn off ${called('wifi')}`,
    `Turn on ${called('dark_theme')}`,
    `Set ${called('screen_timeout')} to ${other}`,
  ];
}

/** How many of the goals the phone's own state says were reached. */
async function score(labels: number): Promise<{ reached: string[]; missed: string[] }> {
  const { client } = bench.phone;
  const reached: string[] = [];
  const missed: string[] = [];
  await client.reset({ labels });
  const goals = goalsOn(PhoneFacts.parse(await client.state()));
  for (const goal of goals) {
    await client.reset({ labels });
    const device = await bench.open();
    const journal = await startedJournal({ goal });
    try {
      const planner = new AiPlanner({ client: await rehearsalClient(model, 'rehearsal-1', {}), name: 'rehearsal' });
      await runEpisode(
        journal,
        crewOf(planner, device, { clock: { now: () => 0, sleep: systemClock.sleep } }),
        AbortSignal.timeout(120_000),
      );
    } finally {
      await device.close();
    }
    const { passed } = judgeGoal(readGoal(goal) ?? [], PhoneFacts.parse(await client.state()));
    (passed === true ? reached : missed).push(goal);
  }
  return { reached, missed };
}

test('the rehearsal model holds none of the phone’s labels: it keeps its score when they are all replaced by other words', {
  timeout: 600_000,
}, async () => {
  const plain = await score(0);
  expect(plain.missed).toEqual([]);
  const reseeded = await score(11);
  expect(reseeded.missed).toEqual([]);
  expect(reseeded.reached.filter((goal) => plain.reached.includes(goal))).toEqual([]);
});
