/** Certificates for tests. */
import { selfSignedCertificate } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/runtime';

/** A certificate for localhost that is its own authority. */
export const makePair = (commonName: string): Promise<CertificatePair> =>
  selfSignedCertificate({
    commonName,
    use: 'server',
    names: ['localhost'],
    notBefore: Date.UTC(2020, 0, 1),
    notAfter: Date.UTC(2120, 0, 1),
  });
