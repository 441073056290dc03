import type { z } from 'zod';
import {
  type DecideRequest,
  DecideResponse,
  EpisodeList,
  EpisodeRecord,
  type EpisodeSummary,
  Problem,
  type UploadRequest,
  UploadResponse,
} from '../cloud/contract/wire.ts';
import type { ArtifactRef } from '../world/artifact.ts';
import { AppError, type ErrorCode, errorCodes } from '../world/errors.ts';

export interface CloudClientOptions {
  /** Such as `http://127.0.0.1:8080`; a path in front of `/v1` is kept. */
  readonly url: string;
  readonly key: string;
  /** For everything but decisions and artifacts; 15 s. */
  readonly withinMs?: number;
  /** For one decision of a model; 5 min. */
  readonly decideWithinMs?: number;
}

/**
 * The cloud, as hosts see it (`cloud/contract/wire.ts`).
 * Every call throws AppError: the cloud's own `code`, `cloud_unreachable` when it does not answer in time or not at all,
 * `cancelled` when the signal aborts. Messages never hold the key.
 */
export interface CloudClient {
  decide(request: DecideRequest, signal: AbortSignal): Promise<DecideResponse>;
  uploadEvents(episodeId: string, request: UploadRequest, signal: AbortSignal): Promise<UploadResponse>;
  putArtifact(ref: ArtifactRef, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  getArtifact(sha256: string, signal: AbortSignal): Promise<Buffer>;
  listEpisodes(signal: AbortSignal): Promise<EpisodeSummary[]>;
  getEpisode(episodeId: string, signal: AbortSignal): Promise<EpisodeRecord>;
}

export function createCloudClient({ url, key, withinMs = 15_000, decideWithinMs = 300_000 }: CloudClientOptions): CloudClient {
  const base = baseUrl(url);
  const ask = (method: string, path: string, body: Body | null, within: number, signal: AbortSignal): Promise<Response> =>
    send({ url: `${base}${path}`, method, key, body, withinMs: within }, signal);
  const json = (value: unknown): Body => ({ type: 'application/json', content: JSON.stringify(value) });
  return {
    async decide(request, signal) {
      return await read(await ask('POST', '/v1/planner/decide', json(request), decideWithinMs, signal), DecideResponse, signal);
    },
    async uploadEvents(episodeId, request, signal) {
      return await read(
        await ask('POST', `/v1/episodes/${encodeURIComponent(episodeId)}/events`, json(request), withinMs, signal),
        UploadResponse,
        signal,
      );
    },
    async putArtifact({ sha256, mediaType }, bytes, signal) {
      await ask('PUT', `/v1/artifacts/${sha256}`, { type: mediaType, content: Uint8Array.from(bytes) }, withinMs * 2, signal);
    },
    async getArtifact(sha256, signal) {
      return Buffer.from(await (await ask('GET', `/v1/artifacts/${sha256}`, null, withinMs * 2, signal)).arrayBuffer());
    },
    async listEpisodes(signal) {
      return (await read(await ask('GET', '/v1/episodes', null, withinMs, signal), EpisodeList, signal)).episodes;
    },
    async getEpisode(episodeId, signal) {
      return await read(await ask('GET', `/v1/episodes/${encodeURIComponent(episodeId)}`, null, withinMs, signal), EpisodeRecord, signal);
    },
  };
}

interface Body {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly key: string;
  readonly body: Body | null;
  readonly withinMs: number;
}

function baseUrl(url: string): string {
  try {
    const { protocol, href } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') return href.replace(/\/+$/, '');
  } catch {
    // told below
  }
  throw new AppError('setting_invalid', `the cloud's address is ${JSON.stringify(url)}; give one that begins with http:// or https://`);
}

async function send({ url, method, key, body, withinMs }: Sent, signal: AbortSignal): Promise<Response> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, application/problem+json',
        ...(body === null ? {} : { 'content-type': body.type }),
      },
      ...(body === null ? {} : { body: body.content }),
      signal: within,
      redirect: 'error',
    });
  } catch (error) {
    throw unreachable(error, url, withinMs, signal);
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

async function read<T extends z.ZodType>(response: Response, schema: T, signal: AbortSignal): Promise<z.infer<T>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'stopped while the cloud was answering');
    throw new AppError('cloud_unreachable', `the cloud's answer to ${new URL(response.url).pathname} broke off or is no JSON`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(
    'internal',
    `the cloud's answer to ${new URL(response.url).pathname} is not as agreed: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

async function problemOf(response: Response): Promise<AppError> {
  const text = await response.text().catch(() => '');
  const parsed = Problem.safeParse(parseJson(text));
  if (parsed.success && isErrorCode(parsed.data.code)) return new AppError(parsed.data.code, parsed.data.detail);
  const { status } = response;
  const code: ErrorCode =
    status === 401
      ? 'unauthorized'
      : status === 403
        ? 'forbidden'
        : status === 404
          ? 'not_found'
          : status === 409
            ? 'conflict'
            : status === 408 || status === 429 || status >= 500
              ? 'cloud_unreachable'
              : 'request_invalid';
  return new AppError(
    code,
    `the cloud answered ${status} to ${new URL(response.url).pathname}${text === '' ? '' : `: ${text.slice(0, 200)}`}`,
  );
}

function unreachable(error: unknown, url: string, withinMs: number, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('cancelled', 'stopped while the cloud was being asked');
  const { origin, pathname } = new URL(url);
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new AppError('cloud_unreachable', `the cloud at ${origin} did not answer ${pathname} within ${Math.round(withinMs / 1000)} s`);
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? ('code' in cause && typeof cause.code === 'string' ? cause.code : cause.message) : String(cause);
  return new AppError('cloud_unreachable', `the cloud at ${origin} cannot be reached (${why})`, { cause: error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
