import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, watch } from './talk.ts';

const flows = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas';
const levels = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations';
const uidOf = async (server: ApiServer, path: string) =>
  (await ask(server.transport, 'GET', path)).body.metadata.uid ?? 'none';

test('every answer has an audit id of its own, its type, and the flow schema and priority level of its sender · T5', async () => {
  await using server = await ApiServer.start({
    tokens: new Map([['s3cret', { name: 'ada', groups: ['dev'] }]]),
  });
  const first = await ask(server.transport, 'GET', configMaps);
  const second = await ask(server.transport, 'GET', `${configMaps}/none`);
  for (const { headers } of [first, second])
    expect(headers).toMatchObject({
      'audit-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'cache-control': 'no-cache, private',
      'content-type': 'application/json',
      'x-kubernetes-pf-flowschema-uid': await uidOf(server, `${flows}/exempt`),
      'x-kubernetes-pf-prioritylevel-uid': await uidOf(server, `${levels}/exempt`),
    });
  expect(first.headers['audit-id']).not.toBe(second.headers['audit-id']);
  const other = await ask(server.transport, 'GET', configMaps, undefined, { authorization: 'Bearer s3cret' });
  expect(other.headers).toMatchObject({
    'x-kubernetes-pf-flowschema-uid': await uidOf(server, `${flows}/global-default`),
    'x-kubernetes-pf-prioritylevel-uid': await uidOf(server, `${levels}/global-default`),
  });
});

test('who is not let in falls under no flow · T5', async () => {
  await using server = await ApiServer.start();
  const { status, headers } = await ask(server.transport, 'GET', configMaps, undefined, {
    authorization: 'Bearer wrong',
  });
  expect(status).toBe(401);
  expect(headers['x-kubernetes-pf-flowschema-uid']).toBeUndefined();
});

test('flow schemas and priority levels are there, can be changed, and limit nobody · Y9', async () => {
  await using server = await ApiServer.start();
  expect((await ask(server.transport, 'GET', flows)).body.items).toHaveLength(11);
  const { body } = await ask(server.transport, 'GET', `${levels}/global-default`);
  const none = { ...body, spec: { type: 'Limited', limited: { nominalConcurrencyShares: 0, lendablePercent: 0 } } };
  expect((await ask(server.transport, 'PUT', `${levels}/global-default`, none)).status).toBe(200);
  const many = Array.from({ length: 200 }, () => ask(server.transport, 'GET', configMaps));
  for (const { status } of await Promise.all(many)) expect(status).toBe(200);
});

test('a shard selector has no effect · W12', async () => {
  await using server = await ApiServer.start();
  const path = '/api/v1/namespaces?watch=true&shardSelector=%21%21';
  const events = await watch(server.transport, path, (seen) => seen.length >= 4);
  expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'ADDED']);
});

test('a token of a list that history has passed gives 410 and another one to go on from there · L5', async () => {
  await using server = await ApiServer.start();
  const namespaces = '/api/v1/namespaces';
  const page = await ask(server.transport, 'GET', `${namespaces}?limit=2`);
  const token = (page.body.metadata as { continue?: string }).continue ?? '';
  await ask(server.transport, 'POST', namespaces, { metadata: { name: 'zoo' } });
  server.compact();
  const late = await ask(server.transport, 'GET', `${namespaces}?limit=2&continue=${token}`);
  expect(late).toMatchObject({ status: 410, body: { reason: 'Expired' } });
  expect(late.body.message).toContain('The provided continue parameter is too old');
  const onward = (late.body.metadata as { continue?: string }).continue ?? '';
  const rest = await ask(server.transport, 'GET', `${namespaces}?continue=${onward}`);
  expect(rest.status).toBe(200);
  expect(rest.body.items?.map(({ metadata }) => metadata.name)).toEqual(['kube-public', 'kube-system', 'zoo']);
});
