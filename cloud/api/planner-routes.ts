import { DecideRequest, type DecideResponse } from '../contract/wire.ts';
import { holderWith } from './access.ts';
import type { App } from './app.ts';
import { recordPlannerDecision } from './record-planner-decision.ts';
import type { Services } from './services.ts';

const decideWithinMs = 15 * 60_000;

export function plannerRoutes(app: App, services: Services): void {
  app.post('/v1/planner/decide', { schema: { body: DecideRequest } }, async (request, reply): Promise<DecideResponse> => {
    await holderWith(services, request, 'planner:decide');
    const hungUp = new AbortController();
    reply.raw.once('close', () => hungUp.abort(new Error('the caller hung up')));
    return recordPlannerDecision(services, request.body, AbortSignal.any([hungUp.signal, AbortSignal.timeout(decideWithinMs)]));
  });
}
