import { describe, expect, test } from 'vitest';
import type { KubeObject } from '@reeve/machinery';
import { allReady, isReady } from '@reeve/patterns';

const object = (apiVersion: string, kind: string, parts: object = {}, metadata: object = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'default', name: 'web', generation: 2, ...metadata },
  ...parts,
});
const condition = (type: string, status: string, more: object = {}): object => ({ type, status, ...more });
const deployment = (status: object, spec: object = { replicas: 3 }): KubeObject =>
  object('apps/v1', 'Deployment', { spec, status: { observedGeneration: 2, ...status } });
const pod = (name: string, status: object, creationTimestamp = '2026-01-01T00:00:00Z'): KubeObject =>
  object('v1', 'Pod', { status }, { name, creationTimestamp });
const waiting = (reason: string): object => ({
  phase: 'Pending',
  containerStatuses: [{ name: 'web', state: { waiting: { reason } } }],
});

const cases: readonly (readonly [what: string, object: KubeObject, state: string, reason: string])[] = [
  [
    'a new Deployment',
    object('apps/v1', 'Deployment', { spec: {} }),
    'progressing',
    'its controller has not looked at it yet',
  ],
  [
    'a Deployment with an old status',
    object('apps/v1', 'Deployment', { status: { observedGeneration: 1 } }),
    'progressing',
    'its controller has not looked at the latest change yet',
  ],
  [
    'a Deployment that is being updated',
    deployment({ replicas: 3, updatedReplicas: 1 }),
    'progressing',
    '1 of 3 replicas are updated',
  ],
  [
    'a Deployment with old replicas',
    deployment({ replicas: 4, updatedReplicas: 3 }),
    'progressing',
    '1 old replicas are still there',
  ],
  [
    'a Deployment with unready replicas',
    deployment({ replicas: 3, updatedReplicas: 3, readyReplicas: 2 }),
    'progressing',
    '2 of 3 replicas are ready',
  ],
  [
    'a Deployment with replicas ready for a moment',
    deployment({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 1 }),
    'progressing',
    '1 of 3 replicas are available',
  ],
  [
    'a Deployment',
    deployment({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 }),
    'ready',
    '3 of 3 replicas are available',
  ],
  [
    'a Deployment that is stuck',
    deployment({ conditions: [condition('Progressing', 'False', { reason: 'ProgressDeadlineExceeded' })] }),
    'failed',
    'Progressing is False: ProgressDeadlineExceeded',
  ],
  [
    'a Deployment that may not make pods',
    deployment({ conditions: [condition('ReplicaFailure', 'True', { message: 'quota' })] }),
    'failed',
    'ReplicaFailure is True: quota',
  ],
  [
    'a StatefulSet',
    object('apps/v1', 'StatefulSet', {
      spec: { replicas: 2 },
      status: { observedGeneration: 2, readyReplicas: 2, currentRevision: 'a', updateRevision: 'a' },
    }),
    'ready',
    '2 of 2 replicas are ready',
  ],
  [
    'a StatefulSet that is being updated',
    object('apps/v1', 'StatefulSet', {
      spec: { replicas: 2 },
      status: {
        observedGeneration: 2,
        readyReplicas: 2,
        updatedReplicas: 1,
        currentRevision: 'a',
        updateRevision: 'b',
      },
    }),
    'progressing',
    '1 of 2 replicas are updated',
  ],
  [
    'a DaemonSet',
    object('apps/v1', 'DaemonSet', {
      status: { observedGeneration: 2, desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 },
    }),
    'progressing',
    'on 2 of 3 nodes the pod is available',
  ],
  [
    'a ReplicaSet',
    object('apps/v1', 'ReplicaSet', {
      spec: { replicas: 1 },
      status: { observedGeneration: 2, readyReplicas: 1, availableReplicas: 1 },
    }),
    'ready',
    '1 of 1 replicas are available',
  ],
  [
    'a Job',
    object('batch/v1', 'Job', { spec: { completions: 3 }, status: { succeeded: 1, active: 2 } }),
    'progressing',
    '1 of 3 completions, 2 pods are active',
  ],
  [
    'a complete Job',
    object('batch/v1', 'Job', { status: { conditions: [condition('Complete', 'True')] } }),
    'ready',
    'it is complete',
  ],
  [
    'a failed Job',
    object('batch/v1', 'Job', { status: { conditions: [condition('Failed', 'True', { message: 'backoff limit' })] } }),
    'failed',
    'Failed is True: backoff limit',
  ],
  ['a CronJob', object('batch/v1', 'CronJob', { spec: {} }), 'ready', 'it is scheduled'],
  [
    'a pod that waits for its image',
    pod('web', waiting('ImagePullBackOff')),
    'failed',
    'the container web is ImagePullBackOff',
  ],
  [
    'a pod that is being made',
    pod('web', waiting('ContainerCreating')),
    'progressing',
    'the container web is ContainerCreating',
  ],
  [
    'a pod that is on no node',
    pod('web', {
      phase: 'Pending',
      conditions: [condition('PodScheduled', 'False', { message: '0/3 nodes are available' })],
    }),
    'progressing',
    'PodScheduled is False: 0/3 nodes are available',
  ],
  ['a ready pod', pod('web', { phase: 'Running', conditions: [condition('Ready', 'True')] }), 'ready', 'it is ready'],
  ['a pod that has ended', pod('web', { phase: 'Succeeded' }), 'ready', 'it has run to its end'],
  [
    'a claim',
    object('v1', 'PersistentVolumeClaim', { status: { phase: 'Pending' } }),
    'progressing',
    'its phase is Pending',
  ],
  ['a lost claim', object('v1', 'PersistentVolumeClaim', { status: { phase: 'Lost' } }), 'failed', 'its phase is Lost'],
  ['a Service', object('v1', 'Service', { spec: { type: 'ClusterIP' } }), 'ready', 'it exists'],
  [
    'a load balancer',
    object('v1', 'Service', { spec: { type: 'LoadBalancer' }, status: { loadBalancer: {} } }),
    'progressing',
    'its load balancer has no address yet',
  ],
  ['a Namespace', object('v1', 'Namespace', { status: { phase: 'Active' } }), 'ready', 'its phase is Active'],
  [
    'a node',
    object('v1', 'Node', { status: { conditions: [condition('Ready', 'Unknown', { message: 'no word from it' })] } }),
    'progressing',
    'Ready is Unknown: no word from it',
  ],
  [
    'a definition',
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {}),
    'progressing',
    'it has no condition Established yet',
  ],
  [
    'a definition with a taken name',
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      status: { conditions: [condition('NamesAccepted', 'False', { message: 'taken' })] },
    }),
    'failed',
    'NamesAccepted is False: taken',
  ],
  [
    'a disruption budget',
    object('policy/v1', 'PodDisruptionBudget', {
      status: { observedGeneration: 2, currentHealthy: 1, desiredHealthy: 2 },
    }),
    'progressing',
    '1 pods are healthy, of 2 that have to be',
  ],
  ['a ConfigMap', object('v1', 'ConfigMap', { data: {} }), 'ready', 'it exists'],
  ['a custom object without conditions', object('example.com/v1', 'App', { spec: {} }), 'ready', 'it exists'],
  [
    'a custom object that is not ready',
    object('example.com/v1', 'App', {
      status: { conditions: [condition('Ready', 'False', { message: 'no database' })] },
    }),
    'progressing',
    'Ready is False: no database',
  ],
  [
    'a custom object with an old condition',
    object('example.com/v1', 'App', {
      status: { conditions: [condition('Ready', 'True', { observedGeneration: 1 })] },
    }),
    'progressing',
    'Ready is from before the latest change',
  ],
  [
    'a custom object that is stalled',
    object('example.com/v1', 'App', { status: { conditions: [condition('Stalled', 'True', { reason: 'NoQuota' })] } }),
    'failed',
    'Stalled is True: NoQuota',
  ],
  [
    'a custom object that is being reconciled',
    object('example.com/v1', 'App', {
      status: { conditions: [condition('Reconciling', 'True', { message: 'step 2' })] },
    }),
    'progressing',
    'Reconciling is True: step 2',
  ],
  [
    'an object that is being deleted',
    object('v1', 'ConfigMap', {}, { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/a'] }),
    'deleting',
    'it is being deleted, and waits for example.com/a',
  ],
  [
    'an object whose status is nonsense',
    object('apps/v1', 'Deployment', { status: 'no', spec: [] }),
    'progressing',
    'its controller has not looked at it yet',
  ],
];

describe('readiness', () => {
  for (const [what, given, state, reason] of cases)
    test(`of ${what} is ${state}: ${reason}`, () => {
      const found = isReady(given);
      expect(found.state).toBe(state);
      expect(found.isReady).toBe(state === 'ready');
      expect(found.reason).toBe(reason);
    });

  test('of a workload names the newest pod that is in trouble', () => {
    const pods = [
      pod('web-1', waiting('ContainerCreating')),
      pod('web-7', waiting('ImagePullBackOff'), '2026-01-02T00:00:00Z'),
      pod('web-9', { phase: 'Running', conditions: [condition('Ready', 'True')] }, '2026-01-03T00:00:00Z'),
    ];
    const unready = deployment({ replicas: 3, updatedReplicas: 3, readyReplicas: 2 });
    expect(isReady(unready, { pods }).reason).toBe(
      '2 of 3 replicas are ready, newest pod default/web-7 is ImagePullBackOff',
    );
  });

  test('of several objects is that of the worst', () => {
    const fine = object('v1', 'ConfigMap');
    const lost = object('v1', 'PersistentVolumeClaim', { status: { phase: 'Lost' } });
    const pending = object('v1', 'PersistentVolumeClaim', { status: { phase: 'Pending' } }, { name: 'data' });
    expect(allReady([fine, fine])).toEqual({ isReady: true, state: 'ready', reason: 'all 2 objects are ready' });
    expect(allReady([fine, pending]).reason).toBe('PersistentVolumeClaim data: its phase is Pending');
    expect(allReady([pending, lost])).toMatchObject({
      state: 'failed',
      reason: 'PersistentVolumeClaim web: its phase is Lost',
    });
  });
});
