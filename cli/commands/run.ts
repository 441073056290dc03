import { systemClock } from '../../host-agent/clock.ts';
import { createJournal } from '../../host-agent/journal/file-journal.ts';
import type { Uploader } from '../../host-agent/journal/upload.ts';
import { createTerminalView } from '../../host-agent/terminal-view.ts';
import { AiPlanner } from '../../runtime/planner/ai-planner.ts';
import { PROMPT_VERSION } from '../../runtime/planner/prompts.ts';
import { timeOrderedIds } from '../../runtime/time-ordered-ids.ts';
import type { Limits } from '../../world/episode-event.ts';
import { defaultLimits } from '../../world/limits.ts';
import type { Settings } from '../config.ts';
import { readGoalText } from '../goal-text.ts';
import { lockDevice, openHome } from '../home.ts';
import { onInterrupt } from '../interrupt.ts';
import { fileLog } from '../log-file.ts';
import { explain, type Output } from '../output.ts';
import { performEpisode, uploadOf } from '../perform-episode.ts';
import { choosePlanner, type PlannerChoice, plannerClient } from '../planner.ts';
import { exitCodeOfOutcome, plannerProblem, resultOf } from '../result.ts';
import { requireSecrets } from '../secrets.ts';
import { findDevice, joinCloud, readyDevice } from '../stack.ts';
import { startAll, Teardown } from '../teardown.ts';

export interface RunOptions {
  readonly goal: string;
  readonly device: string;
  readonly planner?: string;
  readonly model?: string;
  readonly maxSteps?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
  readonly seed: number;
  /** Leave everything running after the end until Ctrl-C. */
  readonly keep?: boolean;
}

/** Does one task on one device, from a cold start to everything stopped again. */
export async function run(options: RunOptions, settings: Settings, output: Output): Promise<number> {
  const goal = readGoalText(options.goal);
  const home = openHome(settings.home);
  const interrupt = onInterrupt(output.warn);
  const teardown = new Teardown();
  const { signal } = interrupt;
  try {
    const found = await findDevice(options.device, signal);
    const choice = choosePlanner(options, settings.env);
    requireSecrets(goal, settings.env);
    const lock = await lockDevice(home, options.device);
    teardown.add('the lock of the device', () => lock.release());
    const log = fileLog(home);
    const limits = limitsOf(options);
    announce(options, choice, limits, home.root, output);

    const began = performance.now();
    const [cloud, device] = await startAll(
      signal,
      (within) => joinCloud(settings, home, teardown, within, { rehearsal: choice.name === 'cloud' && choice.standIn }),
      (within) => readyDevice({ device: found, seed: options.seed, adoptOnly: false, keepPhone: false }, settings, home, teardown, within),
    );
    const client = await plannerClient(choice, { cloud, env: settings.env, teardown, log, signal });
    const episodeId = timeOrderedIds(systemClock.now).next();
    const consoleUrl = cloud.own ? `${cloud.url}/console/episodes/${episodeId}?key=${cloud.key}` : null;
    output.say(`Ready after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
    if (consoleUrl !== null) output.say(`Console: ${consoleUrl}`);

    const view = createTerminalView({ out: output.progress, colour: (settings.env.NO_COLOR ?? '') === '' });
    let uploader: Uploader | null = null;
    const journal = await createJournal(home.journals, episodeId, {
      clock: systemClock,
      onAppend: (envelope) => {
        view.show(envelope);
        uploader?.wake();
      },
    });
    teardown.add('the journal', () => journal.close());
    uploader = uploadOf(journal, { home, cloud, log, teardown });
    await journal.append({
      type: 'episode.started',
      taskId: episodeId,
      goal,
      check: null,
      device: device.info,
      planner: choice.shownAs,
      model: client.model,
      limits,
      promptVersion: PROMPT_VERSION,
      agentPlanner: true,
    });
    const planner = new AiPlanner({ client, name: choice.shownAs });
    const { episode, pending } = await performEpisode(
      journal,
      uploader,
      { home, cloud, device, planner, env: settings.env, interactive: !output.json && process.stdin.isTTY, log, teardown },
      signal,
    );
    view.close();
    const problem = plannerProblem(episode);
    if (problem !== null) output.warn(explain(problem).line);
    if (pending > 0)
      output.warn(`tapwright: ${pending} events are on disk only; they go to the cloud with \`tapwright resume ${episodeId}\``);

    const result = resultOf(episode, client.model, consoleUrl);
    if (options.keep === true && !signal.aborted) {
      output.say('Everything is left running; Ctrl-C stops it.');
      await untilAborted(signal);
      output.result(result, '');
      return exitCodeOfOutcome(episode, false);
    }
    output.result(result, `Episode ${episodeId}: tapwright show ${episodeId.slice(0, 13)}`);
    return exitCodeOfOutcome(episode, interrupt.interrupted());
  } finally {
    await teardown.run(output.warn);
    interrupt.dispose();
  }
}

function limitsOf({ maxSteps, maxCost, maxMinutes }: RunOptions): Limits {
  return {
    ...defaultLimits,
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    ...(maxMinutes === undefined ? {} : { maxWallMs: Math.round(maxMinutes * 60_000) }),
  };
}

/** Said before anything starts: who decides, what it may cost, what it may do, and where pictures go. */
function announce(
  { goal, device }: RunOptions,
  { shownAs, model, standIn }: PlannerChoice,
  limits: Limits,
  home: string,
  output: Output,
): void {
  const simulated = device === 'sim';
  output.say(`Goal     ${goal}`);
  output.say(`Device   ${simulated ? 'a simulated phone (a stand-in, not a real one)' : device}`);
  output.say(`Planner  ${shownAs}${model === null ? '' : `, model ${model}`}${standIn ? ' (a stand-in: a rehearsal model, no AI)' : ''}`);
  output.say(
    `Budget   ${limits.maxSteps} steps, ${Math.round(limits.maxWallMs / 60_000)} minutes, ${limits.maxCostUsd === null ? 'no limit of cost' : `${limits.maxCostUsd} USD`}`,
  );
  output.say(
    `Policy   ${simulated ? 'everything is allowed on a simulated phone' : 'what cannot be taken back (pay, send, delete, install, permissions) is asked about first'}`,
  );
  output.say(`Pictures ${home}/artifacts, and in the log of decisions${standIn ? '' : '; none go to the model'}`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
