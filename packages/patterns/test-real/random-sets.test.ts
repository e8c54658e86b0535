import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Client, KubeConfig, connect } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { Namespace } from '@reeve/kinds/core/v1';
import { nodeHost } from '@reeve/machinery';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { playRandomSets } from '../test/set/random-set-play.ts';

const real = inject('realCluster');

describe.runIf(real)('with a real server', () => {
  const { kubeconfigText } = (real ?? {}) as ProvidedCluster;
  const host = nodeHost();
  let cluster: Cluster;
  let client: Client;

  beforeAll(async () => {
    cluster = connect((await KubeConfig.parse(kubeconfigText)).connection());
    client = Client.of(cluster);
  });
  afterAll(() => cluster.close());

  test.each([11, 12, 13])(
    'a random set comes to what the model says after runs that ended anywhere, seed %i',
    async (seed) => {
      const namespace = `random-sets-${seed}`;
      await client.create(Namespace, { metadata: { name: namespace } });
      const ground = { transport: cluster.transport, host, namespace };
      expect(await playRandomSets(ground, seed, 10)).toEqual([]);
      await client.delete(Namespace, namespace);
    },
  );
});
