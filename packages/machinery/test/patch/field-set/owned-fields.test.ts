import { formatFieldPath, ownedFields } from '@reeve/machinery';
import type { FieldSet, ManagedFieldsEntry } from '@reeve/machinery';
import { expect, test } from 'vitest';

const managedFields: ManagedFieldsEntry[] = [
  { manager: 'us', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:a': {} } } },
  { manager: 'us', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:b': {} } } },
  { manager: 'us', operation: 'Update', subresource: 'status', fieldsV1: { 'f:status': { 'f:c': {} } } },
  { manager: 'them', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:d': {} } } },
  { manager: 'bare', operation: 'Apply' },
];

const texts = (set: FieldSet) => [...set].map(formatFieldPath);

test.each([
  ['everything', {}, ['.spec.a', '.spec.b', '.status.c']],
  ['what was applied', { operation: 'Apply' as const }, ['.spec.a']],
  ['what was updated', { operation: 'Update' as const }, ['.spec.b', '.status.c']],
  ['what was set through a subresource', { subresource: 'status' }, ['.status.c']],
  ['what was set on the object itself', { subresource: '' }, ['.spec.a', '.spec.b']],
  ['what was applied through a subresource', { operation: 'Apply' as const, subresource: 'status' }, []],
])('a manager owns %s', (_, options, paths) => {
  expect(texts(ownedFields(managedFields, 'us', options))).toEqual(paths);
});

test('an unknown manager, an entry without fields and an object without entries own nothing', () => {
  expect(ownedFields(managedFields, 'nobody').isEmpty).toBe(true);
  expect(ownedFields(managedFields, 'bare').isEmpty).toBe(true);
  expect(ownedFields(undefined, 'us').isEmpty).toBe(true);
});

test('elements of a newer server are left out', () => {
  const fields = ownedFields([{ manager: 'us', fieldsV1: { 'f:a': {}, 'x:b': {} } }], 'us');

  expect(texts(fields)).toEqual(['.a']);
});

test('another notation than FieldsV1 is refused', () => {
  const entries: ManagedFieldsEntry[] = [{ manager: 'us', fieldsType: 'FieldsV2', fieldsV1: {} }];

  expect(() => ownedFields(entries, 'us')).toThrow('FieldsV2');
});
