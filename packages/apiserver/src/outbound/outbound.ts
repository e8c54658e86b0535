/**
 * Calls that the server makes to others: webhooks, token and authorization services, extension servers. One way for all of them, so that a test or a virtual
 * world can stand in for the network.
 */

/** Whom a call trusts and as whom it comes, as PEM. */
export interface OutboundTls {
  /** The authorities that are believed; those of the system unless given. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** The name that the certificate of the other side must have; the host of the URL unless given. */
  readonly serverName?: string | undefined;
  /** True where any certificate will do. */
  readonly isUnverified?: boolean | undefined;
}

export interface OutboundRequest {
  readonly method: string;
  /** `https://host[:port]/path?query`, or plain `http://`. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array | undefined;
  readonly tls?: OutboundTls | undefined;
  /** Where to connect to, where that is not what the URL says: the address behind the name of a Service. */
  readonly connectTo?: { readonly host: string; readonly port: number } | undefined;
  /** Ends the call, and the body of its answer. */
  readonly signal?: AbortSignal | undefined;
}

/** The head of an answer and its body as it comes. Whoever stops reading early ends the call. */
export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Carries calls out. Rejects with an `OutboundError` when there is no answer. */
export interface Outbound {
  open(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Why a call got no answer, in the words of Go's HTTP client. */
export class OutboundError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(problem, { cause });
    this.name = 'OutboundError';
  }
}
