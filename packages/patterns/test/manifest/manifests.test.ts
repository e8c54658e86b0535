import { expect, test } from 'vitest';
import { manifestsOf, objectsFromManifests, withoutServerFields } from '@reeve/patterns';

const text = `
# a comment alone is no document
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
---
apiVersion: v1
kind: List
items:
- { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
- apiVersion: v1
  kind: ConfigMapList
  items:
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: c } }
`;

test('manifests may have several documents, empty ones, and lists in lists · LW-144 input', async () => {
  const objects = await objectsFromManifests(text);
  expect(objects.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
});

test('exported objects have nothing that only a server knows, and come back as they were · LW-144 export', async () => {
  const stored = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      namespace: 'default',
      name: 'a',
      uid: 'u',
      resourceVersion: '7',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [{ manager: 'kubectl' }],
      labels: { app: 'web' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'example.com/kept': 'yes' },
    },
    data: { on: 'yes', number: '1' },
    status: { phase: 'Ready' },
  };
  const expected = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'default', name: 'a', labels: { app: 'web' }, annotations: { 'example.com/kept': 'yes' } },
    data: { on: 'yes', number: '1' },
  };
  expect(withoutServerFields(stored)).toEqual(expected);
  const { annotations: _annotations, ...bare } = expected.metadata;
  const yaml = await manifestsOf([
    stored,
    { ...expected, metadata: { ...bare, annotations: { 'reeve.dev/applied': 'x' } } },
  ]);
  expect(await objectsFromManifests(yaml)).toEqual([expected, { ...expected, metadata: bare }]);
});
