import { expect, test } from 'vitest';
import { Endpoints, Pod, Service } from '@reeve/kinds/core/v1';
import { subsetsOf } from '@reeve/workloads';
import { podWith, services, web } from '../endpoint-slice/service-world.ts';
import type { World } from '../pod/cluster-of.ts';

const theEndpoints = ({ cluster }: World): Promise<Endpoints> => cluster.client.get(Endpoints, 'default/web');

test('the Endpoints of a Service list who is ready and who is not', async () => {
  await services(async (world) => {
    const { client } = world.cluster;
    await client.create(Service, web());
    const ready = await podWith(world, 'a', { ips: ['10.1.0.10'] });
    await podWith(world, 'b', { ips: ['10.1.0.9'], isReady: false });
    await world.settles();
    const endpoints = await theEndpoints(world);
    expect(endpoints.metadata.labels).toEqual({
      team: 'estate',
      'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    });
    expect(endpoints.metadata.annotations).toHaveProperty('endpoints.kubernetes.io/last-change-trigger-time');
    expect(endpoints.subsets).toEqual([
      {
        addresses: [
          {
            ip: '10.1.0.10',
            nodeName: 'node-1',
            targetRef: { kind: 'Pod', namespace: 'default', name: 'a', uid: ready.metadata.uid },
          },
        ],
        notReadyAddresses: [expect.objectContaining({ ip: '10.1.0.9' })],
        ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      },
    ]);
    await client.delete(Pod, 'default/a', { gracePeriodSeconds: 30 });
    await world.settles();
    expect((await theEndpoints(world)).subsets?.[0]?.addresses).toBeUndefined();
    await client.delete(Service, 'default/web');
    await world.cluster.disappears(Endpoints, 'default/web');
  });
}, 20_000);

test('of more than a thousand addresses the ready ones come first, and the object says that some are missing', () => {
  const service = web({ ports: [{ port: 80 }], ipFamilies: ['IPv4'] });
  const pod = (id: number): Pod => ({
    metadata: { name: `p${id}`, namespace: 'default' },
    spec: { containers: [] },
    status: {
      phase: 'Running',
      podIPs: [{ ip: `10.0.${id >> 8}.${id & 255}` }],
      conditions: [{ type: 'Ready', status: id < 900 ? 'True' : 'False' }],
    },
  });
  const { subsets, isTruncated } = subsetsOf(
    service,
    Array.from({ length: 1100 }, (_, id) => pod(id)),
  );
  expect(isTruncated).toBe(true);
  expect(subsets.map(({ addresses, notReadyAddresses }) => [addresses?.length, notReadyAddresses?.length])).toEqual([
    [900, 100],
  ]);
});
