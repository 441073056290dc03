import { endEpisode } from '../runtime/closing.ts';
import { runEpisode } from '../runtime/loop.ts';
import type { Crew, Journal } from '../runtime/ports.ts';
import type { EventOf } from '../world/episode-event.ts';
import { AppError, asAppError } from '../world/errors.ts';
import type { AppiumDevice } from './device/appium-device.ts';
import type { Log } from './log.ts';

export interface AttemptOptions {
  readonly journal: Journal;
  /** Opens a device session; called again, a bounded number of times, when one is lost. */
  readonly openDevice: (signal: AbortSignal) => Promise<AppiumDevice>;
  readonly driver: string;
  readonly crew: Omit<Crew, 'device'>;
  readonly log: Log;
}

/** Sessions lost in a row, without a step between them, before the device counts as lost. */
const maxLost = 3;

/**
 * One attempt at an episode on one device: a session, the loop, and a new session when the old one is lost. What was under
 * way then is settled by looking (rule D5). The session is ended whatever happens (rule D6).
 */
export async function runAttempt(
  { journal, openDevice, driver, crew, log }: AttemptOptions,
  signal: AbortSignal,
): Promise<EventOf<'episode.ended'>> {
  let lost = 0;
  let stepsAtLoss = -1;
  for (;;) {
    let device: AppiumDevice | null = null;
    try {
      device = await openDevice(signal);
      await journal.append({ type: 'device_session.opened', sessionId: device.sessionId, driver });
      return await runEpisode(journal, { ...crew, device }, signal);
    } catch (error) {
      const { code, message } = asAppError(error);
      if (signal.aborted) return await ended(journal, 'cancelled');
      if (code !== 'session_lost' && code !== 'device_lost' && code !== 'appium_failed') throw error;
      lost = journal.episode.step === stepsAtLoss ? lost + 1 : 1;
      stepsAtLoss = journal.episode.step;
      log('session.lost', { code, message, lost });
      if (lost >= maxLost) return await ended(journal, 'device_lost');
      await crew.clock.sleep(500 * lost, signal).catch(() => undefined);
    } finally {
      await device?.close();
    }
  }
}

async function ended(journal: Journal, reason: 'cancelled' | 'device_lost'): Promise<EventOf<'episode.ended'>> {
  if (journal.episode.ended === null) await endEpisode(journal, reason);
  if (journal.episode.ended === null) throw new AppError('internal', 'the end of the episode was not recorded');
  return journal.episode.ended;
}
