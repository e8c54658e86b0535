import { Client, KubeConfig, connect } from '@reeve/client';
import { describe, inject } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { clientConformance } from '../test/conformance/client-cases.ts';

const real = inject('realCluster');

describe.runIf(real)('with a real server', () => {
  const { kubeconfigText } = real as ProvidedCluster;
  const everything = [
    'core',
    'crds',
    'apply',
    'tokens',
    'impersonation',
    'scale',
    'eviction',
    'binding',
    'approval',
    'openapi',
  ] as const;

  clientConformance('over TLS to a real server', everything, async () => {
    const cluster = connect((await KubeConfig.parse(kubeconfigText)).connection());
    return { client: Client.of(cluster), close: () => cluster.close() };
  });
});
