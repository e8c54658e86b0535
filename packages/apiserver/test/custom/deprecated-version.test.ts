import { ApiServer } from '@reeve/apiserver';
import { nodeHost } from '@reeve/machinery';
import { eventually } from '@reeve/testing';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

test('every answer about a deprecated version of a definition warns, reads and watches too', async () => {
  await using server = await ApiServer.start();
  const version = (name: string, more: object) => ({
    name,
    served: true,
    ...more,
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'shops.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'shops', kind: 'Shop' },
      versions: [
        version('v1', { storage: true }),
        version('v1beta1', { storage: false, deprecated: true }),
        version('v1alpha1', { storage: false, deprecated: true, deprecationWarning: 'write v1' }),
      ],
    },
  };
  await ask(server.transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  const isServed = async (): Promise<boolean> =>
    (await ask(server.transport, 'GET', '/apis/example.com/v1/shops')).status === 200;
  await eventually(nodeHost(), isServed, {});
  const warningOf = async (method: string, path: string, body?: object): Promise<unknown> =>
    (await ask(server.transport, method, `/apis/example.com/${path}`, body)).headers['warning'];
  const shop = (apiVersion: string) => ({ apiVersion, kind: 'Shop', metadata: { name: 'a' } });

  expect(await warningOf('POST', 'v1/namespaces/default/shops', shop('example.com/v1'))).toBeUndefined();
  expect(await warningOf('GET', 'v1/namespaces/default/shops/a')).toBeUndefined();
  const warnings: unknown[] = [];
  const paths = [
    'shops',
    'namespaces/default/shops',
    'namespaces/default/shops/a',
    'shops?watch=true&timeoutSeconds=1',
  ];
  for (const path of paths) warnings.push(await warningOf('GET', `v1beta1/${path}`));
  expect(warnings.flat()).toEqual(paths.map(() => '299 - "example.com/v1beta1 Shop is deprecated"'));
  expect([await warningOf('GET', 'v1alpha1/shops')].flat()).toEqual(['299 - "write v1"']);
  expect(
    [
      await warningOf('POST', 'v1alpha1/namespaces/default/shops', {
        ...shop('example.com/v1alpha1'),
        metadata: { name: 'b' },
      }),
    ].flat(),
  ).toEqual(['299 - "write v1"']);
});
