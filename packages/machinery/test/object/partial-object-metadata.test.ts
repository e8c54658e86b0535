import { toPartialObjectMetadata } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('an object is reduced to its metadata', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels: { app: 'web' } }, spec: {} };

  const partial = toPartialObjectMetadata(pod);

  expect(partial).toEqual({ apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: pod.metadata });
  expect(partial.metadata).toBe(pod.metadata);
});

test('an object without metadata has empty metadata', () => {
  expect(toPartialObjectMetadata({}).metadata).toEqual({});
});
