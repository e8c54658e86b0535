import {
  annotationsOf,
  creationTimestampOf,
  deletionStarted,
  deletionTimestampOf,
  finalizersOf,
  generationOf,
  labelsOf,
  nameOf,
  namespaceOf,
  ownerReferencesOf,
  resourceVersionOf,
  uidOf,
} from '@reeve/machinery';
import type { HasMetadata, UnstructuredObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const full: UnstructuredObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'w',
    namespace: 'default',
    uid: 'u-1',
    resourceVersion: '7',
    generation: 3,
    creationTimestamp: '2024-01-01T00:00:00Z',
    deletionTimestamp: '2024-01-02T00:00:00Z',
    labels: { app: 'web' },
    annotations: { note: 'x' },
    finalizers: ['a', 'b'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u-2' }],
  },
};

test('every getter reads its field', () => {
  expect([nameOf(full), namespaceOf(full), uidOf(full), resourceVersionOf(full)]).toEqual(['w', 'default', 'u-1', '7']);
  expect([generationOf(full), creationTimestampOf(full)]).toEqual([3, '2024-01-01T00:00:00Z']);
  expect([deletionTimestampOf(full), deletionStarted(full)]).toEqual(['2024-01-02T00:00:00Z', true]);
  expect([labelsOf(full), annotationsOf(full)]).toEqual([{ app: 'web' }, { note: 'x' }]);
  expect(finalizersOf(full)).toEqual(['a', 'b']);
  expect(ownerReferencesOf(full)).toEqual([{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u-2' }]);
});

const incomplete: Record<string, HasMetadata> = {
  'no metadata': {},
  'null metadata': { metadata: null },
  'empty metadata': { metadata: {} },
  'nulls, as Go programs write them': JSON.parse(
    '{"metadata":{"name":null,"namespace":null,"uid":null,"resourceVersion":null,"generation":null,"creationTimestamp":null,' +
      '"deletionTimestamp":null,"labels":null,"annotations":null,"finalizers":null,"ownerReferences":null}}',
  ) as HasMetadata,
  'empty text': { metadata: { name: '', namespace: '', uid: '', resourceVersion: '' } },
};

describe.each(Object.entries(incomplete))('an object with %s', (_, object) => {
  test('has no scalars', () => {
    for (const read of [
      nameOf,
      namespaceOf,
      uidOf,
      resourceVersionOf,
      generationOf,
      creationTimestampOf,
      deletionTimestampOf,
    ]) {
      expect(read(object)).toBeUndefined();
    }
    expect(deletionStarted(object)).toBe(false);
  });

  test('has empty maps and lists', () => {
    expect([labelsOf(object), annotationsOf(object)]).toEqual([{}, {}]);
    expect([finalizersOf(object), ownerReferencesOf(object)]).toEqual([[], []]);
  });
});

test('the maps of an object without any cannot be written to by accident', () => {
  expect(Object.isFrozen(labelsOf({}))).toBe(true);
});
