import { defineKind, sameKind } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { ClusterRole, Deployment, Pod } from './kinds.ts';

test('kinds are the same when group, version and kind are, not when they are one value', () => {
  expect(sameKind(Pod, defineKind({ ...Pod, shortNames: [] }))).toBe(true);
  expect(sameKind(Pod, { ...Pod })).toBe(true);
  expect(sameKind(Deployment, defineKind({ ...Deployment, version: 'v2' }))).toBe(false);
  expect(sameKind(Deployment, defineKind({ ...Deployment, group: 'extensions' }))).toBe(false);
  expect(sameKind(Pod, ClusterRole)).toBe(false);
});
