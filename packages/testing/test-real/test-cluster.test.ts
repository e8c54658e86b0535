import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { TestCluster } from '@reeve/testing';
import type { TestGround } from '@reeve/testing';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { Website, websites } from '../test/website.ts';

const real: ProvidedCluster | null = inject('realCluster');
const grounds: readonly [string, TestGround | undefined][] = [
  ['programs of its own', real?.assets === undefined ? undefined : { assets: real.assets }],
  ['the cluster of a kubeconfig', real ? { kubeconfig: real.kubeconfig } : undefined],
];

describe('a test cluster on real programs', () => {
  for (const [name, on] of grounds) {
    test.skipIf(on === undefined)(`runs on ${name}, and cleans up · CR-121`, async ({ signal }) => {
      if (on === undefined) return;
      await using cluster = await TestCluster.start({
        on,
        resources: [Website],
        controllers: [websites],
        cleansUp: true,
      });
      const site = await cluster.client.create(Website, { metadata: { name: 'real' }, spec: { replicas: 2 } });
      const first = await cluster.appears(Deployment, 'default/real', signal);
      await cluster.client.delete(Deployment, first);
      const second = await cluster.appears(Deployment, 'default/real', signal);
      expect(second.metadata.uid).not.toBe(first.metadata.uid);
      await cluster.settles(signal);
      await cluster.client.delete(Website, site);
      await cluster.disappears(Website, 'default/real', signal);
      await cluster.settles(signal);
      await cluster.client.delete(Deployment, 'default/real');
    });
  }

  afterEach(() => vi.unstubAllEnvs());

  test.skipIf(real?.assets === undefined)('runs on the programs that KUBEBUILDER_ASSETS names · CR-121', async () => {
    vi.stubEnv('KUBEBUILDER_ASSETS', real?.assets ?? '');
    vi.stubEnv('KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT', '30s');
    await using cluster = await TestCluster.start({ on: 'binaries', resources: [Website] });
    expect((await cluster.client.list(Website)).items).toEqual([]);
  });

  test('says which program did not start', async () => {
    await expect(TestCluster.start({ on: { assets: '/nowhere' } })).rejects.toMatchObject({
      code: 'REEVE_CONTROL_PLANE',
      message: expect.stringContaining('etcd did not start') as unknown,
    });
  });
});
