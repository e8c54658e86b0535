/**
 * Keys of certificates: ECDSA on P-256, which every TLS stack takes and which is made in under a millisecond. The library for encodings is loaded only here.
 */
import { webcrypto } from 'node:crypto';
import type * as Library from '@peculiar/x509';

/** How everything is signed. */
export const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** The two halves of a key. */
export type KeyPair = webcrypto.CryptoKeyPair;

/** New keys. */
export const newKeys = (): Promise<KeyPair> => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** A name that no other authority has: two of one name are mistaken for each other. */
export const uniqueName = (prefix: string): string => `${prefix}-${webcrypto.randomUUID()}`;

/** The private half in PEM. */
export async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
}

/** The private half of a PEM, to sign with. */
export function signingKey(pem: string): Promise<webcrypto.CryptoKey> {
  const bytes = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  return webcrypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
}

/** The library, which is slow to load and needed by few. */
export async function library(): Promise<typeof Library> {
  await import('reflect-metadata'); // the library's container insists on it
  return import('@peculiar/x509');
}
