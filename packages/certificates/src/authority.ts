/**
 * Makes certificates: authorities, what they issue to servers and clients, and certificates that are their own authority.
 * Upstream: client-go util/cert and what cert-manager's CA issuer does.
 */
import { isIpAddress } from '@reeve/machinery';
import type { CertificatePair } from './certificate-source.ts';
import { algorithm, library, newKeys, privatePem, signingKey, uniqueName } from './key-pair.ts';
import type { KeyPair } from './key-pair.ts';

/** What a certificate is for. */
export type CertificateUse = 'server' | 'client';

/** What an authority is made with. */
export interface AuthorityTerms {
  /** The beginning of its name; the rest is random. */
  readonly name: string;
  /** Wall time in milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What a certificate is made with. */
export interface CertificateTerms {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  readonly use: CertificateUse;
  /** The DNS names and IP addresses that it is good for. */
  readonly names?: readonly string[];
  /** Wall time in milliseconds; the end is not later than that of the authority. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const usages: Readonly<Record<CertificateUse, string>> = {
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
};

/** Makes an authority: keys and a certificate that signs others. */
export async function makeAuthority({ name, ...dates }: AuthorityTerms): Promise<CertificatePair> {
  const x509 = await library();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject(uniqueName(name)),
    keys,
    signingAlgorithm: algorithm,
    ...datesOf(dates),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pairOf(certificate, keys);
}

/** Makes keys and a certificate that an authority vouches for. */
export async function issueCertificate(authority: CertificatePair, terms: CertificateTerms): Promise<CertificatePair> {
  const x509 = await library();
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(authority.cert);
  const { commonName, organizations, notBefore, notAfter } = terms;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: subject(commonName, organizations),
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await signingKey(authority.key),
    signingAlgorithm: algorithm,
    ...datesOf({ notBefore, notAfter: Math.min(notAfter, issuer.notAfter.getTime()) }),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(await purposes(terms)),
    ],
  });
  return pairOf(certificate, keys);
}

/** Makes keys and a certificate that is its own authority, for a server that nobody has to verify. */
export async function selfSignedCertificate(terms: CertificateTerms): Promise<CertificatePair> {
  const x509 = await library();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject(terms.commonName, terms.organizations),
    keys,
    signingAlgorithm: algorithm,
    ...datesOf(terms),
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true), ...(await purposes(terms))],
  });
  return pairOf(certificate, keys);
}

async function purposes({ use, names = [] }: CertificateTerms) {
  const x509 = await library();
  const alternatives = names.map((value) => ({ type: isIpAddress(value) ? ('ip' as const) : ('dns' as const), value }));
  return [
    new x509.ExtendedKeyUsageExtension([usages[use]]),
    ...(alternatives.length > 0 ? [new x509.SubjectAlternativeNameExtension(alternatives)] : []),
  ];
}

/** As the library takes it: a list of parts, in which nothing has to be escaped. */
const subject = (commonName: string, organizations: readonly string[] = []): Record<string, string[]>[] => [
  { CN: [commonName] },
  ...organizations.map((organization) => ({ O: [organization] })),
];

const datesOf = ({ notBefore, notAfter }: Pick<CertificateTerms, 'notBefore' | 'notAfter'>) => ({
  notBefore: new Date(notBefore),
  notAfter: new Date(notAfter),
});

async function pairOf(certificate: { toString(format: 'pem'): string }, keys: KeyPair): Promise<CertificatePair> {
  return { cert: `${certificate.toString('pem')}\n`, key: await privatePem(keys.privateKey) };
}
