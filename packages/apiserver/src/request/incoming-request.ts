/**
 * A request as it arrives, before anybody knows who sent it.
 */

/** What a client certificate says of its holder. */
export interface ClientCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The SHA-256 of the certificate in hexadecimal; absent in memory, where there is none. */
  readonly fingerprint?: string;
}

export interface IncomingRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes, or what they would have been had they not been too many. */
  readonly body: Uint8Array | 'too large';
  /** The client certificate's subject, when one was shown and our authority signed it. */
  certificate(): ClientCertificate | undefined;
  /** Whether a certificate was shown that our authority did not sign. Its holder is nobody, not even anonymous. */
  hasUntrustedCertificate?(): boolean;
}
