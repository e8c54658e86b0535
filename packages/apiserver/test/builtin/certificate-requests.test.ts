/**
 * Who asks for a certificate, and whose certificates are believed.
 */
import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const authentication = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
const spec = {
  request: Buffer.from(pem).toString('base64'),
  signerName: 'example.com/x',
  usages: ['client auth'],
};

test('a request for a certificate names who sent it, whatever it says itself · S6', async () => {
  await using server = await ApiServer.start();
  const sent = { ...spec, username: 'mallory', groups: ['system:masters', 'thieves'], uid: 'u', extra: { a: ['b'] } };
  const { status, body } = await ask(server.transport, 'POST', requests, { metadata: { name: 'one' }, spec: sent });
  expect(status).toBe(201);
  expect(body['spec']).toMatchObject(spec);
  expect(body['spec']).not.toMatchObject({ username: 'mallory' });
  expect(JSON.stringify(body['spec'])).not.toContain('thieves');
});

test('what was asked for stays when the request is replaced · S6', async () => {
  await using server = await ApiServer.start();
  const { body } = await ask(server.transport, 'POST', requests, { metadata: { name: 'one' }, spec });
  const changed = { ...body, spec: { ...spec, usages: ['server auth'] } };
  const { body: replaced } = await ask(server.transport, 'PUT', `${requests}/one`, changed);
  expect(replaced['spec']).toEqual(body['spec']);
});

test('the authority for client certificates is told once there is one · Y1', async () => {
  await using inMemory = await ApiServer.start();
  expect((await ask(inMemory.transport, 'GET', authentication)).body['data']).toBeUndefined();
  await using listening = await ApiServer.start({ port: 0 });
  const { body } = await ask(listening.transport, 'GET', authentication);
  expect(body['data']).toEqual({ 'client-ca-file': expect.stringContaining('BEGIN CERTIFICATE') as string });
  listening.reset();
  expect((await ask(listening.transport, 'GET', authentication)).body['data']).toEqual(body['data']);
});
