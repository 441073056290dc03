import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../host-agent/clock.ts';
import { createCloudClient } from '../../host-agent/cloud-client.ts';
import { createCloudPlannerClient } from '../../host-agent/cloud-planner-client.ts';
import type { Briefing, Reply } from '../../runtime/llm/tool-calling-client.ts';
import { problem, SmallCloud } from './small-cloud.ts';

const signal = new AbortController().signal;
const briefing: Briefing = {
  system: 's',
  tools: [],
  goal: 'g',
  history: [],
  tail: 't',
  image: null,
  exchanges: [],
  about: {
    taskId: 't',
    episodeId: '01890000-0000-7000-8000-0000000000cc',
    seq: 1,
    step: 1,
    page: 'Home',
    observationHash: null,
    promptVersion: 'p',
    shadow: false,
  },
};
const reply: Reply = {
  decisions: [],
  text: 'hello',
  stopReason: 'end_turn',
  unusable: null,
  assistant: [{ type: 'text', text: 'hello' }],
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, costUsd: null },
};

async function cloudWith(decide: (body: unknown) => unknown = () => ({ provider: 'anthropic', model: 'm', reply })): Promise<SmallCloud> {
  const cloud = new SmallCloud();
  cloud.decide = decide;
  await cloud.start();
  onTestFinished(() => cloud.stop());
  return cloud;
}
const clientOf = ({ url }: { url: string }, withinMs = 2_000) =>
  createCloudClient({ url, key: 'test-key', withinMs, decideWithinMs: withinMs });

test('a decision is asked of the cloud and its reply comes back whole', async () => {
  const asked: unknown[] = [];
  const cloud = await cloudWith((body) => {
    asked.push(body);
    return { provider: 'anthropic', model: 'm', reply };
  });
  const planner = createCloudPlannerClient({ cloud: clientOf(cloud), model: 'm', clock: systemClock });
  expect(await planner.decide(briefing, { signal })).toEqual(reply);
  expect(asked).toEqual([{ model: 'm', briefing }]);
});

test("the cloud's own problems keep their code; a host's key is never in a message", async () => {
  const cloud = await cloudWith();
  for (const [status, code] of [
    [409, 'conflict'],
    [404, 'episode_unknown'],
    [503, 'planner_unavailable'],
  ] as const) {
    cloud.answers.push({ status, body: problem(status, code, 'because') });
    await expect(clientOf(cloud).listEpisodes(signal)).rejects.toMatchObject({ code, message: 'because' });
  }
  const error = await createCloudClient({ url: cloud.url, key: 'sk-very-secret' })
    .listEpisodes(signal)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(JSON.stringify(error) + String(error)).not.toContain('sk-very-secret');
});

test('an answer that is not as agreed is refused by name', async () => {
  const cloud = await cloudWith(() => ({ provider: 'anthropic', model: 'm', reply: { ...reply, usage: null } }));
  await expect(clientOf(cloud).decide({ model: null, briefing }, signal)).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('reply.usage'),
  });
});

test('D1 a cloud that does not answer, hangs, or breaks off is unreachable within its deadline', async () => {
  const url = await hangingServer();
  const began = performance.now();
  await expect(clientOf({ url }, 300).listEpisodes(signal)).rejects.toMatchObject({ code: 'cloud_unreachable' });
  await expect(clientOf({ url }, 300).getEpisode('x', signal)).rejects.toMatchObject({ code: 'cloud_unreachable' });
  await expect(clientOf({ url: 'http://127.0.0.1:1' }, 300).listEpisodes(signal)).rejects.toMatchObject({ code: 'cloud_unreachable' });
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('P36 a cancelled request ends at once as cancelled', async () => {
  const url = await hangingServer();
  for (const ask of [clientOf({ url }, 10_000).listEpisodes, (stop: AbortSignal) => clientOf({ url }, 10_000).getEpisode('x', stop)]) {
    const stopping = new AbortController();
    const asked = ask(stopping.signal);
    setTimeout(() => stopping.abort(), 50);
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await expect(ask(stopping.signal)).rejects.toMatchObject({ code: 'cancelled' });
  }
});

/** Begins an answer to one address and never ends it; says nothing to any other. */
async function hangingServer(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/v1/episodes')
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"epi');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

test('a planner behind a cloud that is away is unavailable, after a bounded number of tries', async () => {
  const cloud = await cloudWith();
  cloud.answers.push({ status: 503, body: 'x' }, { status: 502, body: 'x' });
  const planner = createCloudPlannerClient({ cloud: clientOf(cloud), model: null, clock: systemClock, retries: 2 });
  expect(await planner.decide(briefing, { signal })).toEqual(reply);
  cloud.answers.push(...Array.from({ length: 3 }, () => ({ status: 503, body: 'x' })));
  await expect(planner.decide(briefing, { signal })).rejects.toMatchObject({ code: 'planner_unavailable' });
  cloud.key = 'other';
  await expect(planner.decide(briefing, { signal })).rejects.toMatchObject({ code: 'planner_key_invalid' });
});
