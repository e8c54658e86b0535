import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { DaemonSet, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { VirtualHost, ownerReferencesOf } from '@reeve/machinery';
import type { AnyKind, Host } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import { daemonSetController, jobController, replicaSetController, statefulSetController } from '@reeve/workloads';
import { BadLine } from './bad-line.ts';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};
const spec = { selector: { matchLabels: { app: 'web' } }, template };
const workSpec = {
  ...spec,
  manualSelector: true,
  template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } },
};

const owners: readonly [string, AnyKind, object, (options: { readonly host: Host }) => unknown][] = [
  ['replicasets', ReplicaSet, spec, replicaSetController],
  ['statefulsets', StatefulSet, { ...spec, serviceName: 'web' }, statefulSetController],
  ['daemonsets', DaemonSet, spec, daemonSetController],
  ['jobs', Job, workSpec, jobController],
];

test.each(owners)('one of %s that is gone adopts no orphans, although no watch tells that it is', async (...given) => {
  const [resource, kind, wanted, controller] = given;
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host, profile: 'cluster' });
  const client = new Client({ transport: server.transport, host });
  const line = new BadLine(server.transport, resource);
  const manager = new Manager({ transport: line, host });
  manager.add(controller({ host }) as Parameters<Manager['add']>[0]);
  await host.run(async () => {
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    await client.create(Node, { metadata: { name: 'node-1' } });
    await client.patch(Node, 'node-1', { type: 'merge', patch: { spec: { taints: null } } }); // as one that is ready
    const metadata = { name: 'web', namespace: 'default' };
    await client.create(kind, { apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec: wanted } as never);
    await host.sleep(1000);
    const [before] = (await client.list(Pod, { namespace: 'default' })).items;
    line.goBad(0);
    await client.delete(kind, 'default/web', { propagation: 'Orphan' });
    await host.sleep(10_000);
    const after = await client.get(Pod, before ?? 'default/none');
    stop.abort();
    await running;
    expect(ownerReferencesOf(before ?? {})).toHaveLength(1);
    expect(ownerReferencesOf(after)).toEqual([]);
  });
});
