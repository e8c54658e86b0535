/**
 * Who the clients are by their certificates. Reading a certificate costs as much as a small request, so it is read once per connection.
 */
import { X509Certificate } from 'node:crypto';
import type { Http2ServerRequest, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** The name and the organisations of a client certificate: who it is, and in which groups. */
export interface ClientSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly fingerprint: string;
  readonly isOfClient: boolean;
  readonly isOfFrontProxy: boolean;
}

/** The authorities whose certificates are believed, in PEM: those of clients, and those of proxies that say who sends a request. */
export interface BelievedAuthorities {
  readonly client: string | undefined;
  readonly frontProxy: string | undefined;
}

/** A request, as far as it says where it came from. */
type RequestOf = { readonly socket: Socket } | Http2ServerRequest;

export class ClientSubjects {
  readonly #known = new Map<TLSSocket | Http2Session, ClientSubject | undefined>();
  readonly #authorities: BelievedAuthorities;

  constructor(authorities: BelievedAuthorities) {
    this.#authorities = authorities;
  }

  /** Whether the client shows a certificate that is not believed. */
  isUntrusted(request: RequestOf): boolean {
    if (this.of(request) !== undefined) return false;
    const socket = request.socket as TLSSocket;
    return Object.keys(socket.getPeerCertificate()).length > 0;
  }

  /** The client of a request; undefined without a certificate, or with one that is not believed. */
  of(request: RequestOf): ClientSubject | undefined {
    const connection = connectionOf(request);
    if (this.#known.has(connection)) return this.#known.get(connection);
    const subject = subjectOf(request.socket as TLSSocket, this.#authorities);
    this.#known.set(connection, subject);
    connection.once('close', () => this.#known.delete(connection));
    return subject;
  }
}

/** Requests of HTTP/2 share a session, and each sees the socket through a proxy of its own. */
function connectionOf(request: RequestOf): TLSSocket | Http2Session {
  const session = 'stream' in request ? request.stream.session : undefined;
  return session ?? (request.socket as TLSSocket);
}

function subjectOf(socket: TLSSocket, authorities: BelievedAuthorities): ClientSubject | undefined {
  if (!socket.authorized) return undefined;
  const { subject, fingerprint256, raw } = socket.getPeerCertificate();
  const isOfFrontProxy = authorities.frontProxy !== undefined && isSignedBy(raw, authorities.frontProxy);
  if (!subject) return undefined;
  const all = (value: string | string[] | undefined) =>
    value === undefined ? [] : Array.isArray(value) ? value : [value];
  return {
    commonName: all(subject.CN)[0] ?? '',
    organizations: all(subject.O),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    isOfFrontProxy,
    isOfClient: !isOfFrontProxy || (authorities.client !== undefined && isSignedBy(raw, authorities.client)),
  };
}

/** Whether one of the authorities in PEM signed a certificate. */
function isSignedBy(raw: Buffer, authorities: string): boolean {
  const certificate = new X509Certificate(raw);
  const all = authorities.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return all
    .map((pem) => new X509Certificate(pem))
    .some((authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey));
}
