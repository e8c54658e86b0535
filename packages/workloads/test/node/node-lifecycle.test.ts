import { expect, test } from 'vitest';
import { Lease } from '@reeve/kinds/coordination/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import { virtualNode } from '@reeve/workloads';
import { withWorkloads } from './node-world.ts';

const unreachable = ['node.kubernetes.io/unreachable:NoExecute', 'node.kubernetes.io/unreachable:NoSchedule'];

test('a virtual node reports what a real one reports', async () => {
  await withWorkloads(
    { nodes: [{ name: 'big', capacity: { cpu: '64', 'example.com/gpu': '8' } }] },
    async ({ client, taints }) => {
      const node = await client.get(Node, 'big');
      expect(node.metadata.labels).toMatchObject({
        'kubernetes.io/hostname': 'big',
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
      });
      expect(node.status?.allocatable).toMatchObject({ cpu: '64', 'example.com/gpu': '8', pods: '110' });
      expect(node.status?.capacity).toEqual(node.status?.allocatable);
      expect((node.status?.conditions ?? []).map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
        'MemoryPressure False KubeletHasSufficientMemory',
        'DiskPressure False KubeletHasNoDiskPressure',
        'PIDPressure False KubeletHasSufficientPID',
        'Ready True KubeletReady',
      ]);
      expect((node.status?.addresses ?? []).map(({ type }) => type)).toEqual(['InternalIP', 'Hostname']);
      expect(await taints('big')).toEqual([]);
      const lease = await client.get(Lease, 'kube-node-lease/big');
      expect(lease.spec).toMatchObject({ holderIdentity: 'big', leaseDurationSeconds: 2 ** 31 - 1 });
      expect(lease.metadata.ownerReferences?.[0]?.uid).toBe(node.metadata.uid);
    },
  );
});

test('a node that is made by hand with the annotation is one as well', async () => {
  await withWorkloads({ nodes: 0 }, async ({ client, host, pod }) => {
    await client.create(Node, virtualNode({ name: 'extra' }));
    await pod('p');
    await host.sleep(1000);
    expect((await client.get(Pod, 'default/p')).status?.phase).toBe('Running');
  });
});

test('a lost node is noticed after fifty seconds, its pods do not serve, and go five minutes later', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, fail, pod, taints }) => {
    await pod('p');
    await host.sleep(1000);
    await fail('node-1', 'lost');
    await host.sleep(45_000);
    expect(await taints('node-1')).toEqual([]);
    await host.sleep(10_000);
    expect(await taints('node-1')).toEqual(unreachable);
    expect(findCondition((await client.get(Node, 'node-1')).status?.conditions, 'Ready')).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    });
    expect(findCondition((await client.get(Pod, 'default/p')).status?.conditions, 'Ready')?.status).toBe('False');
    await host.sleep(280_000);
    expect((await client.get(Pod, 'default/p')).metadata.deletionTimestamp).toBeUndefined();
    await host.sleep(30_000);
    const evicted = await client.get(Pod, 'default/p');
    expect(evicted.metadata.deletionTimestamp).toBeDefined();
    expect(findCondition(evicted.status?.conditions, 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
    });
  });
});

test('a node that is found again loses its taints, and its pods serve', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, fail, pod, taints }) => {
    await pod('p');
    await host.sleep(1000);
    await fail('node-1', 'lost');
    await host.sleep(60_000);
    expect(await taints('node-1')).toEqual(unreachable);
    await fail('node-1', null);
    await host.sleep(1000);
    expect(await taints('node-1')).toEqual([]);
    const found = await client.get(Pod, 'default/p');
    expect(findCondition(found.status?.conditions, 'Ready')?.status).toBe('True');
    await host.sleep(600_000);
    expect((await client.get(Pod, 'default/p')).metadata.uid).toBe(found.metadata.uid);
  });
});

test('a node that says it is not ready is tainted at once', async () => {
  await withWorkloads({ nodes: 1 }, async ({ host, fail, taints }) => {
    await fail('node-1', 'not-ready');
    await host.sleep(1000);
    expect(await taints('node-1')).toEqual([
      'node.kubernetes.io/not-ready:NoExecute',
      'node.kubernetes.io/not-ready:NoSchedule',
    ]);
  });
});

