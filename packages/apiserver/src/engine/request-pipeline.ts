/**
 * The stages of every request, from a socket or from memory: deadline, size, authentication, impersonation, injected faults, the engine, the journal, and the
 * record for `onRequest`. Upstream: apiserver's handler chain.
 */
import type { Host } from '@reeve/machinery';
import {
  anonymous,
  internalError,
  StatusError,
  tooLarge,
  tooManyRequests,
  type ResourceRegistry,
  type Snapshot,
  type Store,
  type UserInfo,
} from '@reeve/registry';
import type { Auditor } from './auditor.ts';
import { authenticate, type Authenticator } from '../auth/authenticator.ts';
import { impersonationOf } from '../auth/impersonation.ts';
import { ImpersonationModes } from '../auth/impersonation-modes.ts';
import { accessOf } from '../authorization/request-access.ts';
import type { TokenAuthenticator } from '../auth/token-authenticator.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { FaultPlan } from '../fault/fault-plan.ts';
import type { JournalWriter } from '../journal/journal-writer.ts';
import { isPiecewise, isStream, withUser, type ApiRequest, type ApiResponse } from '../request/api-request.ts';
import { foreignPageProblem } from '../request/host-names.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { ApiEngine } from './api-engine.ts';
import { flowHeaders } from './flow-control.ts';
import { timeLimitOf } from '../request/time-limit.ts';
import { RequestDeadlines, tooLate } from './request-deadlines.ts';
import { hasBadEscape } from '../request/split-target.ts';
import { text } from './health.ts';
import type { TickBatcher } from './tick-batcher.ts';

/** One request and its answer, as the audit hook sees them. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly info: RequestInfo;
  /** Absent when the request was not authenticated. */
  readonly user: UserInfo | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** What admission noted for the audit event: mutations, failures that were let pass, the annotations of webhooks. */
  readonly annotations: ReadonlyMap<string, string>;
}

/** The parts of a server, put together. */
export interface Assembly {
  readonly store: Store;
  readonly registry: ResourceRegistry;
  readonly ticks: TickBatcher;
  readonly tokens: TokenAuthenticator;
  readonly authorizer: Authorizer;
  readonly engine: ApiEngine;
  readonly faults: FaultPlan;
  restore(snapshot: Snapshot): void;
  /** Tells the watches that another request has come, which their initial events leave time for. */
  noteRequest(): void;
  /** Ends open watches. */
  endStreams(): void;
  /** Records what is written, where writes outlive the server. */
  readonly writer: JournalWriter | undefined;
  stop(): Promise<void>;
}

export interface RequestPipelineOptions {
  readonly host: Host;
  readonly assembly: Assembly;
  readonly authenticator: Authenticator;
  /** Whether the server goes by the name in a `Host` header. */
  isOwnHost(host: string): boolean;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  /** Notes requests as an audit policy wants. */
  readonly auditor: Auditor | undefined;
  /** Called when `onRequest` throws. */
  onBug(error: unknown): void;
}

export class RequestPipeline {
  readonly #options: RequestPipelineOptions;
  readonly #deadlines: RequestDeadlines;
  readonly #impersonation: ImpersonationModes;
  #knownHost: string | undefined;

  constructor(options: RequestPipelineOptions) {
    this.#options = options;
    this.#deadlines = new RequestDeadlines(options.host.clock);
    this.#impersonation = new ImpersonationModes(options.assembly.authorizer);
  }

  close(): void {
    this.#deadlines.stop();
  }

