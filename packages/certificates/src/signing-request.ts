/**
 * Requests for certificates (PKCS #10): what they ask for, and signing them. The library is loaded with the first request.
 * Upstream: kube-controller-manager's certificate signer.
 */
import type * as Library from '@peculiar/x509';
import type { CertificatePair } from './certificate-source.ts';
import { algorithm, library, signingKey } from './key-pair.ts';

/** What a request asks a certificate for. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The kinds of other names that it asks for: `dns`, `ip`, `email`, `url`. */
  readonly otherNames: ReadonlySet<string>;
}

const alternativeNames = '2.5.29.17';

/** Who a request in PEM is for; undefined when it is none. */
export async function subjectOfRequest(pem: string): Promise<RequestedSubject | undefined> {
  const x509 = await library();
  try {
    const request = new x509.Pkcs10CertificateRequest(pem);
    return {
      commonName: request.subjectName.getField('CN')[0] ?? '',
      organizations: request.subjectName.getField('O'),
      otherNames: new Set(namesIn(x509, request).map(({ type }) => type)),
    };
  } catch {
    return undefined;
  }
}

/** Signs a request in PEM for the usages that Kubernetes names; the names in it are taken as they are. */
export async function signRequest(
  pem: string,
  authority: CertificatePair,
  terms: { readonly usages: readonly string[]; readonly from: number; readonly until: number },
): Promise<string> {
  const x509 = await library();
  const request = new x509.Pkcs10CertificateRequest(pem);
  const issuer = new x509.X509Certificate(authority.cert);
  const names = request.extensions.filter(({ type }) => type === alternativeNames);
  const plain = terms.usages.flatMap((usage) => plainUsages.get(usage) ?? []).map((name) => x509.KeyUsageFlags[name]);
  const extended = terms.usages.flatMap((usage) => extendedUsages.get(usage) ?? []);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: request.subject,
    issuer: issuer.subject,
    publicKey: request.publicKey,
    signingKey: await signingKey(authority.key),
    signingAlgorithm: algorithm,
    notBefore: new Date(terms.from),
    notAfter: new Date(Math.min(terms.until, issuer.notAfter.getTime())),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...(plain.length > 0
        ? [
            new x509.KeyUsagesExtension(
              plain.reduce((all, flag) => all | flag),
              true,
            ),
          ]
        : []),
      ...(extended.length > 0 ? [new x509.ExtendedKeyUsageExtension(extended)] : []),
      ...names,
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

const plainUsages: ReadonlyMap<string, keyof typeof Library.KeyUsageFlags> = new Map([
  ['signing', 'digitalSignature'],
  ['digital signature', 'digitalSignature'],
  ['content commitment', 'nonRepudiation'],
  ['key encipherment', 'keyEncipherment'],
  ['data encipherment', 'dataEncipherment'],
  ['key agreement', 'keyAgreement'],
  ['cert sign', 'keyCertSign'],
  ['crl sign', 'cRLSign'],
  ['encipher only', 'encipherOnly'],
  ['decipher only', 'decipherOnly'],
]);

const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
]);

/** The other names that a request asks for. */
function namesIn(
  { SubjectAlternativeNameExtension }: typeof Library,
  request: Library.Pkcs10CertificateRequest,
): readonly { readonly type: string }[] {
  const found = request.extensions.find(({ type }) => type === alternativeNames);
  return found === undefined ? [] : new SubjectAlternativeNameExtension(found.rawData).names.items;
}
