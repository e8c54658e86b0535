/**
 * What went wrong with a connection, in the words of Go's network and TLS libraries, which messages of the real server quote.
 */
import type { DetailedPeerCertificate } from 'node:tls';
import type { OutboundRequest } from './outbound.ts';

interface NodeProblem {
  readonly code?: string;
  readonly message?: string;
  readonly syscall?: string;
  readonly hostname?: string;
  readonly errors?: readonly unknown[];
  readonly cert?: Partial<DetailedPeerCertificate>;
}

/** Certificates that cannot be traced to a known authority. */
const untraced = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);

const verification = 'tls: failed to verify certificate: x509:';

/** What Go says of an error of Node's. */
export function goNetworkProblem(error: unknown, url: URL, { connectTo, tls }: OutboundRequest): string {
  const problem = firstOf(error as NodeProblem);
  const { code = '', message = String(error) } = problem;
  const port = connectTo?.port ?? (Number(url.port) || (url.protocol === 'https:' ? 443 : 80));
  const host = connectTo?.host ?? url.hostname;
  const dialed = `dial tcp ${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}:`;
  const name = tls?.serverName ?? url.hostname;
  switch (code) {
    case 'ECONNREFUSED':
      return `${dialed} connect: connection refused`;
    case 'EHOSTUNREACH':
      return `${dialed} connect: no route to host`;
    case 'ENETUNREACH':
      return `${dialed} connect: network is unreachable`;
    case 'ETIMEDOUT':
      return `${dialed} connect: connection timed out`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${problem.hostname ?? host}: no such host`;
    case 'ECONNRESET':
    case 'EPIPE':
      return /hang up|disconnected/.test(message) ? 'EOF' : 'read: connection reset by peer';
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'http: server gave HTTP response to HTTPS client';
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `${verification} certificate has expired or is not yet valid`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${verification} ${otherNames(problem.cert, name)}`;
    default:
      if (untraced.has(code)) return `${verification} certificate signed by unknown authority`;
      return code.startsWith('HPE_')
        ? `net/http: HTTP/1.x transport connection broken: malformed HTTP response`
        : message;
  }
}

/** Of several addresses that were tried, the first tells. */
const firstOf = (error: NodeProblem): NodeProblem => (error.errors?.[0] as NodeProblem | undefined) ?? error;

/** For whom a certificate is, where it is for others. */
function otherNames(certificate: Partial<DetailedPeerCertificate> | undefined, name: string): string {
  const entries = (certificate?.subjectaltname ?? '').split(', ').filter((each) => each !== '');
  const named = (prefix: string) =>
    entries.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  const isAddress = /^[0-9.]+$|:/.test(name);
  const valid = named(isAddress ? 'IP Address:' : 'DNS:').join(', ');
  if (isAddress && valid === '')
    return `cannot validate certificate for ${name} because it doesn't contain any IP SANs`;
  return valid === ''
    ? `certificate is not valid for any names, but wanted to match ${name}`
    : `certificate is valid for ${valid}, not ${name}`;
}
