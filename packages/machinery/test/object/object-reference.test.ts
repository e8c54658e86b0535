import { referenceTo } from '@reeve/machinery';
import { expect, test } from 'vitest';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u-1', resourceVersion: '7', labels: { app: 'web' } },
};

test('a reference says what and where an object is, and in which life and version', () => {
  expect(referenceTo(pod)).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: 'default',
    name: 'web',
    uid: 'u-1',
    resourceVersion: '7',
  });
});

test('a reference leaves out what the object does not have', () => {
  expect(referenceTo({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })).toEqual({
    apiVersion: 'v1',
    kind: 'Node',
    name: 'n1',
  });
});

test('a reference can point at a part', () => {
  expect(referenceTo(pod, { fieldPath: 'spec.containers{web}' })).toMatchObject({ fieldPath: 'spec.containers{web}' });
});

test.each([
  ['apiVersion', { kind: 'Pod', metadata: { name: 'web' } }],
  ['kind', { apiVersion: 'v1', metadata: { name: 'web' } }],
  ['metadata.name', { apiVersion: 'v1', kind: 'Pod', metadata: {} }],
])('an object without %s cannot be referred to', (field, object) => {
  expect(() => referenceTo(object)).toThrow(`it has no ${field}.`);
  expect(() => referenceTo(object)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: field }));
});
