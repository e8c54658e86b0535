/**
 * A certificate for a server that was given none: its own authority, so that what is read is at least not readable on the way. Made with a library that is loaded only here.
 * Upstream: controller-runtime's metrics server with secure serving and no certificates.
 */
import { webcrypto } from 'node:crypto';
import type { CertificatePair, CertificateSource } from './certificate-watcher.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const serverAuth = '1.3.6.1.5.5.7.3.1';
const validMs = 10 * 365 * 86_400_000;

/** Makes a certificate for localhost. `nowMs` is wall time. */
export async function selfSigned(nowMs: number): Promise<CertificateSource> {
  const current = await makePair(nowMs);
  return {
    current,
    onChange(listener) {
      listener(current);
      return { [Symbol.dispose]: () => undefined };
    },
  };
}

async function makePair(nowMs: number): Promise<CertificatePair> {
  await import('reflect-metadata'); // the library's container insists on it
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(nowMs - 3_600_000),
    notAfter: new Date(nowMs + validMs),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.ExtendedKeyUsageExtension([serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
  return { cert: certificate.toString('pem'), key };
}
