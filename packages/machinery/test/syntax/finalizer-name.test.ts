import {
  coreFinalizerNameProblems,
  finalizerNameProblems,
  finalizerNameWarnings,
  standardFinalizers,
} from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test('names of finalizers are what upstream takes for them', () => {
  const valid = triedNames().filter((name) => finalizerNameProblems(name).length === 0);
  expect(valid).toEqual(upstreamValid('finalizerName'));
});

test('a name without prefix is allowed, warned about, and refused on core kinds', () => {
  expect(finalizerNameProblems('mine')).toEqual([]);
  expect(finalizerNameWarnings('mine').join()).toContain('prefer a domain-qualified finalizer name');
  expect(finalizerNameWarnings('mine.example.com').join()).toContain('including a path (/)');
  expect(coreFinalizerNameProblems('mine')).toEqual(['name is neither a standard finalizer name nor fully qualified']);
});

test.each([...standardFinalizers, 'example.com/mine'])('nobody complains about %s', (name) => {
  expect(finalizerNameWarnings(name)).toEqual([]);
  expect(coreFinalizerNameProblems(name)).toEqual([]);
});

test('a malformed name is a problem and a warning', () => {
  expect(finalizerNameProblems('a/b/c')).toHaveLength(1);
  expect(finalizerNameWarnings('a/b/c')).toEqual(finalizerNameProblems('a/b/c'));
});
