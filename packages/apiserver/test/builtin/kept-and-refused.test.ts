import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMap, configMaps, create } from '../server/talk.ts';

test('an Event that was deleted and made again lives for its own hour', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const events = '/api/v1/namespaces/default/events';
  const event = {
    metadata: { name: 'e', namespace: 'default' },
    involvedObject: { kind: 'Pod', name: 'a', namespace: 'default' },
    reason: 'Tested',
    type: 'Normal',
  };
  await host.run(async () => {
    expect((await ask(server.transport, 'POST', events, event)).status).toBe(201);
    await host.sleep(30 * 60_000);
    await ask(server.transport, 'DELETE', `${events}/e`);
    await ask(server.transport, 'POST', events, event);
    await host.sleep(31 * 60_000);
    expect((await ask(server.transport, 'GET', `${events}/e`)).status).toBe(200);
    await host.sleep(30 * 60_000);
    expect((await ask(server.transport, 'GET', `${events}/e`)).status).toBe(404);
  });
});

test('a ConfigMap is refused whose binary data is longer than one mebibyte', async () => {
  await using server = await ApiServer.start();
  const sized = (bytes: number) => ({
    ...configMap('binary'),
    binaryData: { a: Buffer.alloc(bytes).toString('base64') },
  });
  expect((await ask(server.transport, 'POST', configMaps, sized(2 ** 20 + 1))).status).toBe(422);
  expect((await ask(server.transport, 'POST', configMaps, sized(2 ** 20))).status).toBe(201);
});

test('a selector may ask that a label does not exist', async () => {
  await using server = await ApiServer.start();
  const selector = { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'old', operator: 'DoesNotExist' }] };
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'nginx' }] },
  };
  const { status } = await ask(server.transport, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'web' },
    spec: { selector, template },
  });
  expect(status).toBe(201);
});

test('a list exactly at a version that is out of history is refused with 410', async () => {
  await using server = await ApiServer.start();
  const { body } = await create(server, 'a');
  const exact = `${configMaps}?resourceVersion=${body.metadata.resourceVersion ?? ''}&resourceVersionMatch=Exact`;
  expect((await ask(server.transport, 'GET', exact)).status).toBe(200);
  await create(server, 'b');
  server.compact();
  const refused = await ask(server.transport, 'GET', exact);
  expect(refused).toMatchObject({ status: 410, body: { reason: 'Expired' } });
});
