/**
 * What becomes of objects whose owners go: the garbage collector of a server with the profile `cluster`.
 */
import { describe, expect, test } from 'vitest';
import type { OwnerReference } from '@reeve/machinery';
import { watch, type Answer } from '../server/talk.ts';
import { configMaps, InCluster, ownedBy } from './in-cluster.ts';

const blocking = { blockOwnerDeletion: true };

describe('an object whose owner is deleted in the background', () => {
  test('goes, and its own dependents after it · X7', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    const child = await cluster.configMap('child', [ownedBy(owner)]);
    await cluster.configMap('grandchild', [ownedBy(child)]);
    await cluster.configMap('bystander');

    await cluster.delete(`${configMaps}/owner`, 'Background');
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['bystander']);
  });

  test('stays while another owner is there, and names that one alone · X7', async () => {
    await using cluster = await InCluster.start();
    const [first, second] = [await cluster.configMap('first'), await cluster.configMap('second')];
    await cluster.configMap('child', [ownedBy(first), ownedBy(second)]);

    await cluster.delete(`${configMaps}/first`);
    await cluster.settled();

    const child = await cluster.get(`${configMaps}/child`);
    expect(child?.metadata.ownerReferences).toEqual([ownedBy(second)]);
    await cluster.delete(`${configMaps}/second`);
    await cluster.settled();
    expect(await cluster.names(configMaps)).toEqual([]);
  });

  test('waits for its own finalizers · X7', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    await cluster.configMap('child', [ownedBy(owner)], { finalizers: ['example.com/hold'] });

    await cluster.delete(`${configMaps}/owner`);
    await cluster.settled();

    expect((await cluster.get(`${configMaps}/child`))?.metadata.deletionTimestamp).toBeDefined();
    await cluster.merge(`${configMaps}/child`, { metadata: { finalizers: null } });
    expect(await cluster.names(configMaps)).toEqual([]);
  });

  test('stays in the profile envtest, where nobody collects · X7', async () => {
    await using cluster = await InCluster.start('envtest');
    const owner = await cluster.configMap('owner');
    await cluster.configMap('child', [ownedBy(owner)]);

    await cluster.delete(`${configMaps}/owner`);
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['child']);
  });
});

describe('an object that names an owner who is not there', () => {
  const absent = { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: 'e1c8a0b4-0000-4000-8000-000000000001' };

  test('goes as soon as it comes · X7', async () => {
    await using cluster = await InCluster.start();
    await cluster.configMap('child', [absent]);

    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual([]);
  });

  test('goes when the owner of that name is another one · X7', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    await cluster.configMap('child', [ownedBy(owner, { uid: absent.uid })]);

    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['owner']);
  });

  test('goes with an event when the owner is in another namespace · X7', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.create('/api/v1/namespaces/kube-public/configmaps', { metadata: { name: 'owner' } });
    await cluster.configMap('child', [ownedBy(owner)]);

    await cluster.settled();

    const { body } = await cluster.ask('GET', '/api/v1/namespaces/default/events');
    expect(await cluster.names(configMaps)).toEqual([]);
    expect(body.items).toMatchObject([
      {
        reason: 'OwnerRefInvalidNamespace',
        type: 'Warning',
        count: 1,
        involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'child' },
        message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
        source: { component: 'garbage-collector-controller' },
      },
    ]);
  });

  test('stays, with one event for each owner, when it is cluster-scoped and they are not · X7', async () => {
    await using cluster = await InCluster.start();
    const [first, second] = [await cluster.configMap('first'), await cluster.configMap('second')];
    const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    await cluster.create(roles, { metadata: { name: 'role', ownerReferences: [ownedBy(first), ownedBy(second)] } });
    await cluster.settled();
    await cluster.host.run(() => cluster.host.sleep(1000));
    await cluster.delete(`${configMaps}/first`);
    await cluster.settled();

    const { body } = await cluster.ask('GET', '/api/v1/namespaces/default/events');
    expect(await cluster.get(`${roles}/role`)).toBeDefined();
    expect(body.items?.map((event) => event['involvedObject'])).toMatchObject([
      { kind: 'ClusterRole', name: 'role' },
      { kind: 'ClusterRole', name: 'role' },
    ]);
  });
});

