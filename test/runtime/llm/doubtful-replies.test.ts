import { afterEach, beforeEach, expect, test } from 'vitest';
import { runEpisode } from '../../../runtime/loop.ts';
import { AiPlanner } from '../../../runtime/planner/ai-planner.ts';
import { AnthropicServer, answering, type CannedAnswer, call, refusing, tap, text } from '../../fakes/anthropic-server.ts';
import { crewOf } from '../../fakes/crew.ts';
import { type MemoryJournal, startedJournal } from '../../fakes/memory-journal.ts';
import { clientOf } from '../../fakes/model-client.ts';
import { ScriptedDevice, screenOf } from '../../fakes/scripted-device.ts';

let server: AnthropicServer;
beforeEach(async () => {
  server = await AnthropicServer.start();
});
afterEach(() => server.stop());

const said = text('I tap the switch.');
const finish = answering({ content: [text('I give up.'), call('finish', { outcome: 'failed' })] });

async function episodeOf(...answers: readonly CannedAnswer[]): Promise<{ journal: MemoryJournal; device: ScriptedDevice }> {
  server.will(...answers);
  const device = new ScriptedDevice(screenOf('Settings', ['Wi-Fi', 'Bluetooth*']), (screen) => screen);
  const journal = await startedJournal();
  const { client } = clientOf(server.url, {}, { retry: { retries: 1, firstMs: 1, mostMs: 1 } });
  await runEpisode(journal, crewOf(new AiPlanner({ client, name: 'test' }), device), new AbortController().signal);
  return { journal, device };
}

for (const [what, content, stopReason] of [
  ['cut off in its call', [said, tap()], 'max_tokens'],
  ['cut off at the context window', [said, tap()], 'model_context_window_exceeded'],
  ['ended for a reason nobody knows', [said, tap()], 'brand_new'],
  ['ended as if there were no call', [said, tap()], 'end_turn'],
] as const)
  test(`A10 a reply that was ${what} touches nothing, is asked for once more, and then the episode has an end of its own`, async () => {
    const { journal, device } = await episodeOf(answering({ content, stopReason }), answering({ content, stopReason }));
    expect(device.performed).toEqual([]);
    expect(journal.of('turn.failed')).toHaveLength(2);
    expect(journal.of('episode.ended')).toMatchObject([{ reason: 'no_action', outcome: 'failed' }]);
    expect(journal.episode.usage.input).toBe(200); // it was paid for all the same
  });

test('A10 a refusal executes nothing and ends the episode as refused', async () => {
  const { journal, device } = await episodeOf(
    answering({ content: [tap()], stopReason: 'refusal', stopDetails: { type: 'refusal', category: 'general_harms' } }),
  );
  expect(device.performed).toEqual([]);
  expect(journal.of('turn.failed')).toMatchObject([{ code: 'refused', message: expect.stringContaining('general_harms') }]);
  expect(journal.of('episode.ended')).toMatchObject([{ reason: 'planner_refused' }]);
});

test('P37 words alone are answered with one reminder, and then they end the episode', async () => {
  const words = answering({ content: [text('The task is complete.')], stopReason: 'end_turn' });
  const { journal, device } = await episodeOf(words, words);
  expect(device.performed).toEqual([]);
  expect(journal.of('episode.ended')).toMatchObject([{ reason: 'no_action', outcome: 'failed' }]);
  expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ type: 'text', text: expect.stringContaining('called no tool') }],
  });
});

for (const [what, block, rawInput] of [
  ['two objects in a row', tap('e1'), '{"ref":"e1"}{"ref":"e2"}'],
  ['half an object', tap('e1'), '{"ref":"e1","purpo'],
  ['no purpose', call('tap', { ref: 'e1', expected_outcome: 'x' }), undefined],
  ['no expected outcome', call('tap', { ref: 'e1', purpose: 'x' }), undefined],
  ['an unknown tool', call('fly', { ref: 'e1', purpose: 'x', expected_outcome: 'y' }), undefined],
  ['a ref of no element', tap('e999'), undefined],
] as const)
  test(`O6 P39 E39 a call with ${what} touches nothing, and the model is told why in the same conversation`, async () => {
    const { journal, device } = await episodeOf(
      answering({ content: [said, block], ...(rawInput === undefined ? {} : { rawInput }) }),
      finish,
    );
    expect(device.performed).toEqual([]);
    expect(journal.of('action.started')).toEqual([]);
    expect(journal.of('call.rejected')).toHaveLength(1);
    expect(server.requests[1]?.body.messages.at(-1)).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: block.id,
          content: expect.stringContaining(journal.of('call.rejected')[0]?.because ?? '?'),
          is_error: true,
        },
      ],
    });
  });

test('M1 a service that is away ends the episode as that, and one that rejects the request as that', async () => {
  const away = await episodeOf(refusing(503, 'down', 'api_error'), refusing(503, 'down', 'api_error'));
  expect(away.journal.of('episode.ended')).toMatchObject([{ reason: 'planner_unavailable' }]);
  const rejected = await episodeOf(refusing(400, 'messages: too many'));
  expect(rejected.journal.of('episode.ended')).toMatchObject([{ reason: 'planner_rejected' }]);
  expect([...away.device.performed, ...rejected.device.performed]).toEqual([]);
});
