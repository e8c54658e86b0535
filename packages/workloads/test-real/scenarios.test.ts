/**
 * The same scenarios on a real cluster and on ours end in equal objects. Both run the same scheduler and virtual kubelets; what is compared is kube-controller-manager and the
 * controllers here. What differs on purpose is in known-differences.ts, with a reason.
 */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { BothClusters } from './both-clusters.ts';
import type { Scenarios } from './scenario-side.ts';
import { autoscalerScenarios } from './scenarios/autoscalers.ts';
import { daemonSetScenarios } from './scenarios/daemon-sets.ts';
import { deletionScenarios } from './scenarios/deletion.ts';
import { deploymentScenarios } from './scenarios/deployments.ts';
import { jobDetailScenarios } from './scenarios/job-details.ts';
import { jobScenarios } from './scenarios/jobs.ts';
import { replicaSetScenarios } from './scenarios/replica-sets.ts';
import { serviceDetailScenarios } from './scenarios/service-details.ts';
import { serviceScenarios } from './scenarios/services.ts';
import { statefulSetScenarios } from './scenarios/stateful-sets.ts';

const provided: ProvidedCluster | null = inject('realCluster');

/** Those that wait the longest begin first: all of them run side by side. */
const areas: Readonly<Record<string, Scenarios>> = {
  autoscalers: autoscalerScenarios,
  'jobs in detail': jobDetailScenarios,
  deployments: deploymentScenarios,
  'replica sets': replicaSetScenarios,
  'stateful sets': statefulSetScenarios,
  'daemon sets': daemonSetScenarios,
  jobs: jobScenarios,
  services: serviceScenarios,
  'services in detail': serviceDetailScenarios,
  deletion: deletionScenarios,
};

const scenarios = Object.fromEntries(
  Object.entries(areas).flatMap(([area, some]) =>
    Object.entries(some).map(([name, scenario]) => [`${area}: ${name}`, scenario]),
  ),
);

vi.setConfig({ maxConcurrency: 12 });

describe.runIf(provided?.assets)('a real controller manager and ours', () => {
  let clusters: BothClusters;

  beforeAll(async () => {
    clusters = await BothClusters.start(provided?.assets);
  });

  afterAll(async () => {
    await clusters?.[Symbol.asyncDispose]();
  });

  for (const [name, scenario] of Object.entries(scenarios)) {
    test.concurrent(`${name} · Y8`, async ({ signal }) => {
      const { real, ours } = await clusters.play(scenario, signal);
      expect(ours).toEqual(real);
    });
  }
});