  /** Answers one request; never rejects. */
  async handle(request: ApiRequest): Promise<ApiResponse> {
    const { host, onRequest } = this.#options;
    const { method, target, info } = request;
    if (hasBadEscape(target)) return notHttp;
    const started = host.clock.monotonic();
    request.startedAt = started;
    this.#options.assembly.noteRequest();
    const auditId = host.uuid();
    const { response, flow } = await this.#withDeadline(request, auditId);
    request.audit?.answered(response, request.user);
    if (onRequest) {
      const durationMs = host.clock.monotonic() - started;
      this.#report(onRequest, {
        method,
        target,
        info,
        user: request.user,
        status: response.status,
        durationMs,
        annotations: request.annotations,
      });
    }
    return withHeaders(response, Object.assign({ 'audit-id': auditId }, flow, response.headers));
  }

  /** A callback that throws does not change the answer. */
  #report(onRequest: (record: RequestRecord) => void, record: RequestRecord): void {
    try {
      onRequest(record);
    } catch (error) {
      this.#options.onBug(error);
    }
  }

  /** A request whose time is over is answered with 504, and its work is given up. */
  async #withDeadline(request: ApiRequest, auditId: string): Promise<Answered> {
    try {
      const limitMs = timeLimitOf(request.info, request.query);
      const answered = this.#answer(request, auditId);
      if (limitMs === undefined) return await answered;
      const end = () => request.connection.giveUp(new Error('the time of the request is over'));
      const dueAt = this.#options.host.clock.monotonic() + limitMs;
      const found = await this.#deadlines.within(limitMs, answered, () => {
        end();
        return { response: tooLate };
      });
      // Whoever has not read all by then is cut off: the status was sent long ago.
      const { response } = found;
      return isPiecewise(response) ? { ...found, response: this.#deadlines.until(dueAt, response, end) } : found;
    } catch (error) {
      return { response: await this.#refusal(error, request) };
    }
  }

  async #answer(request: ApiRequest, auditId: string): Promise<Answered> {
    const { assembly } = this.#options;
    try {
      if (request.bodyProblem === 'too large') throw tooLarge('Request entity too large: limit is 3145728');
      if (request.bodyProblem === 'too many') throw tooManyRequests();
      const found = this.#userOf(request, auditId);
      const user = found instanceof Promise ? await found : found;
      const serve = (staleBy: number) => this.#serve(request, user, staleBy);
      const response = await assembly.faults.apply(request.info, serve, request.connection);
      return { response, flow: flowHeaders(assembly.store, user, request.info) };
    } catch (error) {
      return { response: await this.#refusal(error, request) };
    }
  }

  /** Authenticates the request, and follows its impersonation headers. */
  #userOf(request: ApiRequest, auditId: string): UserInfo | Promise<UserInfo> {
    const sender = authenticate(this.#options.authenticator, request);
    return sender instanceof Promise
      ? sender.then((late) => this.#actingUser(late, request, auditId))
      : this.#actingUser(sender, request, auditId);
  }

  #actingUser(sender: UserInfo, request: ApiRequest, auditId: string): UserInfo | Promise<UserInfo> {
    request.audit = this.#options.auditor?.begin(request, sender, auditId);
    if (sender === anonymous) this.#refuseForeignPages(request);
    const asked = impersonationOf(request.headers);
    return asked === undefined ? sender : this.#impersonation.userFor(sender, asked, accessOf(sender, request));
  }

  /** A write is answered when it is in the journal. */
  async #serve(request: ApiRequest, user: UserInfo, staleBy: number): Promise<ApiResponse> {
    const { engine, writer: journal } = this.#options.assembly;
    const writer = request.method === 'GET' ? undefined : journal;
    request.staleBy = staleBy;
    const known = withUser(request, user);
    if (writer) await recorded(writer.ready());
    const response = await engine.handle(known);
    if (writer) await recorded(writer.flush());
    return response;
  }

  /** A request with credentials comes from somebody who was given them; one without can come from any web page that a browser on this machine shows. */
  #refuseForeignPages({ headers }: ApiRequest): void {
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

  #refusal(error: unknown, request: ApiRequest): Promise<ApiResponse> {
    const { engine } = this.#options.assembly;
    return engine.refusal(error instanceof StatusError ? error : internalError(String(error)), request);
  }
}

/** The answer with other headers. Plain ones, which nearly all are, are made anew: copying costs more. */
const withHeaders = (response: ApiResponse, headers: ApiResponse['headers']): ApiResponse =>
  isStream(response) || isPiecewise(response)
    ? { ...response, headers }
    : { status: response.status, headers, body: response.body };

/** The answer of Go's server to a request line that it cannot read. */
const notHttp = text(400, '400 Bad Request');

interface Answered {
  readonly response: ApiResponse;
  /** The headers of the flow schema and priority level, where the request was authenticated. */
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
