import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError, asAppError, type ErrorCode, errorCodes } from '../../world/errors.ts';
import type { Problem } from '../contract/wire.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** 500 events with their pages, or a request with its picture. */
const bodyLimit = 64 * 1024 * 1024;

/** An HTTP application that checks requests by zod schemas and answers every failure as problem+json with a code of ours. */
export function createApp(report: (error: AppError) => void): App {
  const app = fastify({
    bodyLimit,
    forceCloseConnections: true,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((thrown, _request, reply) => {
    const error = asRequestError(thrown);
    const status = statusOf(error.code);
    if (status >= 500) report(error);
    return reply.code(status).type('application/problem+json').send(problemOf(error));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('not_found', `there is no ${request.method} ${request.url.split('?')[0]} here`);
    return reply.code(404).type('application/problem+json').send(problemOf(error));
  });
  return app;
}

export function problemOf(error: AppError): Problem {
  const detail = error.code === 'internal' ? 'an unforeseen error; the log of the cloud has it' : error.message;
  return {
    type: `urn:tapwright:error:${error.code}`,
    title: error.code.replaceAll('_', ' '),
    status: statusOf(error.code),
    code: error.code,
    detail,
    hint: error.hint,
  };
}

/** What fastify itself refuses (a body too large, broken JSON, a schema) is the caller's to mend. */
function asRequestError(thrown: unknown): AppError {
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  if (!(thrown instanceof AppError) && thrown instanceof Error && typeof status === 'number' && status < 500) {
    return new AppError('request_invalid', thrown.message, { cause: thrown });
  }
  return asAppError(thrown);
}

const statuses: Partial<Record<ErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  episode_unknown: 404,
  conflict: 409,
  episode_ended: 409,
  request_invalid: 400,
  argument_invalid: 400,
  model_unknown: 400,
  planner_refused: 422,
  planner_rejected: 502,
  planner_key_invalid: 502,
  planner_unavailable: 503,
  database_failed: 503,
  setting_invalid: 503,
  home_busy: 409,
  cancelled: 499,
  timed_out: 504,
};

export function statusOf(code: ErrorCode): number {
  return statuses[code] ?? (errorCodes[code].mender === 'model' ? 400 : 500);
}
