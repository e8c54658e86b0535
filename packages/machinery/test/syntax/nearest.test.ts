import { expect, test } from 'vitest';
import { nearest } from '@reeve/machinery';

test.each([
  ['deploymnets', 'deployments'],
  ['DEPLOYMENTS', 'deployments'],
  ['pdo', 'pod'],
  ['statefulset', undefined],
  ['', undefined],
])('%j is probably meant as %j', (word, meant) => {
  expect(nearest(word, ['pod', 'deployments', 'services'])).toBe(meant);
});
