import { connect, KubeConfig } from '@reeve/client';
import { describe, inject } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { cacheConformance } from '../test/conformance/cache-cases.ts';

const real = inject('realCluster');

describe.runIf(real)('with a real server', () => {
  const { kubeconfigText } = real as ProvidedCluster; // there is one, as the line above says

  cacheConformance('a real server', async () => {
    const cluster = connect((await KubeConfig.parse(kubeconfigText)).connection());
    return { transport: cluster.transport, close: () => cluster.close() };
  });
});
