import { describe, expect, test } from 'vitest';
import { deepFreeze } from '@reeve/machinery';
import type { JsonObject } from '@reeve/machinery';
import { coerceObjectMeta } from '@reeve/schema';

test('metadata that needs nothing is returned as it is', () => {
  const metadata = deepFreeze({
    name: 'a',
    labels: { a: 'b' },
    generation: 3,
    creationTimestamp: '2024-02-29T00:00:00Z',
    deletionGracePeriodSeconds: 0,
    ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c', controller: false }],
    managedFields: [{ manager: 'm', operation: 'Update', time: '2024-02-29T00:00:00Z', fieldsV1: { 'f:a': {} } }],
  });
  expect(coerceObjectMeta(metadata).metadata).toBe(metadata);
});

test('what the server does not know or does not keep is gone · C15', () => {
  const { metadata, unknownFields, problem } = coerceObjectMeta({
    name: 'a',
    namespace: '',
    labels: {},
    annotations: { a: null },
    finalizers: [],
    creationTimestamp: null,
    deletionTimestamp: '2024-02-29T02:00:00.9+02:00',
    Name: 'b',
    ownerReferences: [{ name: 'o', color: 'red' }, null],
    managedFields: [{ fieldsV1: { any: 1 }, extra: 1 }],
  });
  expect(metadata).toEqual({
    name: 'a',
    annotations: { a: '' },
    deletionTimestamp: '2024-02-29T00:00:00Z',
    ownerReferences: [
      { apiVersion: '', kind: '', name: 'o', uid: '' },
      { apiVersion: '', kind: '', name: '', uid: '' },
    ],
    managedFields: [{ fieldsV1: { any: 1 } }],
  });
  expect(unknownFields).toEqual(['Name', 'managedFields[0].extra', 'ownerReferences[0].color']);
  expect(problem).toBeUndefined();
});

const malformed: readonly (readonly [JsonObject, string])[] = [
  [{ uid: 5 }, 'json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID'],
  [{ labels: [] }, 'json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string'],
  [
    { managedFields: [{ operation: true }] },
    'json: cannot unmarshal bool into Go struct field ManagedFieldsEntry.managedFields.operation of type v1.ManagedFieldsOperationType',
  ],
  [
    { generation: 1e20 },
    'json: cannot unmarshal number 100000000000000000000 into Go struct field ObjectMeta.generation of type int64',
  ],
  [
    { name: 1, labels: 2 },
    'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
  ],
  [
    { creationTimestamp: '2024-02-29 00:00:00Z' },
    'parsing time "2024-02-29 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
  ],
  [{ creationTimestamp: '2023-02-29T00:00:00Z' }, 'parsing time "2023-02-29T00:00:00Z": day out of range'],
  [{ creationTimestamp: '2024-02-29T00:00:00Zx' }, 'parsing time "2024-02-29T00:00:00Zx": extra text: "x"'],
];

describe('a write with metadata of a wrong type is refused in the words of the decoder', () => {
  for (const [raw, problem] of malformed) {
    test(`${JSON.stringify(raw)} · C15`, () => {
      expect(coerceObjectMeta(raw).problem).toBe(problem);
    });
  }
});

describe('a read from storage loses what is malformed, and nothing else', () => {
  for (const [raw] of malformed) {
    test(`${JSON.stringify(raw)} · C15`, () => {
      const { metadata, problem } = coerceObjectMeta({ ...raw, namespace: 'n', extra: 1 }, { malformed: 'drop' });
      expect(metadata).toEqual({ namespace: 'n' });
      expect(problem).toBeUndefined();
    });
  }
});

test('metadata that is no object is refused, also from storage', () => {
  const problem = 'json: cannot unmarshal string into Go value of type v1.ObjectMeta';
  expect(coerceObjectMeta('x')).toMatchObject({ problem });
  expect(coerceObjectMeta('x', { malformed: 'drop' })).toMatchObject({ problem });
});
