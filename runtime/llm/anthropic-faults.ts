import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import type { ErrorCode } from '../../world/errors.ts';
import { CutStream } from './anthropic-stream.ts';
import { ProviderFault } from './retry.ts';

export interface FaultContext {
  readonly model: string;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** Taken out of everything that is said (rule M2). */
  readonly secrets: readonly string[];
  readonly now: () => number;
}

/** The answer was no event stream at all: something other than the service stands at this address. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** What the SDK threw, as a fault: which of our codes, in the provider's words without keys, and whether it may be sent again (rule M1). */
export function faultOf(error: unknown, context: FaultContext): ProviderFault {
  const { origin } = context;
  const fault = (
    code: ErrorCode,
    message: string,
    more: { again?: boolean; afterMs?: number | null; status?: number | null } = {},
  ): ProviderFault => new ProviderFault(withoutSecrets(message, context.secrets), { code, ...more });

  if (error instanceof ProviderFault) return error;
  if (error instanceof CutStream || error instanceof SyntaxError)
    return fault('planner_unavailable', `the reply of ${origin} broke off: ${error.message}`, { again: true });
  if (error instanceof WrongAnswer)
    return fault('planner_rejected', `${origin} is not the Messages API: ${error.message}; check ANTHROPIC_BASE_URL`);
  if (error instanceof APIConnectionTimeoutError) return fault('planner_unavailable', `${origin} did not answer in time`, { again: true });
  if (error instanceof APIConnectionError)
    return fault('planner_unavailable', `${origin} cannot be reached: ${causeOf(error)}`, { again: true });
  if (!(error instanceof APIError)) {
    if (isBrokenConnection(error))
      return fault('planner_unavailable', `the connection to ${origin} broke: ${causeOf(error)}`, { again: true });
    return fault('internal', error instanceof Error ? error.message : String(error));
  }

  const status = statusOf(error);
  const said = saidBy(error);
  const again = mayBeRepeated(error, status);
  const more = { status, again, afterMs: again ? retryAfter(error.headers, context.now()) : null };
  switch (status) {
    case 401:
      return fault('planner_key_invalid', `${origin} does not accept the key: ${said}`, more);
    case 403:
      return fault('planner_key_invalid', `the key may not do this at ${origin}: ${said}`, more);
    case 404:
      return error.type === 'not_found_error'
        ? fault('model_unknown', `${origin} does not offer ${JSON.stringify(context.model)}: ${said}`, more)
        : fault('planner_rejected', `${origin} has no Messages API: ${said}; check ANTHROPIC_BASE_URL`, more);
    case 413:
      return fault('planner_rejected', `the request is too large for ${origin}: ${said}`, more);
    default:
      return again
        ? fault('planner_unavailable', `${origin} answers ${status}: ${said}`, more)
        : fault('planner_rejected', `${origin} rejects the request (${status}): ${said}`, more);
  }
}

/** An `error` event inside a 200 stream has no status; its type says which it would have been (rule A11). */
function statusOf({ status, type }: InstanceType<typeof APIError>): number {
  if (status !== undefined) return status;
  switch (type) {
    case 'invalid_request_error':
      return 400;
    case 'authentication_error':
      return 401;
    case 'permission_error':
      return 403;
    case 'not_found_error':
      return 404;
    case 'rate_limit_error':
      return 429;
    default:
      return 529;
  }
}

function mayBeRepeated({ headers }: InstanceType<typeof APIError>, status: number): boolean {
  if (status === 400) return false; // never sent again unchanged, whatever the header says (rule M1)
  const wish = headers?.get('x-should-retry');
  if (wish === 'true') return true;
  if (wish === 'false') return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds from now; null when there is none that can be read. */
function retryAfter(headers: Headers | undefined, now: number): number | null {
  const inMs = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const wish = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(wish)) return Number(wish) * 1_000;
  const date = /[A-Za-z]/.test(wish) ? Date.parse(wish) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const longest = 400;

function saidBy(error: InstanceType<typeof APIError>): string {
  const said = error.apiMessage ?? error.message;
  return said.replace(/\s+/g, ' ').trim().slice(0, longest);
}

const broken =
  /terminated|aborted|socket|network|other side closed|premature close|fetch failed|invalid.*chunk|incorrect header|unexpected end/i;

/** A connection that breaks while the body is read comes as an error of the HTTP library, not of the SDK. */
function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error) || codeOf(error instanceof Error ? error.cause : null);
  return /^(ECONN|EPIPE|ETIMEDOUT|UND_ERR|HPE_|Z_|ERR_STREAM|ERR__ERROR)/.test(code) || broken.test(causeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function causeOf(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 3; at = at.cause)
    parts.push([codeOf(at), at.message].filter((part) => part !== '').join(' '));
  return [...new Set(parts)].join(', ') || String(error);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret.length >= 4).reduce((left, secret) => left.replaceAll(secret, '[key]'), text);
}