test('a node that is cordoned takes no new pods, and keeps those it has', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, pod, taints }) => {
    await pod('old');
    await host.sleep(1000);
    const cordon = (unschedulable: boolean) =>
      client.patch(Node, 'node-1', { type: 'merge', patch: { spec: { unschedulable } } });
    await cordon(true);
    await pod('new');
    await host.sleep(1000);
    expect(await taints('node-1')).toEqual(['node.kubernetes.io/unschedulable:NoSchedule']);
    expect((await client.get(Pod, 'default/new')).spec.nodeName).toBeUndefined();
    await cordon(false);
    await host.sleep(1000);
    expect((await client.get(Pod, 'default/new')).status?.phase).toBe('Running');
    expect((await client.get(Pod, 'default/old')).status?.phase).toBe('Running');
  });
});

test('a NoExecute taint drives out pods that do not tolerate it, at once or when their time is over', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, pod }) => {
    await pod('plain', { terminationGracePeriodSeconds: 0 });
    await pod('patient', {
      tolerations: [{ key: 'fire', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
      terminationGracePeriodSeconds: 0,
    });
    await pod('calm', { tolerations: [{ key: 'fire', operator: 'Exists' }] });
    await host.sleep(1000);
    const timeAdded = new Date(host.clock.now()).toISOString();
    await client.patch(Node, 'node-1', {
      type: 'merge',
      patch: { spec: { taints: [{ key: 'fire', effect: 'NoExecute', timeAdded }] } },
    });
    const names = async () =>
      (await client.list(Pod, { namespace: 'default' })).items.map(({ metadata }) => metadata.name);
    await host.sleep(1000);
    expect(await names()).toEqual(['calm', 'patient']);
    await host.sleep(60_000);
    expect(await names()).toEqual(['calm']);
  });
});

test('a pod that is bound to a node with a NoExecute taint leaves when its time is over, and one with nothing to fear stays', async () => {
  await withWorkloads({ nodes: 2 }, async ({ client, host, pod }) => {
    const timeAdded = new Date(host.clock.now()).toISOString();
    await client.patch(Node, 'node-1', {
      type: 'merge',
      patch: { spec: { taints: [{ key: 'fire', effect: 'NoExecute', timeAdded }] } },
    });
    await host.sleep(1000);
    await pod('late', {
      nodeSelector: { 'kubernetes.io/hostname': 'node-1' },
      tolerations: [{ key: 'fire', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
      terminationGracePeriodSeconds: 0,
    });
    await pod('safe');
    await host.sleep(1000);
    expect((await client.get(Pod, 'default/late')).spec.nodeName).toBe('node-1');
    await host.sleep(60_000);
    const { items } = await client.list(Pod, { namespace: 'default' });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['safe']);
  });
});

test('a pod that is bound to a node which is not there is taken away after forty seconds', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, pod }) => {
    const lost = await pod('lost', { schedulerName: 'somebody-else' });
    await client
      .subresource(Pod, 'binding')
      .create(lost, { metadata: { name: 'lost' }, target: { apiVersion: 'v1', kind: 'Node', name: 'nowhere' } });
    await host.sleep(39_000);
    expect((await client.list(Pod, { namespace: 'default' })).items).toHaveLength(1);
    await host.sleep(2000);
    expect((await client.list(Pod, { namespace: 'default' })).items).toEqual([]);
  });
});

test('pods of a node that is deleted are taken away after forty seconds', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, pod }) => {
    await pod('p');
    await host.sleep(1000);
    await client.delete(Node, 'node-1');
    await host.sleep(35_000);
    expect((await client.get(Pod, 'default/p')).status?.phase).toBe('Running');
    await host.sleep(10_000);
    await expect(client.get(Pod, 'default/p')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  });
});

test('with a heartbeat, Leases last forty seconds and are renewed', async () => {
  await withWorkloads({ nodes: 1, heartbeatMs: 10_000 }, async ({ client, host, taints }) => {
    const lease = () => client.get(Lease, 'kube-node-lease/node-1');
    const before = await lease();
    expect(before.spec?.leaseDurationSeconds).toBe(40);
    await host.sleep(120_000);
    expect(Date.parse((await lease()).spec?.renewTime ?? '') - Date.parse(before.spec?.renewTime ?? '')).toBe(120_000);
    expect(await taints('node-1')).toEqual([]);
  });
});
