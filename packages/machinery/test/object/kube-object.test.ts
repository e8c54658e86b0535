import { isKubeObject } from '@reeve/machinery';
import { expect, test } from 'vitest';

test.each([
  ['an object', { apiVersion: 'v1', kind: 'Pod', metadata: {} }, true],
  ['one without a kind', { apiVersion: 'v1', metadata: {} }, false],
  ['one without an apiVersion', { kind: 'Pod', metadata: {} }, false],
  ['one with an empty kind', { apiVersion: 'v1', kind: '', metadata: {} }, false],
  ['one without metadata', { apiVersion: 'v1', kind: 'Pod' }, false],
  ['one whose metadata is a list', { apiVersion: 'v1', kind: 'Pod', metadata: [] }, false],
  ['text', 'Pod', false],
  ['nothing', null, false],
])('%s is told apart', (_, value, expected) => {
  expect(isKubeObject(value)).toBe(expected);
});
