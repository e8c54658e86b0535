import { ApiServer } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';
import { apply } from './managed.ts';

test('the elements of an applied list stand in the order that was applied, and others before those that follow them', async () => {
  await using server = await ApiServer.start();
  const service = '/api/v1/namespaces/default/services/web';
  const config = (...ports: number[]) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { ports: ports.map((port) => ({ name: `p${port}`, port, protocol: 'TCP' })) },
  });
  await apply(server, service, 'one', config(1, 2, 3));
  const { body } = await apply(server, service, 'two', config(3, 1), '&force=true');
  const { ports = [] } = body['spec'] as { ports?: { port: number }[] };
  expect(ports.map(({ port }) => port)).toEqual([2, 3, 1]);
});

test('a map that became atomic is owned as a whole by whoever owned a part of it', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definition = (mapType?: string) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'sites.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'sites', kind: 'Site' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                labels: {
                  type: 'object',
                  additionalProperties: { type: 'string' },
                  ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
                },
              },
            },
          },
        },
      ],
    },
  });
  const site = (labels: Record<string, string>) => ({
    apiVersion: 'example.com/v1',
    kind: 'Site',
    metadata: { name: 'a' },
    labels,
  });
  const path = '/apis/example.com/v1/namespaces/default/sites/a';
  await host.run(async () => {
    await ask(server.transport, 'POST', definitions, definition());
    await host.sleep(2000);
    expect((await apply(server, path, 'one', site({ a: '1' }))).status).toBe(201);
    const { body } = await ask(server.transport, 'GET', `${definitions}/sites.example.com`);
    const atomic = { ...definition('atomic'), metadata: body.metadata };
    expect((await ask(server.transport, 'PUT', `${definitions}/sites.example.com`, atomic)).status).toBe(200);
    await host.sleep(2000);
    const refused = await apply(server, path, 'two', site({ b: '2' }));
    expect(refused.status).toBe(409);
    expect(refused.body.details?.causes?.map(({ field }) => field)).toEqual(['.labels']);
  });
});