describe('an owner deleted in the foreground', () => {
  test('stays until the dependents that block it are gone · X8', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    await cluster.configMap('blocker', [ownedBy(owner, blocking)], { finalizers: ['example.com/hold'] });
    await cluster.configMap('other', [ownedBy(owner)], { finalizers: ['example.com/hold'] });

    await cluster.delete(`${configMaps}/owner`, 'Foreground');
    await cluster.settled();

    expect((await cluster.get(`${configMaps}/owner`))?.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect((await cluster.get(`${configMaps}/blocker`))?.metadata.deletionTimestamp).toBeDefined();
    await cluster.merge(`${configMaps}/blocker`, { metadata: { finalizers: null } });
    await cluster.settled();
    expect(await cluster.names(configMaps)).toEqual(['other']);
  });

  test('goes when its dependents no longer block it · X8', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    await cluster.configMap('blocker', [ownedBy(owner, blocking)], { finalizers: ['example.com/hold'] });
    await cluster.delete(`${configMaps}/owner`, 'Foreground');
    await cluster.settled();

    await cluster.merge(`${configMaps}/blocker`, { metadata: { ownerReferences: [ownedBy(owner)] } });
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['blocker']);
  });

  test('waits for a whole tree, from the leaves up · X8', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    const child = await cluster.configMap('child', [ownedBy(owner, blocking)]);
    await cluster.configMap('leaf', [ownedBy(child, blocking)], { finalizers: ['example.com/hold'] });

    await cluster.delete(`${configMaps}/owner`, 'Foreground');
    await cluster.settled();

    expect((await cluster.get(`${configMaps}/child`))?.metadata.finalizers).toEqual(['foregroundDeletion']);
    await cluster.merge(`${configMaps}/leaf`, { metadata: { finalizers: null } });
    await cluster.settled();
    expect(await cluster.names(configMaps)).toEqual([]);
  });

  test('leaves a dependent with another owner to that one · X8', async () => {
    await using cluster = await InCluster.start();
    const [owner, keeper] = [await cluster.configMap('owner'), await cluster.configMap('keeper')];
    await cluster.configMap('child', [ownedBy(owner, blocking), ownedBy(keeper)]);

    await cluster.delete(`${configMaps}/owner`, 'Foreground');
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['child', 'keeper']);
    expect((await cluster.get(`${configMaps}/child`))?.metadata.ownerReferences).toEqual([ownedBy(keeper)]);
  });

  test('goes with a circle of objects that wait for each other · X8', async () => {
    await using cluster = await InCluster.start();
    const first = await cluster.configMap('first');
    const second = await cluster.configMap('second', [ownedBy(first, blocking)]);
    const third = await cluster.configMap('third', [ownedBy(second, blocking)]);
    await cluster.merge(`${configMaps}/first`, { metadata: { ownerReferences: [ownedBy(third, blocking)] } });

    await cluster.delete(`${configMaps}/first`, 'Foreground');
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual([]);
  });
});

