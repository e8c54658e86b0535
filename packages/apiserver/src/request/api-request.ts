/**
 * One request from its arrival to its answer, whether it came by a socket or in memory. It is completed stage by stage: the target is read when it is made,
 * authentication adds the user, and `serveResource` adds the resource (see `Call`).
 */
import type { UserInfo } from '@reeve/registry';
import type { MessageLine } from '../kubelet/command-channels.ts';
import type { EventBatch } from '../watch/event-batch.ts';
import type { ClientConnection } from './client-connection.ts';
import { requestInfo, type RequestInfo } from './request-info.ts';
import { splitTarget } from './split-target.ts';

/** What a client certificate says of its holder. */
export interface ClientCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The SHA-256 of the certificate in hexadecimal; absent in memory, where there is none. */
  readonly fingerprint?: string;
  /** Whether the authority of clients signed it; true unless said. */
  readonly isOfClient?: boolean;
  /** Whether the authority of front proxies signed it. */
  readonly isOfFrontProxy?: boolean;
}

/** A body is beyond its own limit, or all that are being read are beyond theirs. */
export type BodyProblem = 'too large' | 'too many';

/** A request as a transport hands it over. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes; a word for a body beyond a limit, which was read and discarded. */
  readonly body: Uint8Array | BodyProblem;
  /** The client certificate's subject, when one was shown and our authority signed it. */
  certificate?(): ClientCertificate | undefined;
  /** Whether a certificate was shown that our authority did not sign. Such a client is not even anonymous. */
  hasUntrustedCertificate?(): boolean;
}

const noBytes = new Uint8Array();
const noAnnotations: ReadonlyMap<string, string> = new Map();
const maxBodyBytes = 3 * 1024 * 1024;

/** A class, so that all requests have one shape. */
export class ApiRequest {
  readonly method: string;
  readonly target: string;
  /** Decoded path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** What method, path and query ask for. */
  readonly info: RequestInfo;
  readonly headers: ReceivedRequest['headers'];
  readonly body: Uint8Array;
  /** Why there is no body, where the request has one. */
  readonly bodyProblem: BodyProblem | undefined;
  readonly connection: ClientConnection;
  /** Who sends it: undefined until authentication has succeeded. */
  user: UserInfo | undefined;
  /** Notes what becomes of the request, where an audit policy wants it. */
  audit: { answered(response: ApiResponse, user: UserInfo | undefined): void } | undefined;
  /** How many revisions behind the present a read is answered: an injected fault. */
  staleBy = 0;
  /** When the server began to work on it, on the monotonic clock. */
  startedAt = 0;
  #annotations: Map<string, string> | undefined;
  readonly #received: ReceivedRequest;

  constructor(received: ReceivedRequest, connection: ClientConnection, user?: UserInfo) {
    const { method, target, headers, body } = received;
    const { path, query } = splitTarget(target);
    this.method = method;
    this.target = target;
    this.path = path;
    this.query = query;
    this.info = requestInfo(method, path, query);
    this.headers = headers;
    this.bodyProblem = typeof body === 'string' ? body : body.length > maxBodyBytes ? 'too large' : undefined;
    this.body = typeof body === 'string' ? noBytes : body;
    this.connection = connection;
    this.user = user;
    this.audit = undefined;
    this.#received = received;
  }

  /** Aborts when the client goes away. */
  get signal(): AbortSignal {
    return this.connection.signal;
  }

  /** What is noted for the audit event of the request. */
  get annotations(): ReadonlyMap<string, string> {
    return this.#annotations ?? noAnnotations;
  }

  /** Notes something for the audit event; what was noted before under that key stays. */
  annotate(key: string, value: string): void {
    const annotations = (this.#annotations ??= new Map());
    if (!annotations.has(key)) annotations.set(key, value);
  }

  get certificate(): ClientCertificate | undefined {
    return this.#received.certificate?.();
  }

  get hasUntrustedCertificate(): boolean {
    return this.#received.hasUntrustedCertificate?.() === true;
  }
}

/** A request whose sender is known. */
export type AuthenticatedRequest = ApiRequest & { readonly user: UserInfo };

/** Completes a request by its sender. */
export function withUser(request: ApiRequest, user: UserInfo): AuthenticatedRequest {
  request.user = user;
  return request as AuthenticatedRequest;
}

/** An answer that is complete. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** Where a stream's events go. `write` gives false when the reader is behind: wait for `onDrain`. */
export interface FrameSink {
  write(batch: EventBatch): boolean;
  onDrain(callback: () => void): void;
  end(): void;
  /** Ends without a proper end, as a cut connection does. */
  destroy(): void;
}

/** An answer that goes on: the head is sent at once, then `start` feeds the sink until it ends or the signal aborts. */
export interface StreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  start(sink: FrameSink, signal: AbortSignal): void;
  /** Talks both ways in messages instead, over a connection that can. */
  talk?(line: MessageLine, signal: AbortSignal): void;
}

/** An answer whose body is made while it is sent, as far as the client reads: a long list. The pieces are taken once. */
export interface PiecewiseResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly pieces: Iterator<Uint8Array, void, void>;
}

export type ApiResponse = PlainResponse | PiecewiseResponse | StreamResponse;

export const isPiecewise = (response: ApiResponse): response is PiecewiseResponse => 'pieces' in response;

export const isStream = (response: ApiResponse): response is StreamResponse => 'start' in response;
