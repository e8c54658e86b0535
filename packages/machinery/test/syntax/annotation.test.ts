import {
  annotationKeyProblems,
  annotationsBytes,
  annotationsSizeProblems,
  isAnnotationKey,
  maxAnnotationsBytes,
} from '@reeve/machinery';
import { expect, test } from 'vitest';
import { triedNames, upstreamValid } from './vectors.ts';

test('keys of annotations are what upstream takes for them', () => {
  expect(triedNames().filter((name) => isAnnotationKey(name))).toEqual(upstreamValid('annotationKey'));
});

test('upper case does not matter in the key of an annotation, not even in its prefix', () => {
  expect(annotationKeyProblems('Example.COM/Key')).toEqual([]);
});

test('annotations may have 256 KiB together, counted in bytes', () => {
  const full = { é: 'x'.repeat(maxAnnotationsBytes - 2) };
  expect(maxAnnotationsBytes).toBe(262_144);
  expect(annotationsBytes({ é: 'ü', a: '€' })).toBe(2 + 2 + 1 + 3);
  expect(annotationsSizeProblems(full)).toEqual([]);
  expect(annotationsSizeProblems({ ...full, a: '' })).toEqual([
    'annotations have 262145 bytes together, more than the limit of 262144',
  ]);
});
