/**
 * A request as it arrives, before anybody knows who sent it.
 */

export interface IncomingRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes, or what they would have been had they not been too many. */
  readonly body: Uint8Array | 'too large';
  /** The client certificate's subject, when one was shown and our authority signed it. */
  certificate(): { readonly commonName: string; readonly organizations: readonly string[] } | undefined;
}
