import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { Client, KubeConfig, connect } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { defineResource, k } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Namespace } from '@reeve/kinds/core/v1';
import { isConditionTrue, nodeHost, poll } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { CoreEvent, defineController, ensureDefinitions, Manager, metadataOf } from '@reeve/runtime';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const real = inject('realCluster');

const Barn = defineResource({
  group: 'estate.example.com',
  version: 'v1',
  kind: 'Barn',
  spec: z.object({ doors: z.int() }),
  status: z.object({ seen: z.int().optional(), conditions: k.conditions() }),
});

describe.runIf(real)('an operator with a real server', () => {
  const { kubeconfigText } = (real ?? {}) as ProvidedCluster;
  const namespace = 'operator';
  const host = nodeHost();
  let cluster: Cluster;
  let client: Client;

  beforeAll(async () => {
    cluster = connect((await KubeConfig.parse(kubeconfigText)).connection());
    client = Client.of(cluster);
    await client.create(Namespace, { metadata: { name: namespace } });
  });
  afterAll(async () => {
    await client.delete(CustomResourceDefinition, 'barns.estate.example.com');
    await client.delete(Namespace, namespace);
    await cluster.close();
  });

  /** Runs a manager until the condition holds. */
  async function until(manager: Manager, holds: () => Promise<boolean>): Promise<void> {
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    const waiting = poll(host, holds, { intervalMs: 100, timeoutMs: 20_000, signal: stop.signal });
    try {
      await Promise.race([waiting, running]);
    } finally {
      stop.abort();
      await running;
    }
  }

  test('installs its definitions once, and reads metadata alone · LW-134 · CR-50', async () => {
    const names: (string | undefined)[] = [];
    const barns = defineController({
      for: metadataOf(Barn),
      reconcile: (barn) => void names.push(`${barn.kind} ${barn.metadata.name}`),
    });
    const manager = Manager.of(cluster, { host, definitions: [Barn] }).add(barns);
    let isMade = false;
    await until(manager, async () => {
      if (!isMade && manager.controllers.get('barn')?.load !== undefined) {
        isMade = await client
          .create(Barn, { metadata: { namespace, name: 'red' }, spec: { doors: 2 } })
          .then(() => true)
          .catch(() => false);
      }
      return names.length > 0;
    });
    expect(names).toEqual(['PartialObjectMetadata red']);
    const { metadata } = await client.get(CustomResourceDefinition, 'barns.estate.example.com');
    await ensureDefinitions({ client, host }, [Barn]);
    const again = await client.get(CustomResourceDefinition, 'barns.estate.example.com');
    expect(again.metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  test('says in the status, and in events of the core group alone, that it never comes to rest', async () => {
    const transport: Transport = {
      request: (request) =>
        cluster.transport.request({ ...request, path: request.path.replace('/events.k8s.io/', '/missing.k8s.io/') }),
    };
    const restless = defineController({
      for: Barn,
      reconcile: (barn, ctx) => ctx.status({ seen: (barn.status?.seen ?? 0) + 1 }),
    });
    const manager = new Manager({ transport, host }).add(restless);
    await until(manager, async () => {
      const { status } = await client.get(Barn, { namespace, name: 'red' });
      const { items } = await client.list(CoreEvent, { namespace });
      return isConditionTrue(status?.conditions ?? [], 'HotLoop') && items.some(({ reason }) => reason === 'HotLoop');
    });
    const { items } = await client.list(CoreEvent, { namespace });
    expect(items.find(({ reason }) => reason === 'HotLoop')).toMatchObject({
      type: 'Warning',
      involvedObject: { kind: 'Barn', name: 'red' },
      reportingComponent: 'barn',
    });
  });
});
