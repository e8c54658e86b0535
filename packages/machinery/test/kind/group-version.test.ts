import { formatApiVersion, parseApiVersion } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['apps/v1', 'apps', 'v1'],
  ['v1', '', 'v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io', 'v1beta1'],
  ['', '', ''],
  ['/', '', ''],
  ['/v1', '', 'v1'],
  ['apps/', 'apps', ''],
])('"%s" is group "%s" in version "%s"', (text, group, version) => {
  expect(parseApiVersion(text)).toEqual({ group, version });
});

test.each(['a/b/c', '//', 'apps/v1/'])('"%s" has too many slashes', (text) => {
  expect(() => parseApiVersion(text)).toThrow('write group/version such as apps/v1');
  expect(() => parseApiVersion(text)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: text }));
});

test('the core group is not printed', () => {
  expect(formatApiVersion({ group: 'apps', version: 'v1' })).toBe('apps/v1');
  expect(formatApiVersion({ group: '', version: 'v1' })).toBe('v1');
});

test('every group and version comes back from its print', () => {
  const word = fc.string().filter((text) => !text.includes('/'));
  fc.assert(
    fc.property(word, word, (group, version) => {
      expect(parseApiVersion(formatApiVersion({ group, version }))).toEqual({ group, version });
    }),
    { seed: 42, numRuns: 300 },
  );
});
