/**
 * What can go wrong between here and a server, as one family of errors. Each says whether the server may have seen the request: one that was never
 * sent is safe to send again, whatever it was. Messages name the server and never a credential.
 * Upstream: net.OpError and friends, apimachinery util/net IsConnectionReset and IsConnectionRefused.
 */
import { ReeveError, hasCode, type ErrorCode } from '@reeve/machinery';

/** Where a failure happened. */
export interface ConnectionFailure {
  /** The server's address, without path or credentials. */
  readonly server: string;

  /** True when the request was on its way: the server may have acted on it. */
  readonly wasSent: boolean;

  readonly cause?: unknown;
}

/** The connection failed. Subclasses say how; this one itself stands for an answer that is no HTTP. */
export class ConnectionError extends ReeveError {
  readonly server: string;
  readonly wasSent: boolean;

  constructor(message: string, failure: ConnectionFailure, code: ErrorCode = 'REEVE_CONNECTION_FAILED') {
    super(code, message, { cause: failure.cause });
    this.server = failure.server;
    this.wasSent = failure.wasSent;
  }
}

/** Nobody listens at the address, or no way leads there. */
export class ConnectionRefusedError extends ConnectionError {
  constructor(failure: ConnectionFailure) {
    const message = `${failure.server} refused the connection: check that the server runs and that the address is right`;
    super(message, failure, 'REEVE_CONNECTION_REFUSED');
  }
}

/** The other side closed the connection before it answered. */
export class ConnectionResetError extends ConnectionError {
  /** True when the connection had served other requests before: it was probably closed while it was idle. */
  readonly wasReused: boolean;

  constructor(failure: ConnectionFailure & { readonly wasReused: boolean }) {
    const when = failure.wasSent
      ? 'after the request was sent and before an answer came: read before you write again'
      : 'before the request was sent: send it again';
    super(`${failure.server} closed the connection ${when}`, failure, 'REEVE_CONNECTION_RESET');
    this.wasReused = failure.wasReused;
  }
}

/** The server could not be reached in time, or went silent. */
export class ConnectionTimeoutError extends ConnectionError {
  constructor(waitedFor: string, failure: ConnectionFailure) {
    const message = `${failure.server} ${waitedFor}: check the network between here and the server`;
    super(message, failure, 'REEVE_CONNECTION_TIMEOUT');
  }
}

/** The connection was closed on this side, by `close()` or because its credentials were replaced. */
export class ConnectionClosedError extends ConnectionError {
  constructor(reason: string, failure: ConnectionFailure) {
    super(`the connection to ${failure.server} ${reason}`, failure, 'REEVE_CONNECTION_CLOSED');
  }
}

/** The server's name leads to no address. */
export class NameNotResolvedError extends ConnectionError {
  constructor(failure: ConnectionFailure) {
    const message = `the name in ${failure.server} leads to no address: check its spelling and the DNS of this machine`;
    super(message, failure, 'REEVE_NAME_NOT_RESOLVED');
  }
}

/** Client and server did not come to trust each other. */
export class TlsError extends ConnectionError {
  /** Which authorities were believed, and where they came from. */
  readonly trusted: string;

  constructor(problem: string, trusted: string, failure: ConnectionFailure) {
    super(
      `no trusted connection to ${failure.server}: ${problem}; believed was ${trusted}. Check certificate-authority and tls-server-name of the cluster`,
      failure,
      'REEVE_TLS_FAILED',
    );
    this.trusted = trusted;
  }
}

/** The proxy did not let the connection through, or could not be reached itself. */
export class ProxyError extends ConnectionError {
  /** The proxy's address, without credentials. */
  readonly proxy: string;

  constructor(problem: string, proxy: string, failure: ConnectionFailure) {
    const advice = 'check proxy-url of the cluster, HTTPS_PROXY and NO_PROXY';
    super(`the proxy ${proxy} on the way to ${failure.server} ${problem}: ${advice}`, failure, 'REEVE_PROXY_FAILED');
    this.proxy = proxy;
  }
}

/** An answer began and did not end: what has arrived is not the whole of it. */
export class ResponseCutError extends ConnectionError {
  constructor(failure: ConnectionFailure) {
    const message = `${failure.server} broke off in the middle of its answer: take nothing of it, and ask again`;
    super(message, failure, 'REEVE_RESPONSE_CUT');
  }
}

/** True when the error, or one of its causes, is about the connection rather than an answer of the server. */
export const isConnectionError = (error: unknown): boolean => codes.some((code) => hasCode(error, code));

const codes: readonly ErrorCode[] = [
  'REEVE_CONNECTION_FAILED',
  'REEVE_CONNECTION_REFUSED',
  'REEVE_CONNECTION_RESET',
  'REEVE_CONNECTION_TIMEOUT',
  'REEVE_CONNECTION_CLOSED',
  'REEVE_NAME_NOT_RESOLVED',
  'REEVE_TLS_FAILED',
  'REEVE_PROXY_FAILED',
  'REEVE_RESPONSE_CUT',
];
