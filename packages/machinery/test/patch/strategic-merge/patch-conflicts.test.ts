import { createThreeWayStrategicMergePatch, PatchConflictError } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { schemas } from './workload-schemas.ts';
import type { SchemaKind } from './workload-schemas.ts';

const cases: {
  name: string;
  kind: SchemaKind;
  original: object;
  modified: object;
  current: object;
  paths: string[];
}[] = [
  {
    name: 'every field that was changed on both sides, differently',
    kind: 'Deployment',
    original: { metadata: { labels: { a: '1', b: '1' } }, spec: { replicas: 1 } },
    modified: { metadata: { labels: { a: '2', b: '2' } }, spec: { replicas: 2 } },
    current: { metadata: { labels: { a: '3', b: '2' } }, spec: { replicas: 3 } },
    paths: ['metadata.labels.a', 'spec.replicas'],
  },
  {
    name: 'a field of an item',
    kind: 'Pod',
    original: { spec: { containers: [{ name: 'app', image: 'i:1' }] } },
    modified: { spec: { containers: [{ name: 'app', image: 'i:2' }] } },
    current: { spec: { containers: [{ name: 'app', image: 'i:3' }] } },
    paths: ['spec.containers.app.image'],
  },
  {
    name: 'an item that one side deletes and the other changes',
    kind: 'Pod',
    original: { spec: { containers: [{ name: 'app', image: 'i:1' }] } },
    modified: { spec: { containers: [] } },
    current: { spec: { containers: [{ name: 'app', image: 'i:3' }] } },
    paths: ['spec.containers.app'],
  },
  {
    name: 'an atomic list in another order',
    kind: 'Service',
    original: { spec: { externalIPs: ['1.1.1.1'] } },
    modified: { spec: { externalIPs: ['1.1.1.1', '2.2.2.2'] } },
    current: { spec: { externalIPs: ['2.2.2.2', '1.1.1.1'] } },
    paths: ['spec.externalIPs'],
  },
  {
    name: 'a map with the replace strategy',
    kind: 'PodDisruptionBudget',
    original: { spec: { selector: { matchLabels: { a: '1' } } } },
    modified: { spec: { selector: { matchLabels: { b: '1' } } } },
    current: { spec: { selector: { matchLabels: { c: '1' } } } },
    paths: ['spec.selector'],
  },
  {
    name: 'a list whose items the other side made ambiguous',
    kind: 'Service',
    original: { spec: { ports: [{ port: 53 }] } },
    modified: { spec: { ports: [{ port: 53, name: 'dns' }] } },
    current: {
      spec: {
        ports: [
          { port: 53, protocol: 'TCP' },
          { port: 53, protocol: 'UDP' },
        ],
      },
    },
    paths: ['spec.ports'],
  },
];

describe('without overwriting, the conflict names', () => {
  test.each(cases)('$name', ({ kind, original, modified, current, paths }) => {
    const create = () =>
      createThreeWayStrategicMergePatch(original, modified, current, schemas[kind], { overwrite: false });

    expect(create).toThrow(expect.objectContaining({ code: 'REEVE_PATCH_CONFLICT', paths }));
    expect(create).toThrow(PatchConflictError);
  });

  test.each(cases)('nothing when overwriting is allowed: $name', ({ kind, original, modified, current }) => {
    expect(createThreeWayStrategicMergePatch(original, modified, current, schemas[kind])).not.toEqual({});
  });
});

test.each([
  ['the same change', { spec: { replicas: 2 } }],
  ['a change elsewhere', { spec: { replicas: 1, paused: true } }],
])('%s on the other side is no conflict', (_, current) => {
  const documents = [{ spec: { replicas: 1 } }, { spec: { replicas: 2 } }, current] as const;

  expect(() => createThreeWayStrategicMergePatch(...documents, schemas.Deployment, { overwrite: false })).not.toThrow();
});

test('different additions to a set of scalars are no conflict', () => {
  const [original, modified, current] = ['a', 'b', 'c'].map((last) => ({ metadata: { finalizers: ['z', last] } }));

  const patch = createThreeWayStrategicMergePatch(original ?? {}, modified ?? {}, current ?? {}, schemas.Pod, {
    overwrite: false,
  });

  expect(patch).toMatchObject({ metadata: { finalizers: ['b'] } });
});
