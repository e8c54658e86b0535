import { expect, test } from 'vitest';
import { ControllerRevision, DaemonSet } from '@reeve/kinds/apps/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { Taint } from '@reeve/kinds/core/v1';
import { daemonSetController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const daemonSets = (body: (world: World) => Promise<void>): Promise<void> =>
  inCluster((host) => [daemonSetController({ host })], body);

const agent = (more: Partial<DaemonSet['spec']> = {}, pod: object = {}): DaemonSet =>
  DaemonSet.of({
    metadata: { name: 'agent', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: template('one', pod),
      ...more,
    },
  });

const template = (image: string, pod: object = {}): DaemonSet['spec']['template'] => ({
  metadata: { labels: { app: 'agent' } },
  spec: { containers: [{ name: 'agent', image }], ...pod },
});

async function addNodes({ cluster }: World, names: readonly string[], taints: Taint[] = []): Promise<void> {
  for (const name of names) {
    const node = await cluster.client.create(Node, Node.of({ metadata: { name, labels: { name } } }));
    await cluster.client.update(Node, { ...node, spec: { taints } }); // it is ready, so it has no taint that says otherwise
  }
}

const live = ({ cluster }: World): Promise<DaemonSet> => cluster.client.get(DaemonSet, 'default/agent');

async function change(world: World, spec: Partial<DaemonSet['spec']>): Promise<void> {
  const set = await live(world);
  await world.cluster.client.update(DaemonSet, { ...set, spec: { ...set.spec, ...spec } });
}

/** The node that a pod is meant for. */
const nodeOf = ({ spec }: Pod): string =>
  spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]?.matchFields?.[0]
    ?.values?.[0] ?? '';

const nodesOf = async (world: World): Promise<string[]> => (await world.pods()).map(nodeOf).toSorted();

const imagesOf = async (world: World): Promise<string[]> =>
  (await world.pods()).map((pod) => `${nodeOf(pod)} ${pod.spec.containers[0]?.image ?? ''}`).toSorted();

test('every node gets a pod that is pinned to it and tolerates its troubles', async () => {
  await daemonSets(async (world) => {
    await addNodes(world, ['a', 'b']);
    await world.cluster.client.create(DaemonSet, agent());
    await world.settles();
    expect(await nodesOf(world)).toEqual(['a', 'b']);
    const [pod] = await world.pods();
    expect(pod?.metadata).toMatchObject({
      generateName: 'agent-',
      labels: { app: 'agent', 'pod-template-generation': '1' },
      ownerReferences: [{ kind: 'DaemonSet', name: 'agent', controller: true }],
    });
    expect(pod?.spec.tolerations?.map(({ key, effect }) => `${key ?? ''} ${effect ?? ''}`)).toEqual([
      'node.kubernetes.io/not-ready NoExecute',
      'node.kubernetes.io/unreachable NoExecute',
      'node.kubernetes.io/disk-pressure NoSchedule',
      'node.kubernetes.io/memory-pressure NoSchedule',
      'node.kubernetes.io/pid-pressure NoSchedule',
      'node.kubernetes.io/unschedulable NoSchedule',
    ]);
    expect((await live(world)).status).toEqual({
      currentNumberScheduled: 2,
      desiredNumberScheduled: 2,
      numberMisscheduled: 0,
      numberReady: 0,
      numberUnavailable: 2,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
    });

    await world.runAll();
    expect((await live(world)).status).toMatchObject({ numberReady: 2, numberAvailable: 2 });
    expect((await live(world)).status).not.toHaveProperty('numberUnavailable');
    expect(
      (await world.said('DaemonSet', 'agent')).every((said) =>
        said.startsWith('SuccessfulCreate: Created pod: agent-'),
      ),
    ).toBe(true);
  });
});

test('pods follow nodes that come, go and change their labels', async () => {
  await daemonSets(async (world) => {
    const { client } = world.cluster;
    await addNodes(world, ['a', 'b']);
    await client.create(DaemonSet, agent({}, { nodeSelector: { name: 'b' } }));
    await world.settles();
    expect(await nodesOf(world)).toEqual(['b']);

    await addNodes(world, ['c']);
    const c = await client.get(Node, 'c');
    await client.update(Node, { ...c, metadata: { ...c.metadata, labels: { name: 'b' } } });
    await world.settles();
    expect(await nodesOf(world)).toEqual(['b', 'c']);

    const b = await client.get(Node, 'b');
    await client.update(Node, { ...b, metadata: { ...b.metadata, labels: {} } });
    await world.settles();
    expect(await nodesOf(world)).toEqual(['c']);

    await client.delete(Node, 'c');
    await world.settles();
    expect(await nodesOf(world)).toEqual([]);
  });
});

