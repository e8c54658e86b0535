/**
 * What a client shows to a server to say who it is: a header for each request, a certificate for each connection, or both. Implementations keep what they
 * hold to themselves and know when it is stale.
 */

/** Whoever asks, often a request. Look at the signal only where something has to be waited for: a request makes it then and not before. */
export interface Asker {
  readonly signal?: AbortSignal | undefined;
}

/** Says who is calling. */
export interface Credential {
  /** The `authorization` header that holds now; undefined when there is none to show. */
  authorization(asker?: Asker): string | undefined | Promise<string | undefined>;

  /**
   * A newer one than what was shown and not accepted; undefined when there is none, and then trying again is in vain. Calls that come together are
   * answered together. Credentials that cannot change have no such function.
   */
  refresh?(shown: string | undefined, asker?: Asker): Promise<string | undefined>;

  /** The certificate for connections that are opened now; the same object as long as it did not change. */
  certificate?(asker?: Asker): ClientCertificate | undefined | Promise<ClientCertificate | undefined>;

  /** Ends what is under way: the connection is closed. */
  close?(): void;
}

/** A certificate and its private key, PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A credential for those who need none, or whose certificate says it all. */
export const anonymous: Credential = { authorization: () => undefined };
