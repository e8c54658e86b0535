/**
 * Requests for certificates on a server with the profile `cluster`: nodes are approved by themselves, and what is approved is signed by the server's authority.
 */
import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { ApiServer } from '@reeve/apiserver';
import { nodeHost, poll } from '@reeve/machinery';
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509';
import { describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const nodeUsages = ['digital signature', 'client auth'];
const kubeletClient = 'kubernetes.io/kube-apiserver-client-kubelet';

interface Status {
  readonly certificate?: string;
  readonly conditions?: readonly { type: string; reason: string; message: string }[];
}

async function requestFor(subject: string, host?: string): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = host === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])];
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    extensions: names,
  });
  return Buffer.from(request.toString('pem')).toString('base64');
}

/** Asks for a certificate and waits until the status has what is expected of it. */
async function asked(
  server: ApiServer,
  spec: { signerName: string; usages: string[]; request: string; expirationSeconds?: number },
  isDone: (status: Status) => boolean,
  approves = false,
): Promise<Status> {
  const made = await ask(server.transport, 'POST', requests, { metadata: { generateName: 'r-' }, spec });
  const { name } = made.body['metadata'] as { name: string };
  if (approves) {
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Fine', message: 'by hand' }];
    await ask(server.transport, 'PUT', `${requests}/${name}/approval`, { ...made.body, status: { conditions } });
  }
  const read = async (): Promise<Status | undefined> => {
    const { body } = await ask(server.transport, 'GET', `${requests}/${name}`);
    const status = (body['status'] ?? {}) as Status;
    return isDone(status) ? status : undefined;
  };
  return poll(nodeHost(), read, { intervalMs: 5, timeoutMs: 20_000, waitingFor: 'the request' });
}

const certificateOf = ({ certificate = '' }: Status): X509Certificate =>
  new X509Certificate(Buffer.from(certificate, 'base64'));

const hasCertificate = ({ certificate }: Status): boolean => certificate !== undefined;
const hasFailed = ({ conditions = [] }: Status): boolean => conditions.some(({ type }) => type === 'Failed');

describe('a request for a certificate', () => {
  test('of a node is approved by itself and signed for as long as it asks', async () => {
    await using server = await ApiServer.start({ port: 0, profile: 'cluster' });
    const request = await requestFor('CN=system:node:n1,O=system:nodes');
    const spec = { signerName: kubeletClient, usages: nodeUsages, request, expirationSeconds: 3600 };
    const status = await asked(server, spec, hasCertificate);
    expect(status.conditions?.[0]).toMatchObject({
      type: 'Approved',
      reason: 'AutoApproved',
      message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
    });
    const certificate = certificateOf(status);
    const [, authority = ''] = /certificate-authority-data[": ]+([^\s",]+)/.exec(server.kubeconfig()) ?? [];
    expect(certificate.verify(new X509Certificate(Buffer.from(authority, 'base64')).publicKey)).toBe(true);
    expect(certificate.subject.split('\n').toSorted()).toEqual(['CN=system:node:n1', 'O=system:nodes']);
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(3600_000 + 5 * 60_000);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  test('of others waits for an approval, and is signed then', async () => {
    await using server = await ApiServer.start({ port: 0, profile: 'cluster' });
    const request = await requestFor('CN=jane,O=team');
    const spec = { signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'], request };
    expect(certificateOf(await asked(server, spec, hasCertificate, true)).subject).toContain('CN=jane');
  });

  test.each([
    ['O=system:nodes,CN=jane', nodeUsages, undefined, 'subject common name does not begin with system:node:'],
    ['O=team,CN=system:node:n1', nodeUsages, undefined, 'subject organization is not system:nodes'],
    ['O=system:nodes,CN=system:node:n1', nodeUsages, 'n1.example.com', 'DNS subjectAltNames are not allowed'],
    [
      'O=system:nodes,CN=system:node:n1',
      ['client auth'],
      undefined,
      'usages did not match [client auth digital signature]',
    ],
  ])('for %s with %j and the name %s fails although it is approved', async (subject, usages, host, message) => {
    await using server = await ApiServer.start({ port: 0, profile: 'cluster' });
    const spec = { signerName: kubeletClient, usages, request: await requestFor(subject, host) };
    const { conditions = [] } = await asked(server, spec, hasFailed, true);
    expect(conditions.find(({ type }) => type === 'Failed')).toMatchObject({
      reason: 'SignerValidationFailure',
      message,
    });
  });

  test('for a kubelet’s server needs a name, and gets it', async () => {
    await using server = await ApiServer.start({ port: 0, profile: 'cluster' });
    const usages = ['digital signature', 'server auth'];
    const [subject, signerName] = ['O=system:nodes,CN=system:node:n1', 'kubernetes.io/kubelet-serving'];
    const nameless = await asked(server, { signerName, usages, request: await requestFor(subject) }, hasFailed, true);
    expect(nameless.conditions?.at(-1)?.message).toBe('DNS or IP subjectAltName is required');
    const named = { signerName, usages, request: await requestFor(subject, 'n1.example.com') };
    expect(certificateOf(await asked(server, named, hasCertificate, true)).subjectAltName).toBe('DNS:n1.example.com');
  });
});
