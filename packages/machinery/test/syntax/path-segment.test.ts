import { isPathSegment, pathSegmentPrefixProblems, pathSegmentProblems } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

const isPrefix = (name: string) => pathSegmentPrefixProblems(name).length === 0;

test('path segments and their prefixes are what upstream takes for them', () => {
  expect(triedNames().filter((name) => isPathSegment(name))).toEqual(upstreamValid('pathSegment'));
  expect(triedNames().filter((name) => isPrefix(name))).toEqual(upstreamValid('pathSegmentPrefix'));
});

test.each([
  ['.', ["may not be '.'"]],
  ['..', ["may not be '..'"]],
  ['a/b%', ["may not contain '/'", "may not contain '%'"]],
  ['system:masters', []],
])('%s: %j', (name, problems) => {
  expect(pathSegmentProblems(name)).toEqual(problems);
});
