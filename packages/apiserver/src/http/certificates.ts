/**
 * The keys and certificates of a server that has none: an authority of its own, a certificate for loopback and the cluster's names, and one for the
 * administrator. Made with a library that is loaded only here, because most servers in tests never need it.
 */
import { isIpAddress } from '@reeve/machinery';
import { webcrypto } from 'node:crypto';
import { servingAddresses, servingNames } from './serving-names.ts';

/** A certificate and its private key, both PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface ServingCertificates {
  /** The authority's certificate, which clients trust. */
  readonly ca: string;
  /** The authority's key, where the server may sign certificates of others. */
  readonly caKey?: string;
  readonly server: Identity;
  readonly admin: Identity;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';
const validMs = 365 * 24 * 3_600_000;

/** Makes everything anew. `now` is wall time in milliseconds, `addresses` are where the server listens besides loopback. */
export async function makeCertificates(now: number, addresses: readonly string[] = []): Promise<ServingCertificates> {
  await import('reflect-metadata'); // the library's container insists on it
  const x509 = await import('@peculiar/x509');
  const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const dates = { notBefore: new Date(now - 3_600_000), notAfter: new Date(now + validMs) };
  const authorityKeys = await newKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=reeve-${webcrypto.randomUUID()}`, // two authorities of one name are mistaken for each other
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    ...dates,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const issue = async (subject: string, usage: string, isServer: boolean): Promise<Identity> => {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: authority.subject,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: algorithm,
      ...dates,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([usage]),
        ...(isServer
          ? [
              new x509.SubjectAlternativeNameExtension([
                ...servingNames.map((value) => ({ type: 'dns' as const, value })),
                ...Array.from(new Set([...servingAddresses, ...addresses.filter(isIpAddress)]), (value) => ({
                  type: 'ip' as const,
                  value,
                })),
              ]),
            ]
          : []),
      ],
    });
    return { cert: certificate.toString('pem'), key: await privatePem(keys.privateKey) };
  };
  return {
    ca: authority.toString('pem'),
    caKey: await privatePem(authorityKeys.privateKey),
    server: await issue('CN=kube-apiserver', serverAuth, true),
    admin: await issue('CN=kubernetes-admin,O=system:masters', clientAuth, false),
  };
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
}
