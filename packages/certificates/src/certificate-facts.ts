/**
 * What certificates in PEM say, and bundles of them as texts. Reading needs no library: Node reads certificates itself.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIpAddress } from '@reeve/machinery';
import type { CertificatePair } from './certificate-source.ts';

/** What a certificate says. */
export interface CertificateFacts {
  /** Wall time in milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** In hexadecimal: tells a certificate from all others. */
  readonly fingerprint: string;
  /** Whether a client that asks for this name or address takes it. */
  fits(name: string): boolean;
}

/** What the first certificate of a PEM says; undefined when it cannot be read. */
export function certificateFacts(pem: string): CertificateFacts | undefined {
  const certificate = read(pem);
  if (certificate === undefined) return undefined;
  return {
    notBefore: Date.parse(certificate.validFrom),
    notAfter: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
    fits: (name) => (isIpAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined,
  };
}

/** Whether a pair fits together, and the authority of this certificate has signed it. */
export function isIssuedBy({ cert, key }: CertificatePair, authority: string): boolean {
  const [certificate, issuer] = [read(cert), read(authority)];
  try {
    return (
      certificate !== undefined &&
      issuer !== undefined &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(key))
    );
  } catch {
    return false; // the key is none
  }
}

/** The certificates of a bundle, each with a line break at its end. Other text in it is left out. */
export const splitBundle = (bundle: string): readonly string[] =>
  Array.from(bundle.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g), ([pem]) => `${pem}\n`);

/** One bundle of several, in order; each certificate once. */
export const joinBundles = (...bundles: readonly string[]): string =>
  [...new Set(bundles.flatMap(splitBundle))].join('');

function read(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
