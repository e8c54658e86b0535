import { expect, test } from 'vitest';
import { Endpoints, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import { endpointSliceMirroringController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const slicesOf = async ({ cluster }: World): Promise<EndpointSlice[]> =>
  (await cluster.client.list(EndpointSlice, { namespace: 'default', labels: 'kubernetes.io/service-name=db' })).items;

const byHand = (ips: readonly string[]): Endpoints =>
  Endpoints.of({
    metadata: { name: 'db', namespace: 'default', labels: { team: 'estate' } },
    subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 5432 }] }],
  });

test('Endpoints made by hand have slices, which follow them and go with them', async () => {
  await inCluster(
    (host) => [endpointSliceMirroringController({ host })],
    async (world) => {
      const { client } = world.cluster;
      const endpoints = await client.create(Endpoints, byHand(['10.0.0.1', 'fd00::1']));
      await world.settles();
      expect(await slicesOf(world)).toEqual([]);
      await client.create(
        Service,
        Service.of({ metadata: { name: 'db', namespace: 'default' }, spec: { ports: [{ port: 5432 }] } }),
      );
      await world.settles();
      const byType = new Map((await slicesOf(world)).map((slice) => [slice.addressType, slice]));
      expect([...byType.keys()].toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['IPv4', 'IPv6']);
      expect(byType.get('IPv4')).toMatchObject({
        metadata: {
          labels: {
            team: 'estate',
            'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
          },
          ownerReferences: [{ kind: 'Endpoints', name: 'db', controller: true }],
        },
        endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
        ports: [{ name: '', port: 5432, protocol: 'TCP' }],
      });
      await client.update(Endpoints, { ...endpoints, subsets: byHand(['10.0.0.2']).subsets ?? [] });
      await world.settles();
      const [slice, ...others] = await slicesOf(world);
      expect(others).toEqual([]);
      expect([slice?.metadata.name, slice?.endpoints?.[0]?.addresses]).toEqual([
        byType.get('IPv4')?.metadata.name,
        ['10.0.0.2'],
      ]);
      await client.patch(Service, 'default/db', { type: 'merge', patch: { spec: { selector: { app: 'db' } } } });
      await world.settles();
      expect(await slicesOf(world)).toEqual([]);
    },
  );
}, 20_000);
