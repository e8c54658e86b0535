/** The suite of webhooks on a real kube-apiserver. */
import { describe, inject } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { webhookSuite } from '../test/cluster/webhook-suite.ts';

const real: ProvidedCluster | null = inject('realCluster');

describe.skipIf(real === null)('on a real cluster', () => {
  webhookSuite('a kube-apiserver', () => ({ kubeconfig: real?.kubeconfig ?? '' }));
});
