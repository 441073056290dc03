import { AppError, asAppError } from '../../world/errors.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';
import type { DecideRequest, DecideResponse } from '../contract/wire.ts';
import { putArtifact } from '../store/artifacts.ts';
import { contentHash } from '../store/canonical.ts';
import { decisionRow, lockEpisode, recordDecisions } from '../store/decision-log.ts';
import { requestRecord } from './request-record.ts';
import type { Services } from './services.ts';

/**
 * The operation `record_planner_decision`: asks the model, stores request and decisions, and only then answers. When they cannot be
 * stored nothing is handed out, and nothing is done on a device that the log does not know of (rule P45): throws `database_failed`.
 */
export async function recordPlannerDecision(
  services: Services,
  { model, briefing }: DecideRequest,
  signal: AbortSignal,
): Promise<DecideResponse> {
  const { database, tenant, now, secrets } = services;
  const client = await services.clientFor(model);
  const reply = await client.decide(briefing, { signal });
  const answer: DecideResponse = { provider: client.provider, model: client.model, reply };
  if (reply.unusable !== null || reply.decisions.length === 0) return answer;

  const { taskId, episodeId, seq, step, page, observationHash, promptVersion, shadow } = briefing.about;
  const request = requestRecord(client.provider, client.model, briefing, secrets);
  const at = now();
  try {
    await database.inTenant(tenant, async (tx) => {
      await lockEpisode(tx, episodeId);
      if (request.image !== null) await putArtifact(tx, tenant, 'image/png', request.image, at);
      const requestSha256 = await putArtifact(tx, tenant, 'application/json', Buffer.from(request.json), at);
      const toolsHash = contentHash(briefing.tools);
      const context = { taskId, episodeId, seq, step, at, page, observationHash, promptVersion, requestSha256, toolsHash, shadow };
      const rows = reply.decisions.map((decision) => decisionRow(decision, rationaleOf(decision), context));
      await recordDecisions(tx, tenant, episodeId, rows);
    });
  } catch (error) {
    const { message } = asAppError(error);
    throw new AppError('database_failed', `the model decided, but the decision could not be recorded and is not handed out: ${message}`, {
      cause: error,
    });
  }
  return answer;
}

/** Rule P41: the text before the call, else the `reflection` argument; one line, at most 280 characters. */
function rationaleOf({ textOutput, reflection }: ToolCallDecision): string | null {
  const line = (text: string | null) => text?.replace(/\s+/g, ' ').trim() || null;
  const said = line(textOutput) ?? line(reflection);
  if (said === null) return null;
  const letters = [...said];
  return letters.length <= 280 ? said : `${letters.slice(0, 279).join('')}…`;
}
