import { expect, test } from 'vitest';
import { Node, Pod, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import type { World } from '../pod/cluster-of.ts';
import { podWith, services, web } from './service-world.ts';

const slicesOf = async ({ cluster }: World): Promise<EndpointSlice[]> =>
  (await cluster.client.list(EndpointSlice, { namespace: 'default', labels: 'kubernetes.io/service-name=web' })).items;

const addressesIn = (slice: EndpointSlice | undefined): string[] =>
  (slice?.endpoints ?? []).flatMap(({ addresses }) => addresses).toSorted();

test('a slice says who stands behind a Service, where and in which state', async () => {
  await services(async (world) => {
    const { client } = world.cluster;
    await client.create(Service, web());
    await world.settles();
    const [empty] = await slicesOf(world);
    expect(empty).toMatchObject({
      addressType: 'IPv4',
      metadata: {
        generateName: 'web-',
        labels: {
          team: 'estate',
          'kubernetes.io/service-name': 'web',
          'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        },
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Service', name: 'web', controller: true, blockOwnerDeletion: true },
        ],
      },
    });
    expect(empty?.endpoints ?? []).toEqual([]);

    const pod = await podWith(world, 'a');
    await podWith(world, 'b', { ips: ['10.1.0.2'], isReady: false });
    await world.settles();
    const slices = await slicesOf(world);
    expect(slices.map(({ metadata }) => metadata.name)).toEqual([empty?.metadata.name]);
    expect(slices[0]?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
    const byName = new Map(slices[0]?.endpoints?.map((endpoint) => [endpoint.targetRef?.name, endpoint]));
    expect(byName.get('a')).toEqual({
      addresses: ['10.1.0.1'],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: 'node-1',
      targetRef: { kind: 'Pod', namespace: 'default', name: 'a', uid: pod.metadata.uid },
      zone: 'zone-1',
    });
    expect(byName.get('b')?.conditions).toEqual({ ready: false, serving: false, terminating: false });

    await client.delete(Pod, 'default/a', { gracePeriodSeconds: 30 });
    await world.settles();
    const leaving = (await slicesOf(world))[0]?.endpoints?.find(({ targetRef }) => targetRef?.name === 'a');
    expect(leaving?.conditions).toEqual({ ready: false, serving: true, terminating: true });
    await client.delete(Pod, 'default/a', { gracePeriodSeconds: 0 });
    await world.settles();
    expect(addressesIn((await slicesOf(world))[0])).toEqual(['10.1.0.2']);
  });
}, 20_000);

test('pods whose port of that name has another number have a slice of their own', async () => {
  await services(async (world) => {
    await world.cluster.client.create(Service, web());
    await podWith(world, 'a');
    await podWith(world, 'b', { ips: ['10.1.0.2'], port: 9090 });
    await world.settles();
    const byPort = new Map((await slicesOf(world)).map((slice) => [slice.ports?.[0]?.port, addressesIn(slice)]));
    expect(Object.fromEntries(byPort)).toEqual({ 8080: ['10.1.0.1'], 9090: ['10.1.0.2'] });
  });
});

test('a Service may publish pods that are not ready, have no address, and prefer what is near', async () => {
  await services(async (world) => {
    const spec = { clusterIP: 'None', publishNotReadyAddresses: true, trafficDistribution: 'PreferSameZone' };
    await world.cluster.client.create(Service, web(spec));
    await podWith(world, 'a', { isReady: false, more: { hostname: 'a', subdomain: 'web' } });
    await world.settles();
    const [slice] = await slicesOf(world);
    expect(slice?.metadata.labels).toHaveProperty('service.kubernetes.io/headless', '');
    expect(slice?.endpoints?.[0]).toMatchObject({
      conditions: { ready: true, serving: false, terminating: false },
      hostname: 'a',
      hints: { forZones: [{ name: 'zone-1' }] },
    });
  });
});

test('a Service of both families has slices of both', async () => {
  await services(async (world) => {
    const spec = { clusterIP: 'None', ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6'] } as const;
    await world.cluster.client.create(Service, web({ ...spec, ipFamilies: [...spec.ipFamilies] }));
    await podWith(world, 'a', { ips: ['10.1.0.1', 'fd00::1'] });
    await world.settles();
    const byType = (await slicesOf(world)).map((slice) => [slice.addressType, addressesIn(slice)]);
    expect(Object.fromEntries(byType)).toEqual({ IPv4: ['10.1.0.1'], IPv6: ['fd00::1'] });
  });
});

test('a pod on a node that nobody knows is left out until the node is there', async () => {
  await services(async (world) => {
    await world.cluster.client.create(Service, web());
    await podWith(world, 'a', { node: 'node-2' });
    await world.settles();
    expect(addressesIn((await slicesOf(world))[0])).toEqual([]);
    await world.cluster.client.create(Node, Node.of({ metadata: { name: 'node-2' } }));
    await world.settles();
    expect(addressesIn((await slicesOf(world))[0])).toEqual(['10.1.0.1']);
  });
});

test('slices go with their Service, and come back when somebody deletes them', async () => {
  await services(async (world) => {
    const { client } = world.cluster;
    await client.create(Service, web());
    await podWith(world, 'a');
    await world.settles();
    const [slice] = await slicesOf(world);
    if (slice) await client.delete(EndpointSlice, slice);
    await world.settles();
    expect(addressesIn((await slicesOf(world))[0])).toEqual(['10.1.0.1']);
    await client.delete(Service, 'default/web');
    await world.cluster.eventually(async () => (await slicesOf(world)).length === 0);
  });
});

test('a Service without a selector is left to others', async () => {
  await services(async (world) => {
    const { selector: _none, ...spec } = web().spec ?? {};
    await world.cluster.client.create(Service, { ...web(), spec });
    await world.settles();
    expect(await slicesOf(world)).toEqual([]);
  });
});
