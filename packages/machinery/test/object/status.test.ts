import { isStatus, isStatusReason, statusReasons } from '@reeve/machinery';
import { expect, test } from 'vitest';

test.each([
  ['a status', { apiVersion: 'v1', kind: 'Status', status: 'Failure', code: 404 }, true],
  ['a status of another group', { apiVersion: 'example.com/v1', kind: 'Status' }, false],
  ['another kind', { apiVersion: 'v1', kind: 'Pod', status: {} }, false],
  ['text', 'Status', false],
  ['nothing', null, false],
])('%s is told apart', (_, value, expected) => {
  expect(isStatus(value)).toBe(expected);
});

test('there are twenty reasons, the unknown one included, each once', () => {
  expect(statusReasons).toHaveLength(20);
  expect(new Set(statusReasons).size).toBe(20);
});

test('a reason that the API machinery gives is told from one that somebody made up', () => {
  expect(statusReasons.every(isStatusReason)).toBe(true);
  expect(isStatusReason('StorageReadError')).toBe(true);
  expect(isStatusReason('Confused')).toBe(false);
  expect(isStatusReason(undefined)).toBe(false);
});