describe('an owner that leaves its dependents behind', () => {
  test('an owner that is orphaned goes after its dependents have forgotten it, in the order of the writes · X9', async () => {
    await using cluster = await InCluster.start();
    const [owner, keeper] = [await cluster.configMap('owner'), await cluster.configMap('keeper')];
    await cluster.configMap('child', [ownedBy(owner, blocking)]);
    await cluster.configMap('shared', [ownedBy(owner), ownedBy(keeper)]);
    await cluster.delete(`${configMaps}/owner`, 'Orphan');
    const before = await cluster.get(`${configMaps}/owner`);
    const from = before?.metadata.resourceVersion;

    const path = `${configMaps}?watch=1&resourceVersion=${from}`;
    const watched = watch(cluster.server.transport, path, (seen) => seen.length === 3);
    await cluster.settled();

    expect(before?.metadata.finalizers).toEqual(['orphan']);
    const events = (await watched).map(({ type, object }) => `${type} ${object.metadata.name}`);
    expect(events.slice(0, 2).toSorted()).toEqual(['MODIFIED child', 'MODIFIED shared']);
    expect(events[2]).toBe('DELETED owner');
    expect(await cluster.names(configMaps)).toEqual(['child', 'keeper', 'shared']);
    expect((await cluster.get(`${configMaps}/child`))?.metadata.ownerReferences).toBeUndefined();
    expect((await cluster.get(`${configMaps}/shared`))?.metadata.ownerReferences).toEqual([ownedBy(keeper)]);
  });

  test('does so too when the collector deletes it, if it was told to before', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner');
    const child = await cluster.configMap('child', [ownedBy(owner)], { finalizers: ['orphan'] });
    await cluster.configMap('grandchild', [ownedBy(child)]);

    await cluster.delete(`${configMaps}/owner`, 'Background');
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual(['grandchild']);
    expect((await cluster.get(`${configMaps}/grandchild`))?.metadata.ownerReferences).toBeUndefined();
  });

  test('keeps its other finalizers', async () => {
    await using cluster = await InCluster.start();
    const owner = await cluster.configMap('owner', [], { finalizers: ['example.com/hold'] });
    await cluster.configMap('child', [ownedBy(owner)]);

    await cluster.delete(`${configMaps}/owner`, 'Orphan');
    await cluster.settled();

    expect((await cluster.get(`${configMaps}/owner`))?.metadata.finalizers).toEqual(['example.com/hold']);
  });
});

