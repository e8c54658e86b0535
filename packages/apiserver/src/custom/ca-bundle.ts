/**
 * Whether a bundle of certificate authorities can be read.
 */
import { X509Certificate } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Why a bundle, in base64, cannot be used; undefined when it can. */
export function certificateProblem(bundle: string): string | undefined {
  const blocks = Buffer.from(bundle, 'base64').toString('latin1').match(block) ?? [];
  return blocks.some(isCertificate)
    ? undefined
    : 'unable to load root certificates: unable to parse bytes as PEM block';
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
