/**
 * Where requests come in, from a socket or from memory: who is it, what is asked, does something go wrong on purpose; then the engine answers, and who
 * listens hears of it.
 */
import type { Host } from '@reeve/machinery';
import { authenticate, type Authenticator } from '../auth/authenticator.ts';
import type { UserInfo } from '../auth/user-info.ts';
import { internalError, StatusError, tooLarge } from '../error/status-error.ts';
import type { ApiResponse } from '../request/api-request.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { requestInfo, type RequestInfo } from '../request/request-info.ts';
import { statusResponse } from '../respond/respond.ts';
import { withRetryAfter } from '../respond/retry-after.ts';
import type { Assembly } from './assemble-engine.ts';

/** One request and its answer, as the audit hook sees them. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly info: RequestInfo;
  /** Absent when nobody was let in. */
  readonly user: UserInfo | undefined;
  readonly status: number;
  readonly durationMs: number;
}

const maxBodyBytes = 3 * 1024 * 1024;

export interface FrontDoorOptions {
  readonly host: Host;
  readonly assembly: Assembly;
  readonly authenticator: Authenticator;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
}

export class FrontDoor {
  readonly #options: FrontDoorOptions;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
  }

  /** Answers one request; never rejects. */
  async handle(incoming: IncomingRequest, signal: AbortSignal): Promise<ApiResponse> {
    const { host, onRequest } = this.#options;
    const started = host.clock.monotonic();
    const { pathname, query } = splitTarget(incoming.target);
    const path = decodePath(pathname);
    const info = requestInfo(incoming.method, path, query);
    const { response, user } = await this.#answer(incoming, { path, query, info }, signal);
    onRequest?.({
      method: incoming.method,
      target: incoming.target,
      info,
      user,
      status: response.status,
      durationMs: host.clock.monotonic() - started,
    });
    return { ...response, headers: { 'audit-id': host.uuid(), ...response.headers } };
  }

  async #answer(
    incoming: IncomingRequest,
    asked: { path: string; query: URLSearchParams; info: RequestInfo },
    signal: AbortSignal,
  ): Promise<{ response: ApiResponse; user: UserInfo | undefined }> {
    const { assembly, authenticator } = this.#options;
    const { method, headers, body } = incoming;
    let user: UserInfo | undefined;
    try {
      if (body === 'too large' || body.length > maxBodyBytes)
        throw tooLarge('Request entity too large: limit is 3145728');
      const known = (user = await authenticate(authenticator, incoming));
      const serve = async (staleBy: number) => {
        const response = await assembly.engine.handle({
          method,
          ...asked,
          headers,
          body,
          signal,
          user: known,
          staleBy,
        });
        if (method !== 'GET') await flushed(assembly); // a write is answered when it is safe
        return response;
      };
      return { response: await assembly.faults.apply(asked.info, serve, signal), user };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { response: withRetryAfter(await statusResponse(error.status), error), user };
    }
  }
}

/** A write that is not recorded is not done, as far as its client is concerned. */
async function flushed(assembly: Assembly): Promise<void> {
  try {
    await assembly.flush();
  } catch (error) {
    throw internalError(`the write could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The path with its escapes undone; one that cannot be undone stays as it is and is found nowhere. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A target in its plain form is cut by hand, which is cheaper; others go through the rules for URLs. */
function splitTarget(target: string): { pathname: string; query: URLSearchParams } {
  if (/^\/[^#]*$/.test(target) && !/^[^?]*\/[/.]/.test(target)) {
    const at = target.indexOf('?');
    if (at === -1) return { pathname: target, query: new URLSearchParams() };
    return { pathname: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1)) };
  }
  const { pathname, searchParams } = new URL(target, 'http://server');
  return { pathname, query: searchParams };
}
