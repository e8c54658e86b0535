/**
 * Tells what an error of Node, or of undici where there is a proxy, means for a request. Those errors differ by version and by the moment at which a socket broke; callers see
 * one family instead.
 */
import { InvalidInputError, ReeveError, causeChain } from '@reeve/machinery';
import {
  ConnectionClosedError,
  ConnectionError,
  ConnectionRefusedError,
  ConnectionResetError,
  ConnectionTimeoutError,
  NameNotResolvedError,
  ProxyError,
  ResponseCutError,
  TlsError,
} from './connection-error.ts';

/** What is known about a request when its connection failed. */
export interface FailureContext {
  /** The server's origin. */
  readonly server: string;
  /** The proxy's origin, if the way leads through one. */
  readonly proxy?: string | undefined;
  /** Which authorities were believed, and where they came from. */
  readonly trusted: string;
  readonly wasSent: boolean;
  readonly wasReused: boolean;
  /** True when the head of an answer had arrived. */
  readonly hasHead: boolean;
}

/** The error to throw for what a connection reports. An error of our own passes through. */
export const classifyFailure = (error: unknown, context: FailureContext): Error => {
  if (error instanceof ReeveError) return error;
  const failure = { server: context.server, wasSent: context.wasSent, cause: error };
  const code = codeOf(error);
  const refusal = proxyProblem(error, code, context);
  if (refusal !== undefined) return new ProxyError(refusal, context.proxy ?? '', failure);
  if (unreachable.has(code)) return new ConnectionRefusedError(failure);
  if (unresolved.has(code)) return new NameNotResolvedError(failure);
  if (late.has(code)) return new ConnectionTimeoutError('could not be reached in time', failure);
  if (closed.has(code)) return new ConnectionClosedError('was closed', failure);
  if (isTlsCode(code)) return new TlsError(tlsProblem(error, code), context.trusted, failure);
  if (context.hasHead) return new ResponseCutError(failure);
  if (broken.has(code)) return new ConnectionResetError({ ...failure, wasReused: context.wasReused });
  if (code === 'UND_ERR_INVALID_ARG')
    return new InvalidInputError('', `the request cannot be sent: ${messageOf(error)}`);
  return new ConnectionError(`${context.server} gave no answer that is HTTP: check scheme and port`, failure);
};

const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'ENETDOWN']);
const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const late = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const closed = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED', 'HPE_INVALID_EOF_STATE']);

/** OpenSSL's verdicts on certificates, and Node's and its own complaints about the protocol. */
const isTlsCode = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/.test(
    code,
  ) ||
  code === 'EPROTO' ||
  code === 'UND_ERR_PRX_TLS';

const tlsProblem = (error: unknown, code: string): string => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another name (${messageOf(error)})`;
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return `the handshake failed (${code})`;
  return `its certificate is not signed by a trusted authority (${code})`;
};

/** Only the proxy is dialled where there is one, so a failure to connect is the proxy's. */
const proxyProblem = (error: unknown, code: string, { proxy, wasSent }: FailureContext): string | undefined => {
  if (proxy === undefined || wasSent) return undefined;
  const [, status] = /Proxy response \((\d+)\)/.exec(messageOf(error)) ?? [];
  if (status !== undefined) return `answered ${status} instead of letting the connection through`;
  if (messageOf(error).includes('407')) return 'asks for credentials';
  if (/socks/i.test(messageOf(error)) || code.startsWith('UND_ERR_SOCKS')) return `refused (${messageOf(error)})`;
  if (unreachable.has(code)) return 'refused the connection';
  if (unresolved.has(code)) return 'has a name that leads to no address';
  if (late.has(code)) return 'could not be reached in time';
  if (broken.has(code)) return 'closed the connection';
  return undefined;
};

const codeOf = (error: unknown): string => {
  for (const link of causeChain(error)) {
    const { code } = Object(link) as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return '';
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
