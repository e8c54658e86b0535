import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { wranglerApplied, wranglerSetHash, wranglerSetOf } from '@reeve/patterns';

const annotated = (annotations: Record<string, string>, labels: Record<string, string> = {}) => ({
  metadata: { namespace: 'default', name: 'web', labels, annotations },
});
const desired = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } };
const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'default' };

describe("wrangler's object sets", () => {
  test('have the hash that was recorded · LW-118 hash', () => {
    expect(wranglerSetHash({ id: 'web-set', owner })).toBe('bd58d40e37445d48af6e6ae8e14ef91949b2bb23');
    const one = wranglerSetHash({ id: 's', owner: { ...owner, name: 'foo', namespace: 'bar' } });
    expect(wranglerSetHash({ id: 's', owner: { ...owner, name: 'foob', namespace: 'ar' } })).toBe(one);
  });

  for (const [how, text] of [
    ['plain', JSON.stringify(desired)],
    ['compressed', gzipSync(JSON.stringify(desired)).toString('base64').replace(/=+$/, '')],
  ] as const)
    test(`are read from ${how} annotations · LW-118 annotation`, () =>
      expect(wranglerApplied(annotated({ 'objectset.rio.cattle.io/applied': text }))).toEqual(desired));

  test('without an annotation have no former state, and one that cannot be read is refused by name', () => {
    expect(wranglerApplied(annotated({}))).toBeUndefined();
    for (const text of ['nonsense', '[]', '{', gzipSync('no json').toString('base64')])
      expect(() => wranglerApplied(annotated({ 'objectset.rio.cattle.io/applied': text }))).toThrow(
        /the annotation objectset.rio.cattle.io\/applied of default\/web is neither JSON nor compressed JSON/,
      );
  });

  test('are named by the annotations of their members', () => {
    const names = {
      'objectset.rio.cattle.io/id': 'web-set',
      'objectset.rio.cattle.io/owner-gvk': 'apps/v1, Kind=Deployment',
      'objectset.rio.cattle.io/owner-name': 'web',
      'objectset.rio.cattle.io/owner-namespace': 'default',
    };
    const hash = wranglerSetHash({ id: 'web-set', owner });
    expect(wranglerSetOf(annotated(names, { 'objectset.rio.cattle.io/hash': hash }))).toEqual({
      id: 'web-set',
      owner,
      hash,
    });
    expect(wranglerSetOf(annotated(names))).toBeUndefined();
  });
});
