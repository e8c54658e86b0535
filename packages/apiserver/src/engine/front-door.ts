/**
 * Where requests come in, from a socket or from memory: who is it, what is asked, does something go wrong on purpose; then the engine answers, and who
 * listens hears of it.
 */
import type { Host } from '@reeve/machinery';
import { authenticate, type Authenticator } from '../auth/authenticator.ts';
import { impersonated } from '../auth/impersonation.ts';
import { anonymous, type UserInfo } from '../auth/user-info.ts';
import { internalError, StatusError, tooLarge } from '../error/status-error.ts';
import { isStream, type ApiResponse } from '../request/api-request.ts';
import { foreignPageProblem } from '../http/host-names.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { KnownRequest } from '../request/known-request.ts';
import { requestInfo, type RequestInfo } from '../request/request-info.ts';
import type { Presence } from '../request/presence.ts';
import type { Assembly } from './assemble-engine.ts';
import { flowHeaders } from './flow-control.ts';
import { RequestDeadlines, timeLimitOf, tooLate } from './request-deadlines.ts';
import { hasBadEscape, splitTarget } from './split-target.ts';
import { text } from './health.ts';

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
  /** Whether the server goes by the name in a `Host` header. */
  isOwnHost(host: string): boolean;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  /** Told of a listener that threw. */
  onBug(error: unknown): void;
}

export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #deadlines: RequestDeadlines;
  #knownHost: string | undefined;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
    this.#deadlines = new RequestDeadlines(options.host.clock);
  }

  close(): void {
    this.#deadlines.stop();
  }

  /** Answers one request; never rejects. */
  async handle(incoming: IncomingRequest, presence: Presence): Promise<ApiResponse> {
    const { host, onRequest } = this.#options;
    if (hasBadEscape(incoming.target)) return notHttp;
    const started = host.clock.monotonic();
    const { path, query } = splitTarget(incoming.target);
    const info = requestInfo(incoming.method, path, query);
    const { response, user, flow } = await this.#inTime(incoming, { path, query, info }, presence);
    if (onRequest) {
      const durationMs = host.clock.monotonic() - started;
      const { method, target } = incoming;
      this.#tell(onRequest, { method, target, info, user, status: response.status, durationMs });
    }
    return withHeaders(response, Object.assign({ 'audit-id': host.uuid() }, flow, response.headers));
  }

  /** Whoever listens has no part in the answer, not even by throwing. */
  #tell(onRequest: (record: RequestRecord) => void, record: RequestRecord): void {
    try {
      onRequest(record);
    } catch (error) {
      this.#options.onBug(error);
    }
  }

  /** A request that may not go on for ever is answered in its time, and then given up. */
  async #inTime(incoming: IncomingRequest, asked: Asked, presence: Presence): Promise<Answered> {
    try {
      const limitMs = timeLimitOf(asked.info, asked.query);
      const answered = this.#answer(incoming, asked, presence);
      if (limitMs === undefined) return await answered;
      return await this.#deadlines.within(limitMs, answered, () => {
        presence.giveUp(new Error('the time of the request is over'));
        return { response: tooLate, user: undefined };
      });
    } catch (error) {
      return { response: await this.#refusal(error, incoming, asked), user: undefined };
    }
  }

  async #answer(incoming: IncomingRequest, asked: Asked, presence: Presence): Promise<Answered> {
    const { assembly, authenticator } = this.#options;
    const { method, headers, body } = incoming;
    let user: UserInfo | undefined;
    try {
      if (body === 'too large' || body.length > maxBodyBytes)
        throw tooLarge('Request entity too large: limit is 3145728');
      const sender = authenticate(authenticator, incoming);
      if (sender === anonymous) this.#refuseForeignPages(incoming);
      const known = (user = impersonated(sender, headers));
      const serve = async (staleBy: number) => {
        const { path, query, info } = asked;
        const request = new KnownRequest({ method, path, query, info, headers, body, user: known, staleBy }, presence);
        const writer = method === 'GET' ? undefined : assembly.writer;
        if (writer) await recorded(writer.ready());
        const response = await assembly.engine.handle(request);
        if (writer) await recorded(writer.flush()); // a write is answered when it is safe
        return response;
      };
      const response = await assembly.faults.apply(asked.info, serve, presence);
      return { response, user, flow: flowHeaders(assembly.store, known, asked.info) };
    } catch (error) {
      return { response: await this.#refusal(error, incoming, asked), user };
    }
  }

  /** A request with credentials comes from somebody who was given them; one without can come from any web page that a browser on this machine shows. */
  #refuseForeignPages({ headers }: IncomingRequest): void {
    const problem = foreignPageProblem(headers, this.#isOwnHost);
    if (problem === undefined) return;
    throw new StatusError(
      403,
      'Forbidden',
      `forbidden: the request has no credentials, and ${problem}. Send it with credentials, or start the server with that host name`,
      { hasDetails: false },
    );
  }

  /** Most requests are for the host of the request before. */
  readonly #isOwnHost = (host: string): boolean => {
    if (host === this.#knownHost) return true;
    const isOwn = this.#options.isOwnHost(host);
    if (isOwn) this.#knownHost = host;
    return isOwn;
  };

  #refusal(error: unknown, { headers }: IncomingRequest, { query }: Asked): Promise<ApiResponse> {
    const { engine } = this.#options.assembly;
    return engine.refusal(error instanceof StatusError ? error : internalError(String(error)), { headers, query });
  }
}

/** The answer with other headers. Plain ones, which nearly all are, are made anew: copying costs more. */
const withHeaders = (response: ApiResponse, headers: ApiResponse['headers']): ApiResponse =>
  isStream(response) ? { ...response, headers } : { status: response.status, headers, body: response.body };

/** What Go's server says to what it cannot read, before anybody else sees it. */
const notHttp = text(400, '400 Bad Request');

/** What a request asks for. */
interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
}

interface Answered {
  readonly response: ApiResponse;
  readonly user: UserInfo | undefined;
  /** Headers about the flow that the request was part of, where it was let in. */
  readonly flow?: Readonly<Record<string, string>>;
}

/** A write that is not recorded is refused, and undone. */
async function recorded(recording: Promise<void> | undefined): Promise<void> {
  try {
    await recording;
  } catch (error) {
    throw internalError(`the write could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
  }
}
