import { expect, test } from 'vitest';
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { ObjectEvent } from '@reeve/runtime';
import { countsAnew } from '@reeve/workloads';

const at = (second: number): string => formatTime(Date.UTC(2026, 0, 1, 0, 0, second));

const ready = (status: 'True' | 'False', second = 1) => ({ type: 'Ready', status, lastTransitionTime: at(second) });

const initialized = { type: 'Initialized', status: 'True', lastTransitionTime: at(1) };

const owner = (uid: string) => ({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid, controller: true });

const before = Pod.of({
  metadata: { name: 'web-1', namespace: 'default', labels: { app: 'web' }, ownerReferences: [owner('u-1')] },
  spec: { containers: [{ name: 'main', image: 'nginx' }] },
  status: { phase: 'Running', conditions: [ready('True')] },
});

const update = (object: DeepReadonly<Pod>): ObjectEvent => ({ type: 'update', old: before, object });

test.each<[string, DeepReadonly<Pod>]>([
  ['its phase', { ...before, status: { ...before.status, phase: 'Failed' } }],
  ['that it no longer serves', { ...before, status: { ...before.status, conditions: [ready('False')] } }],
  ['since when it serves', { ...before, status: { ...before.status, conditions: [ready('True', 9)] } }],
  ['that it is to go', { ...before, metadata: { ...before.metadata, deletionTimestamp: at(5) } }],
  ['a label', { ...before, metadata: { ...before.metadata, labels: { app: 'other' } } }],
  ['who controls it', { ...before, metadata: { ...before.metadata, ownerReferences: [owner('u-2')] } }],
])('a pod of which this changes counts anew: %s', (_what, object) => {
  expect(countsAnew.test(update(object))).toBe(true);
});

test.each<[string, DeepReadonly<Pod>]>([
  ['the node it is bound to', { ...before, spec: { ...before.spec, nodeName: 'node-1' } }],
  ['its address', { ...before, status: { ...before.status, podIP: '10.0.0.1' } }],
  ['another condition', { ...before, status: { ...before.status, conditions: [ready('True'), initialized] } }],
  ['an annotation', { ...before, metadata: { ...before.metadata, annotations: { seen: 'yes' } } }],
  ['labels and owners that are equal, and not the same', structuredClone(before)],
])('a pod of which only this changes counts as before: %s', (_what, object) => {
  expect(countsAnew.test(update(object))).toBe(false);
});

test.each<ObjectEvent['type']>(['create', 'delete'])('a pod always counts anew when there is a %s', (type) => {
  expect(countsAnew.test({ type, object: before } as ObjectEvent)).toBe(true);
});