test('a taint keeps pods away, and drives them out only when it says so', async () => {
  await daemonSets(async (world) => {
    const { client } = world.cluster;
    await addNodes(world, ['a', 'b']);
    await addNodes(world, ['t'], [{ key: 'k', effect: 'NoSchedule' }]);
    await client.create(DaemonSet, agent());
    await world.settles();
    expect(await nodesOf(world)).toEqual(['a', 'b']);

    for (const [name, effect] of [
      ['a', 'NoSchedule'],
      ['b', 'NoExecute'],
    ] as const) {
      const node = await client.get(Node, name);
      await client.update(Node, { ...node, spec: { taints: [{ key: 'k', effect }] } });
    }
    await world.settles();
    expect(await nodesOf(world)).toEqual(['a']);
    expect((await live(world)).status).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 1 });
  });
});

test('an update replaces as many pods as may be missing, and keeps revisions', async () => {
  await daemonSets(async (world) => {
    await addNodes(world, ['a', 'b', 'c']);
    await world.cluster.client.create(DaemonSet, agent());
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    expect(await imagesOf(world)).toEqual(['a two', 'b one', 'c one']);

    await world.runAll();
    expect(await imagesOf(world)).toEqual(['a two', 'b two', 'c two']);
    const { items } = await world.cluster.client.list(ControllerRevision, { namespace: 'default' });
    expect(items.map(({ revision }) => String(revision)).toSorted()).toEqual(['1', '2']);
    expect((await live(world)).status).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3 });
  });
});

test('with a surge the new pod comes beside the old one, which goes when the new one serves', async () => {
  await daemonSets(async (world) => {
    await addNodes(world, ['a', 'b']);
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } as const;
    await world.cluster.client.create(DaemonSet, agent({ updateStrategy }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    expect(await imagesOf(world)).toEqual(['a one', 'a two', 'b one']);

    const fresh = (await world.pods()).find((pod) => pod.spec.containers[0]?.image === 'two');
    if (fresh !== undefined) await world.run(fresh);
    await world.settles();
    expect(await imagesOf(world)).toEqual(['a two', 'b one', 'b two']);

    await world.runAll();
    expect(await imagesOf(world)).toEqual(['a two', 'b two']);
  });
});

test('pods are updated only as somebody deletes them, where the set says so', async () => {
  await daemonSets(async (world) => {
    await addNodes(world, ['a', 'b']);
    await world.cluster.client.create(DaemonSet, agent({ updateStrategy: { type: 'OnDelete' } }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    expect(await imagesOf(world)).toEqual(['a one', 'b one']);
    expect((await live(world)).status).not.toHaveProperty('updatedNumberScheduled');

    const pod = (await world.pods()).find((one) => nodeOf(one) === 'a');
    if (pod !== undefined) await world.cluster.client.delete(Pod, pod);
    await world.settles();
    expect(await imagesOf(world)).toEqual(['a two', 'b one']);
  });
});

test('a pod that has ended is replaced, and one that fails again only after a while', async () => {
  await daemonSets(async (world) => {
    await addNodes(world, ['a']);
    await world.cluster.client.create(DaemonSet, agent());
    await world.runAll();
    const names: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      const [pod] = await world.pods();
      names.push(pod?.metadata.name);
      if (pod !== undefined) await world.finish(pod, 'Failed');
      await world.settles();
    }
    const [held] = await world.pods();
    expect(new Set(names).size).toBe(2); // the second failure is held back
    expect(held?.status?.phase).toBe('Failed');
    await world.host.sleep(2000);
    await world.settles();
    expect((await world.pods())[0]?.status?.phase).toBe('Pending');
    expect(
      (await world.said('DaemonSet', 'agent')).some((said) =>
        said.startsWith('FailedDaemonPod: Found failed daemon pod default/agent-'),
      ),
    ).toBe(true);
  });
});
