import { runAttempt } from '../host-agent/attempt.ts';
import { systemClock } from '../host-agent/clock.ts';
import { openAppiumDevice } from '../host-agent/device/appium-device.ts';
import { noSecrets } from '../host-agent/device/secrets.ts';
import { openArtifacts } from '../host-agent/journal/artifacts.ts';
import type { FileJournal } from '../host-agent/journal/file-journal.ts';
import { startUpload, type Uploader } from '../host-agent/journal/upload.ts';
import type { Log } from '../host-agent/log.ts';
import { carefulPolicy } from '../runtime/policy.ts';
import type { Planner } from '../runtime/ports.ts';
import type { Episode } from '../world/episode.ts';
import { readGoal } from './goal-check.ts';
import type { Home } from './home.ts';
import { personAtTerminal } from './person.ts';
import { environmentSecrets } from './secrets.ts';
import type { JoinedCloud, ReadyDevice } from './stack.ts';
import { stopSwitch } from './stop-file.ts';
import type { Teardown } from './teardown.ts';
import { modelsWord, stateVerifier } from './verifier.ts';

export interface EpisodeParts {
  readonly home: Home;
  readonly cloud: JoinedCloud;
  readonly device: ReadyDevice;
  readonly planner: Planner;
  readonly env: NodeJS.ProcessEnv;
  readonly interactive: boolean;
  readonly log: Log;
  readonly teardown: Teardown;
}

/** How long the end of an episode waits for the cloud to take the last events; the rest stays on disk. */
const flushWithinMs = 20_000;

/** Starts the upload of a journal; `wake` is for the journal's `onAppend`. */
export function uploadOf(
  journal: FileJournal,
  { home, cloud, log, teardown }: Pick<EpisodeParts, 'home' | 'cloud' | 'log' | 'teardown'>,
): Uploader {
  const uploader = startUpload({
    cloud: cloud.client,
    episodeId: journal.episodeId,
    envelopes: journal.envelopes,
    artifacts: openArtifacts(home.artifacts),
    clock: systemClock,
    log,
  });
  teardown.add('the upload', () => uploader.stop());
  return uploader;
}

/** Runs the episode of this journal to its end on this device, and waits until the cloud has it. Returns what is still on disk only. */
export async function performEpisode(
  journal: FileJournal,
  uploader: Uploader,
  parts: EpisodeParts,
  signal: AbortSignal,
): Promise<{ episode: Episode; pending: number }> {
  const { home, device, planner, env, interactive, log } = parts;
  const stop = stopSwitch(home, journal.episodeId);
  const { episode } = journal;
  const artifacts = openArtifacts(home.artifacts);
  const { behind } = device;
  try {
    await runAttempt(
      {
        journal,
        driver: device.driver,
        log,
        openDevice: (within) =>
          openAppiumDevice(
            {
              url: device.appiumUrl,
              capabilities: device.capabilities,
              info: device.info,
              artifacts,
              secrets: environmentSecrets(env) ?? noSecrets,
              clock: systemClock,
              log,
            },
            within,
          ),
        crew: {
          planner,
          policy: carefulPolicy,
          person: personAtTerminal(interactive),
          clock: systemClock,
          stop,
          verifier: behind === null ? modelsWord : stateVerifier(readGoal(episode.goal), behind),
        },
      },
      signal,
    );
  } finally {
    stop.clear();
    await uploader.flush(flushWithinMs);
  }
  return { episode: journal.episode, pending: uploader.state.pending };
}
