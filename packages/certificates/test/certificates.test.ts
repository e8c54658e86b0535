import { once } from 'node:events';
import { createServer } from 'node:https';
import { connect } from 'node:tls';
import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import {
  certificateFacts,
  fixedCertificates,
  isIssuedBy,
  issueCertificate,
  joinBundles,
  makeAuthority,
  selfSignedCertificate,
  signRequest,
  splitBundle,
  subjectOfRequest,
} from '@reeve/certificates';
import type { CertificatePair } from '@reeve/certificates';

const now = Date.UTC(2026, 0, 1);
const dates = { notBefore: now - 3_600_000, notAfter: now + 86_400_000 };
const forever = { notBefore: Date.UTC(2020, 0, 1), notAfter: Date.UTC(2120, 0, 1) };

describe('an authority', () => {
  test('issues certificates that TLS clients take', async () => {
    const authority = await makeAuthority({ name: 'test', ...forever });
    const names = ['web.default.svc', '127.0.0.1'];
    const pair = await issueCertificate(authority, { commonName: 'web', use: 'server', names, ...forever });
    expect(await peerOf(pair, authority.cert, 'web.default.svc')).toBe('authorized');
    expect(await peerOf(pair, authority.cert, 'other.default.svc')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    const other = await makeAuthority({ name: 'test', ...forever });
    expect(await peerOf(pair, other.cert, 'web.default.svc')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(await peerOf(pair, joinBundles(other.cert, authority.cert), 'web.default.svc')).toBe('authorized');
  });

  test('is told from every other by its name', async () => {
    const [one, other] = [await makeAuthority({ name: 'a', ...dates }), await makeAuthority({ name: 'a', ...dates })];
    const pair = await issueCertificate(one, { commonName: 'x', use: 'server', ...dates });
    expect([isIssuedBy(pair, one.cert), isIssuedBy(pair, other.cert)]).toEqual([true, false]);
    expect(isIssuedBy({ cert: pair.cert, key: one.key }, one.cert)).toBe(false);
    expect(isIssuedBy({ cert: pair.cert, key: 'none' }, one.cert)).toBe(false);
  });

  test('issues nothing that outlives it', async () => {
    const authority = await makeAuthority({ name: 'a', ...dates });
    const pair = await issueCertificate(authority, { commonName: 'x', use: 'client', ...forever });
    expect(certificateFacts(pair.cert)).toMatchObject({ notBefore: forever.notBefore, notAfter: dates.notAfter });
  });

  test('signs requests for the subject and the usages that it is told', async () => {
    const authority = await makeAuthority({ name: 'a', ...dates });
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const request = await Pkcs10CertificateRequestGenerator.create({
      name: 'CN=system:node:a,O=system:nodes',
      keys,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    });
    const pem = request.toString('pem');
    expect(await subjectOfRequest(pem)).toEqual({
      commonName: 'system:node:a',
      organizations: ['system:nodes'],
      otherNames: new Set(),
    });
    const terms = { usages: ['digital signature', 'client auth'], from: now, until: forever.notAfter };
    expect(certificateFacts(await signRequest(pem, authority, terms))?.notAfter).toBe(dates.notAfter);
    expect(await subjectOfRequest('none')).toBeUndefined();
  });
});

test('a self-signed certificate is its own authority', async () => {
  const pair = await selfSignedCertificate({
    commonName: 'localhost',
    use: 'server',
    names: ['localhost'],
    ...forever,
  });
  expect(await peerOf(pair, pair.cert, 'localhost')).toBe('authorized');
});

test('names with commas and equals signs stay one part of the subject', async () => {
  const authority = await makeAuthority({ name: 'a', ...dates });
  const pair = await issueCertificate(authority, { commonName: 'x,O=system:masters', use: 'client', ...dates });
  const { X509Certificate } = await import('node:crypto');
  expect(new X509Certificate(pair.cert).toLegacyObject().subject).toEqual({ CN: 'x,O=system:masters' });
});

test('what is no certificate says nothing', () => {
  expect(certificateFacts('none')).toBeUndefined();
  expect(splitBundle('none')).toEqual([]);
});

test('a bundle holds each certificate once, in order', async () => {
  const [one, other] = [await makeAuthority({ name: 'a', ...dates }), await makeAuthority({ name: 'b', ...dates })];
  const bundle = joinBundles(`# ours\n${one.cert}`, other.cert, one.cert.trim());
  expect(splitBundle(bundle)).toEqual([one.cert, other.cert]);
});

test('a fixed certificate is told once', async () => {
  const pair = { cert: 'a', key: 'b' };
  const told: CertificatePair[] = [];
  const source = fixedCertificates(pair);
  source.onChange((one) => told.push(one))[Symbol.dispose]();
  expect([source.current, ...told]).toEqual([pair, pair]);
});

/** What a client says of a server's certificate. */
async function peerOf(pair: CertificatePair, ca: string, servername: string): Promise<string> {
  const server = createServer(pair).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const socket = connect({ host: '127.0.0.1', port, ca, servername });
    return await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve('authorized'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    }).then((found) => (socket.destroy(), found as string));
  } finally {
    server.close();
  }
}
