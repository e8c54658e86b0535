/**
 * The keys and certificates of a server that has none: an authority of its own, a certificate for loopback and the cluster's names, and one for the
 * administrator.
 */
import { issueCertificate, makeAuthority } from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';
import { isIpAddress } from '@reeve/machinery';
import { servingAddresses, servingNames } from './serving-names.ts';

export interface ServingCertificates {
  /** The authority's certificate, which clients trust. */
  readonly ca: string;
  /** The authority's key, where the server may sign certificates of others. */
  readonly caKey?: string;
  readonly server: CertificatePair;
  readonly admin: CertificatePair;
}

const validMs = 365 * 24 * 3_600_000;

/** Makes everything anew. `now` is wall time in milliseconds, `addresses` are where the server listens besides loopback. */
export async function makeCertificates(now: number, addresses: readonly string[] = []): Promise<ServingCertificates> {
  const dates = { notBefore: now - 3_600_000, notAfter: now + validMs };
  const authority = await makeAuthority({ name: 'reeve', ...dates });
  const names = [...servingNames, ...new Set([...servingAddresses, ...addresses.filter(isIpAddress)])];
  const admin = { commonName: 'kubernetes-admin', organizations: ['system:masters'], use: 'client' } as const;
  return {
    ca: authority.cert,
    caKey: authority.key,
    server: await issueCertificate(authority, { commonName: 'kube-apiserver', use: 'server', names, ...dates }),
    admin: await issueCertificate(authority, { ...admin, ...dates }),
  };
}
