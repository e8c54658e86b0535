import { isQualifiedName, qualifiedNameProblems } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test('a qualified name is what upstream takes for one', () => {
  expect(triedNames().filter((name) => isQualifiedName(name))).toEqual(upstreamValid('qualifiedName'));
});

test.each([
  ['', /^name part must be non-empty$/],
  ['/a', /^prefix part must be non-empty$/],
  ['example.com/', /^name part must be non-empty$/],
  ['Example.com/a', /^prefix part must be a lowercase RFC 1123 subdomain/],
  ['a_', /^name part must be .* \(such as 'MyName' or 'my.name' or '123-abc'; regex used for validation is/],
  ['a'.repeat(64), /^name part must be no more than 63 characters$/],
  ['a/b/c', /at most one '\/' after a DNS subdomain as prefix$/],
])('the problem with %j is said first', (name, problem) => {
  expect(qualifiedNameProblems(name)[0]).toMatch(problem);
});

test('prefix and name are both checked', () => {
  expect(qualifiedNameProblems('-a/-b')).toHaveLength(2);
});
