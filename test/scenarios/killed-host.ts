// A host as `tapwright run` and `resume` make one, around a phone, an Appium server, a model and a cloud that others started.
// It kills itself, as kill -9 would, right after an event was made durable; that is all that is special about it.

import { openHome } from '../../cli/home.ts';
import { performEpisode, uploadOf } from '../../cli/perform-episode.ts';
import { rehearsalClient } from '../../cli/rehearsal.ts';
import { Teardown } from '../../cli/teardown.ts';
import { systemClock } from '../../host-agent/clock.ts';
import { createCloudClient } from '../../host-agent/cloud-client.ts';
import { createJournal, openJournal } from '../../host-agent/journal/file-journal.ts';
import type { Uploader } from '../../host-agent/journal/upload.ts';
import { AiPlanner } from '../../runtime/planner/ai-planner.ts';
import { PROMPT_VERSION } from '../../runtime/planner/prompts.ts';
import { PhoneClient } from '../../simulator/phone/client.ts';
import { defaultLimits } from '../../world/limits.ts';

export interface HostOrders {
  readonly home: string;
  readonly episodeId: string;
  readonly goal: string;
  readonly cloud: { readonly url: string; readonly key: string };
  readonly appiumUrl: string;
  readonly phone: { readonly url: string; readonly token: string };
  readonly model: { readonly url: string; readonly key: string };
  readonly resume: boolean;
  /** Dies when this many events are on disk; null lives to the end. */
  readonly dieAfter: number | null;
}

const orders = JSON.parse(process.argv[2] ?? '{}') as HostOrders;
const home = openHome(orders.home);
const teardown = new Teardown();
const log = () => undefined;
let uploader: Uploader | null = null;
let count = 0;
const onAppend = (): void => {
  count++;
  if (count === orders.dieAfter) process.kill(process.pid, 'SIGKILL');
  uploader?.wake();
};
const open = orders.resume ? openJournal : createJournal;
const journal = await open(home.journals, orders.episodeId, { clock: systemClock, onAppend });
count = journal.envelopes.length;
const cloud = { client: createCloudClient(orders.cloud), ...orders.cloud, own: true };
uploader = uploadOf(journal, { home, cloud, log, teardown });
const info = { id: 'sim', name: 'Simulated phone', platform: 'android', osVersion: '14', simulated: true } as const;
const client = await rehearsalClient(orders.model, 'rehearsal-1', {});
if (!orders.resume) {
  const { episodeId: taskId, goal } = orders;
  await journal.append({
    type: 'episode.started',
    taskId,
    goal,
    check: null,
    device: info,
    planner: 'rehearsal',
    model: client.model,
    limits: defaultLimits,
    promptVersion: PROMPT_VERSION,
    agentPlanner: true,
  });
}
const phone = new PhoneClient(orders.phone);
const { episode, pending } = await performEpisode(
  journal,
  uploader,
  {
    home,
    cloud,
    planner: new AiPlanner({ client, name: 'rehearsal' }),
    env: {},
    interactive: false,
    log,
    teardown,
    device: {
      info,
      appiumUrl: orders.appiumUrl,
      driver: 'TapwrightSim (simulated)',
      behind: { state: () => phone.state(), before: await phone.state() },
      capabilities: {
        platformName: 'Android',
        'appium:automationName': 'TapwrightSim',
        'appium:udid': 'sim',
        'appium:phoneUrl': orders.phone.url,
        'appium:phoneToken': orders.phone.token,
      },
    },
  },
  AbortSignal.timeout(90_000),
);
await journal.close();
await teardown.run(() => undefined);
process.stdout.write(`${JSON.stringify({ reason: episode.ended?.reason, verified: episode.verified, pending })}\n`);
process.exit(0);
