import type { Unjudged } from '../world/episode.ts';
import type { EventOf } from '../world/episode-event.ts';
import { judgeAction } from '../world/judge-action.ts';
import type { Page } from '../world/page.ts';
import { see } from '../world/see.ts';
import { assess } from './assess.ts';
import { endEpisode } from './closing.ts';
import type { Crew, Journal } from './ports.ts';
import { takeTurn } from './take-turn.ts';

/**
 * Drives one device towards one goal. Nothing is remembered but what the journal holds, so an episode whose host was
 * killed goes on from its last event. Resolves with the end; throws only what ends the attempt and not the episode
 * (AppError `device_lost`, `session_lost`, or a journal that cannot be written).
 */
export async function runEpisode(journal: Journal, crew: Crew, signal: AbortSignal): Promise<EventOf<'episode.ended'>> {
  await settleInterrupted(journal);
  for (;;) {
    const { episode } = journal;
    if (episode.ended !== null) return episode.ended;
    const verdict = assess(episode, crew.clock.now(), signal, crew.stop.pressed());
    if (verdict.kind === 'stop') await endEpisode(journal, verdict.reason);
    else if (episode.needsLook) await look(journal, crew, signal);
    else if (episode.unjudged !== null && episode.page !== null) await judge(journal, episode.unjudged, episode.page);
    else {
      if (verdict.kind === 'replan') await journal.append({ type: 'plan.doubted', because: verdict.because });
      await takeTurn(journal, crew, signal);
    }
  }
}

/** An action under way when the host died may have happened: it is looked at, never sent again. Calls not begun are decided anew. */
async function settleInterrupted(journal: Journal): Promise<void> {
  const { inFlight, turn } = journal.episode;
  if (inFlight !== null) {
    const failure = { code: 'interrupted', message: 'the host stopped during this action; it may have happened' };
    await journal.append({ type: 'action.finished', decisionId: inFlight.decisionId, failure, landed: null, durationMs: 0 });
  }
  for (const { decisionId } of turn?.pending ?? []) {
    if (decisionId === inFlight?.decisionId) continue;
    await journal.append({ type: 'call.rejected', decisionId, code: 'not_executed', because: 'Not executed: the host was restarted.' });
  }
}

async function look(journal: Journal, { device, clock }: Crew, signal: AbortSignal): Promise<void> {
  const seen = await device.observe(signal);
  if (seen.kind === 'unreadable') {
    const { code, message, screenshot } = seen;
    await journal.append({ type: 'page.unreadable', code, message, screenshot });
    await clock.sleep(500, signal).catch(() => undefined); // an abort is the next verdict's business
    return;
  }
  const { page: before, unjudged } = journal.episode;
  const page = see(before, seen);
  const { source, screenshot } = seen;
  const observed = journal.append({ type: 'page.observed', page, observationHash: source.sha256, source, screenshot });
  // Begun before the first is durable, so that both share one write; their order is kept.
  await Promise.all([observed, unjudged === null ? undefined : judge(journal, unjudged, page)]);
}

/** Judges an action from the page it led to (rule P44); calls that stood behind it in the same reply are answered if it changed anything. */
async function judge(journal: Journal, { started, finished, before, target }: Unjudged, after: Page): Promise<void> {
  const { pending } = journal.episode.turn ?? { pending: [] };
  const {
    judge: version,
    note,
    ...judged
  } = judgeAction({
    action: started.action,
    before,
    after,
    target,
    failure: finished.failure,
    landed: finished.landed,
    ...(started.expect === undefined ? {} : { expect: started.expect }),
  });
  const { success, effect, judgedBy, observed } = judged;
  const { decisionId } = started;
  await journal.append({
    type: 'action.judged',
    decisionId,
    success,
    effect,
    judgedBy,
    judge: version,
    observed,
    ...(note === undefined ? {} : { note }),
  });
  if (success && effect === 'unchanged') return;
  const because = success ? 'Not executed: the page changed.' : 'Not executed: the call before it failed.';
  for (const step of pending) await journal.append({ type: 'call.rejected', decisionId: step.decisionId, code: 'not_executed', because });
}
