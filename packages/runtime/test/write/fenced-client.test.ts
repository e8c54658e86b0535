import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { ConfigMap, Pod } from '@reeve/kinds/core/v1';
import { fencedClient, FencedError, openFence } from '@reeve/runtime';

const marker = { metadata: { name: 'marker', namespace: 'default' } };

test('a client behind a fence reads always, and writes only while the fence lets it, statuses and other subresources included', async () => {
  await using server = await ApiServer.start();
  const client = new Client({ transport: server.transport });
  const lease = { isOver: false };
  const fenced = fencedClient(client, {
    check() {
      if (lease.isOver) throw new FencedError();
    },
  });

  await fenced.create(ConfigMap, marker);
  lease.isOver = true;

  expect((await fenced.get(ConfigMap, 'default/marker')).metadata.name).toBe('marker');
  const refused = { code: 'REEVE_FENCED' };
  await expect(fenced.create(ConfigMap, marker)).rejects.toMatchObject(refused);
  await expect(fenced.delete(ConfigMap, 'default/marker')).rejects.toMatchObject(refused);
  await expect(fenced.patchStatus(Pod, 'default/web', { type: 'merge', patch: { status: {} } })).rejects.toMatchObject(
    refused,
  );
  const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
  const binding = fenced.subresource(Pod, 'binding').create('default/web', { metadata: { name: 'web' }, target });
  await expect(binding).rejects.toMatchObject(refused);
});

test('one who is alone needs no other client', async () => {
  await using server = await ApiServer.start();
  const client = new Client({ transport: server.transport });
  expect(fencedClient(client, openFence)).toBe(client);
});
