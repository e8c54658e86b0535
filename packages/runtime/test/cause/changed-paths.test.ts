import { expect, test } from 'vitest';
import { changedPaths } from '@reeve/runtime';

test('names the fields that differ, inside objects and lists of the same length', () => {
  const old = { spec: { replicas: 1, ports: [{ port: 80 }, { port: 81 }], tags: ['a'] }, status: { ready: true } };
  const now = { spec: { replicas: 2, ports: [{ port: 80 }, { port: 82 }], tags: ['a', 'b'] }, status: { ready: true } };
  expect(changedPaths(old, now)).toEqual(['spec.replicas', 'spec.ports[1].port', 'spec.tags']);
});

test('names fields that come and go', () => {
  expect(changedPaths({ a: 1 }, { b: null })).toEqual(['a', 'b']);
});

test('leaves out what only the server counts', () => {
  const metadata = (resourceVersion: string) => ({
    metadata: { name: 'x', resourceVersion, generation: 1, managedFields: [{ time: resourceVersion }] },
  });
  expect(changedPaths(metadata('1'), metadata('2'))).toEqual([]);
});

test('stops after twenty', () => {
  const many = (value: number) => Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, value]));
  expect(changedPaths(many(1), many(2))).toHaveLength(20);
});

test('what the server counts in the metadata counts elsewhere, and in metadata within', () => {
  const state = (value: number) => ({
    generation: value,
    metadata: { generation: value, labels: { generation: value } },
    spec: { template: { metadata: { generation: value } } },
  });
  expect(changedPaths(state(1), state(2))).toEqual([
    'generation',
    'metadata.labels.generation',
    'spec.template.metadata.generation',
  ]);
});

test('names the way through lists of lists, and the whole where it is no object', () => {
  expect(changedPaths({ rows: [[1, 2], [3]] }, { rows: [[1, 4], [3]] })).toEqual(['rows[0][1]']);
  expect(changedPaths([1], [2])).toEqual(['[0]']);
  expect(changedPaths(undefined, {})).toEqual(['']);
});