describe('owners of custom kinds', () => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const gardens = '/apis/estate.example.com/v1/namespaces/default/gardens';
  const typed = { apiVersion: 'estate.example.com/v1', kind: 'Garden' };
  const definition = {
    metadata: { name: 'gardens.estate.example.com' },
    spec: {
      group: 'estate.example.com',
      scope: 'Namespaced',
      names: { plural: 'gardens', kind: 'Garden' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };

  test('take their dependents along, and are themselves taken along · X10', async () => {
    await using cluster = await InCluster.start();
    await cluster.create(definitions, definition);
    await cluster.settled();
    const owner = await cluster.configMap('owner');
    const garden = await cluster.create(gardens, {
      ...typed,
      metadata: { name: 'garden', ownerReferences: [ownedBy(owner)] },
    });
    await cluster.configMap('child', [ownedBy(garden)]);

    await cluster.delete(`${configMaps}/owner`);
    await cluster.settled();

    expect([await cluster.names(gardens), await cluster.names(configMaps)]).toEqual([[], []]);
  });

  test('are orphaned like others · X10', async () => {
    await using cluster = await InCluster.start();
    await cluster.create(definitions, definition);
    await cluster.settled();
    const owner = await cluster.configMap('owner');
    await cluster.create(gardens, { ...typed, metadata: { name: 'garden', ownerReferences: [ownedBy(owner)] } });

    await cluster.delete(`${configMaps}/owner`, 'Orphan');
    await cluster.settled();

    expect((await cluster.get(`${gardens}/garden`))?.metadata.ownerReferences).toBeUndefined();
    expect(await cluster.names(configMaps)).toEqual([]);
  });

  test('are waited for while nobody serves their kind, and judged when somebody does · X10', async () => {
    await using cluster = await InCluster.start();
    const owner = { apiVersion: 'estate.example.com/v1', kind: 'Garden', name: 'garden', uid: 'no-such-garden' };
    await cluster.configMap('child', [owner]);
    await cluster.settled();
    const before = await cluster.names(configMaps);

    await cluster.create(definitions, definition);
    await cluster.settled();

    expect([before, await cluster.names(configMaps)]).toEqual([['child'], []]);
  });

  test('take their dependents along when their definition goes · X10', async () => {
    await using cluster = await InCluster.start();
    await cluster.create(definitions, definition);
    await cluster.settled();
    const garden = await cluster.create(gardens, { ...typed, metadata: { name: 'garden' } });
    await cluster.configMap('child', [ownedBy(garden)]);

    await cluster.delete(`${definitions}/gardens.estate.example.com`);
    await cluster.settled();

    expect(await cluster.names(configMaps)).toEqual([]);
  });
});

test('a snapshot that is put back is looked at anew', async () => {
  await using cluster = await InCluster.start();
  const owner = await cluster.configMap('owner');
  await cluster.configMap('child', [ownedBy(owner)]);
  const snapshot = cluster.server.snapshot();
  await cluster.delete(`${configMaps}/owner`);
  await cluster.settled();

  cluster.server.restore(snapshot);
  await cluster.settled();
  const restored = await cluster.names(configMaps);
  await cluster.delete(`${configMaps}/owner`);
  await cluster.settled();

  expect([restored, await cluster.names(configMaps)]).toEqual([['child', 'owner'], []]);
});

test('an owner that a snapshot brings back counts again', async () => {
  await using cluster = await InCluster.start();
  const [owner, other] = [await cluster.configMap('owner'), await cluster.configMap('other')];
  await cluster.configMap('child', [ownedBy(owner)], { finalizers: ['example.com/hold'] });
  const snapshot = cluster.server.snapshot();
  await cluster.delete(`${configMaps}/owner`);
  await cluster.settled();

  cluster.server.restore(snapshot);
  await cluster.merge(`${configMaps}/child`, { metadata: { ownerReferences: [ownedBy(owner), ownedBy(other)] } });
  await cluster.settled();

  const child = await cluster.get(`${configMaps}/child`);
  expect(child?.metadata.ownerReferences).toEqual([ownedBy(owner), ownedBy(other)]);
});

test('hundreds of dependents go, and nothing is left to do afterwards', async () => {
  await using cluster = await InCluster.start();
  const owner = await cluster.configMap('owner');
  for (let index = 0; index < 300; index += 1) await cluster.configMap(`child-${index}`, [ownedBy(owner, blocking)]);

  await cluster.delete(`${configMaps}/owner`, 'Foreground');
  await cluster.settled();

  expect(await cluster.names(configMaps)).toEqual([]);
  expect(cluster.host.clock.pendingForegroundTimers).toBe(0);
});

describe('an object that gets another owner while the collector is about to delete it', () => {
  test('a dependent whose new owner was written is not deleted, at whatever moment that was', async () => {
    const outcomes = new Set<number>();
    for (let moment = 0; moment < 120; moment += 1) {
      let adoptInTurn: () => unknown = () => undefined;
      await using cluster = await InCluster.start('cluster', () => void adoptInTurn());
      const [owner, keeper] = [await cluster.configMap('owner'), await cluster.configMap('keeper')];
      await cluster.configMap('child', [ownedBy(owner)]);
      let adopted: Promise<Answer> | undefined;
      adoptInTurn = () => (adopted ??= adoptAfter(moment, cluster, ownedBy(keeper)));

      await cluster.delete(`${configMaps}/owner`, 'Background');
      await cluster.settled();

      const { status = 0 } = (await adopted) ?? {};
      outcomes.add(status);
      const names = await cluster.names(configMaps);
      expect([moment, names]).toEqual([moment, status === 200 ? ['child', 'keeper'] : ['keeper']]);
    }
    expect(outcomes).toEqual(new Set([200, 404])); // before the deletion, and after it
  });
});

async function adoptAfter(moments: number, cluster: InCluster, owner: OwnerReference): Promise<Answer> {
  for (let turn = 0; turn < moments; turn += 1) await Promise.resolve();
  return cluster.merge(`${configMaps}/child`, { metadata: { ownerReferences: [owner] } });
}
