import type { ToolCallingClient } from '../runtime/llm/tool-calling-client.ts';
import type { Clock } from '../runtime/ports.ts';
import { AppError, asAppError } from '../world/errors.ts';
import type { CloudClient } from './cloud-client.ts';

export interface CloudPlannerOptions {
  readonly cloud: CloudClient;
  /** Null: the cloud's own choice. */
  readonly model: string | null;
  readonly clock: Clock;
  /** How often a cloud that cannot be reached is asked again; the model itself is retried by the cloud. */
  readonly retries?: number;
}

/** The model behind the cloud's planner proxy: its keys stay there, and its decision rows are stored before it answers. */
export function createCloudPlannerClient({ cloud, model, clock, retries = 3 }: CloudPlannerOptions): ToolCallingClient {
  return {
    provider: 'cloud',
    model: model ?? 'cloud-default',
    async decide(briefing, { signal }) {
      for (let attempt = 0; ; attempt++) {
        try {
          return (await cloud.decide({ model, briefing }, signal)).reply;
        } catch (error) {
          const problem = asAppError(error);
          // A decision that was made and not heard is recorded and paid for once more: a lost answer costs money, not a wrong touch.
          if (problem.code !== 'cloud_unreachable' || attempt >= retries) throw asPlannerError(problem);
          await clock.sleep(400 * 2 ** attempt, signal).catch(() => {
            throw new AppError('cancelled', 'stopped while waiting for the cloud');
          });
        }
      }
    },
  };
}

function asPlannerError(problem: AppError): AppError {
  switch (problem.code) {
    case 'cloud_unreachable':
    case 'timed_out':
    case 'database_failed':
      return new AppError('planner_unavailable', problem.message, { cause: problem });
    case 'unauthorized':
    case 'forbidden':
      return new AppError('planner_key_invalid', `the cloud refuses this host's key: ${problem.message}`, { cause: problem });
    case 'request_invalid':
    case 'not_found':
    case 'conflict':
      return new AppError('planner_rejected', problem.message, { cause: problem });
    default:
      return problem;
  }
}
