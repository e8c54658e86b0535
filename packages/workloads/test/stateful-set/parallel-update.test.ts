import { expect, test } from 'vitest';
import { StatefulSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { statefulPlan } from '@reeve/workloads';

const set = StatefulSet.of({
  metadata: { name: 'db', namespace: 'default' },
  spec: {
    replicas: 3,
    podManagementPolicy: 'Parallel',
    updateStrategy: { type: 'RollingUpdate' },
    selector: {},
    template: {},
  },
});
const pod = (ordinal: number, revision: string, isReady: boolean): Pod =>
  Pod.of({
    metadata: {
      name: `db-${ordinal}`,
      namespace: 'default',
      labels: { 'controller-revision-hash': revision },
    },
    spec: { containers: [{ name: 'main', image: 'nginx' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  });
const deletions = (...pods: Pod[]): (string | undefined)[] =>
  statefulPlan(set, pods, 'db-new', 0).flatMap((action) =>
    action.type === 'delete' ? [action.pod.metadata.name] : [],
  );

test('an update of a StatefulSet waits for the pod that it has replaced, also where pods are managed in parallel', () => {
  expect(deletions(pod(0, 'db-old', true), pod(1, 'db-old', true), pod(2, 'db-new', false))).toEqual([]);
  expect(deletions(pod(0, 'db-old', true), pod(1, 'db-old', true), pod(2, 'db-new', true))).toEqual(['db-1']);
});
