/**
 * Where a server takes its certificate from.
 * Upstream: the GetCertificate function of Go's tls.Config.
 */

/** A certificate, with those between it and its authority, and its private key; PEM. An authority is such a pair, too. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A certificate that may be replaced while a server uses it. */
export interface CertificateSource {
  readonly current: CertificatePair;
  /** Calls back with the present pair at once, and with each new one. */
  onChange(listener: (pair: CertificatePair) => void): Disposable;
}

/** A certificate that is never replaced. */
export const fixedCertificates = (current: CertificatePair): CertificateSource => ({
  current,
  onChange(listener) {
    listener(current);
    return { [Symbol.dispose]: () => undefined };
  },
});
