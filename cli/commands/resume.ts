import { systemClock } from '../../host-agent/clock.ts';
import { openJournal, readJournal } from '../../host-agent/journal/file-journal.ts';
import type { Uploader } from '../../host-agent/journal/upload.ts';
import { createTerminalView } from '../../host-agent/terminal-view.ts';
import { AiPlanner } from '../../runtime/planner/ai-planner.ts';
import { fold } from '../../world/episode.ts';
import { AppError } from '../../world/errors.ts';
import type { Settings } from '../config.ts';
import { lockDevice, openHome } from '../home.ts';
import { onInterrupt } from '../interrupt.ts';
import { fileLog } from '../log-file.ts';
import { explain, type Output } from '../output.ts';
import { performEpisode, uploadOf } from '../perform-episode.ts';
import { choosePlanner, plannerClient } from '../planner.ts';
import { exitCodeOfOutcome, plannerProblem, resultOf } from '../result.ts';
import { findDevice, joinCloud, readyDevice } from '../stack.ts';
import { Teardown } from '../teardown.ts';
import { findEpisode } from './show.ts';

/**
 * Goes on with an episode from its last event, on the device it was begun on. One that ended is brought to the cloud if it is
 * not there yet, and its result is printed again.
 */
export async function resume(asked: string, settings: Settings, output: Output): Promise<number> {
  const home = openHome(settings.home);
  const id = await findEpisode(asked, home);
  const before = fold(await readJournal(home.journals, id));
  const { device: begunOn, planner: shownAs, model } = before;
  if (begunOn === null) throw new AppError('journal_broken', `the journal of ${id} does not say on which device it was begun`);
  const interrupt = onInterrupt(output.warn);
  const teardown = new Teardown();
  const { signal } = interrupt;
  try {
    const lock = await lockDevice(home, begunOn.id);
    teardown.add('the lock of the device', () => lock.release());
    const log = fileLog(home);
    const cloud = await joinCloud(settings, home, teardown, signal);
    const consoleUrl = cloud.own ? `${cloud.url}/console/episodes/${id}?key=${cloud.key}` : null;
    const view = createTerminalView({ out: output.progress, colour: (settings.env.NO_COLOR ?? '') === '' });
    let uploader: Uploader | null = null;
    const journal = await openJournal(home.journals, id, {
      clock: systemClock,
      onAppend: (envelope) => {
        view.show(envelope);
        uploader?.wake();
      },
    });
    teardown.add('the journal', () => journal.close());
    for (const envelope of journal.envelopes) view.show(envelope);
    uploader = uploadOf(journal, { home, cloud, log, teardown });
    uploader.wake();
    if (journal.episode.ended !== null) {
      await uploader.flush(20_000);
      view.close();
      output.result(resultOf(journal.episode, model, consoleUrl), `The episode ${id} has ended already.`);
      return exitCodeOfOutcome(journal.episode, false);
    }
    const found = await findDevice(begunOn.id, signal);
    const device = await readyDevice({ device: found, seed: 1, adoptOnly: true, keepPhone: false }, settings, home, teardown, signal);
    // The rehearsal model answers behind every cloud, as it did for the demo.
    const choice = choosePlanner(
      { planner: shownAs === 'rehearsal' ? 'cloud' : shownAs, device: begunOn.id, ...(model === null ? {} : { model }) },
      settings.env,
    );
    const client = await plannerClient(choice, { cloud, env: settings.env, teardown, log, signal });
    const planner = new AiPlanner({ client, name: shownAs });
    const { episode } = await performEpisode(
      journal,
      uploader,
      { home, cloud, device, planner, env: settings.env, interactive: !output.json && process.stdin.isTTY, log, teardown },
      signal,
    );
    view.close();
    const problem = plannerProblem(episode);
    if (problem !== null) output.warn(explain(problem).line);
    output.result(resultOf(episode, client.model, consoleUrl), `Episode ${id}: tapwright show ${id.slice(0, 13)}`);
    return exitCodeOfOutcome(episode, interrupt.interrupted());
  } finally {
    await teardown.run(output.warn);
    interrupt.dispose();
  }
}
