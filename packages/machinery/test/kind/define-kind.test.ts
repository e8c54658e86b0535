import { defineKind } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ClusterRole, Deployment, Pod, Widget } from './kinds.ts';

const definition = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
} as const;

describe('a kind', () => {
  test('knows all its names', () => {
    expect(Pod).toMatchObject({
      group: '',
      version: 'v1',
      kind: 'Pod',
      plural: 'pods',
      singular: 'pod',
      listKind: 'PodList',
      shortNames: ['po'],
      categories: ['all'],
      scope: 'Namespaced',
      subresources: ['status', 'log'],
      apiVersion: 'v1',
      gvk: { group: '', version: 'v1', kind: 'Pod' },
      gvr: { group: '', version: 'v1', resource: 'pods' },
    });
    expect(Deployment.apiVersion).toBe('apps/v1');
  });

  test('has no short names, categories and subresources unless given', () => {
    expect([Widget.shortNames, Widget.categories, Widget.subresources]).toEqual([[], [], []]);
  });

  test('takes unusual names as they are', () => {
    const kind = defineKind({ ...definition, singular: 'deploy', listKind: 'Deployments' });
    expect([kind.singular, kind.listKind]).toEqual(['deploy', 'Deployments']);
  });

  test('is frozen, with its parts', () => {
    for (const part of [Pod, Pod.gvk, Pod.gvr, Pod.shortNames, Pod.categories, Pod.subresources]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test('does not hold on to the lists it was made from', () => {
    const shortNames = ['deploy'];
    const kind = defineKind({ ...definition, shortNames });
    shortNames.push('changed');
    expect(kind.shortNames).toEqual(['deploy']);
  });

  test('derives another by spreading, with everything computed anew', () => {
    const beta = defineKind({ ...Deployment, version: 'v1beta1' });
    expect(beta.apiVersion).toBe('apps/v1beta1');
    expect(beta.gvr).toEqual({ group: 'apps', version: 'v1beta1', resource: 'deployments' });
    expect(beta.path()).toBe('/apis/apps/v1beta1/deployments');
  });

  test('works when extended by spreading, and with its functions taken off', () => {
    const { of, is, path, ...rest } = { ...Pod, columns: ['Phase'] };
    expect(rest.columns).toEqual(['Phase']);
    expect(is(of({ metadata: { name: 'web' }, spec: { containers: [] } }))).toBe(true);
    expect(path()).toBe('/api/v1/pods');
  });

  test.each([
    ['an empty kind', { kind: '' }],
    ['an empty version', { version: '' }],
    ['an empty plural', { plural: '' }],
    ['a plural with a slash', { plural: 'deployments/status' }],
    ['a group that leaves its directory', { group: '..' }],
    ['a subresource with a slash', { subresources: ['status/../..'] }],
    ['a scope that is none', { scope: 'Global' as 'Cluster' }],
  ])('is refused with %s', (_, change) => {
    expect(() => defineKind({ ...definition, ...change })).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

describe('of()', () => {
  test('fills in apiVersion and kind, in front', () => {
    const made = Deployment.of({ metadata: { name: 'blog' }, spec: { replicas: 2 } });
    expect(JSON.stringify(made)).toBe(
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"blog"},"spec":{"replicas":2}}',
    );
  });

  test('leaves its input alone and shares its parts', () => {
    const input = Object.freeze({ metadata: Object.freeze({ name: 'blog' }), spec: Object.freeze({}) });
    expect(Deployment.of(input).spec).toBe(input.spec);
    expect(input).not.toHaveProperty('kind');
  });

  test('takes an object that is of the kind already', () => {
    const made = Deployment.of({ metadata: { name: 'blog' }, spec: {} });
    expect(Deployment.of(made)).toEqual(made);
  });

  test('refuses an object of another kind instead of relabelling it', () => {
    const pod = Pod.of({ metadata: { name: 'web' }, spec: { containers: [] } });
    expect(() => Widget.of({ ...pod })).toThrow('Widget.of() was given a Pod of v1');
    expect(() => Widget.of({ ...pod, kind: 'Widget' })).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

test.each([
  ['an object of the kind', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {} }, true],
  ['another version', { apiVersion: 'apps/v1beta1', kind: 'Deployment', metadata: {} }, false],
  ['another kind', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {} }, false],
  ['an untyped object', { metadata: {} }, false],
  ['nothing', undefined, false],
])('is() knows %s', (_, object, expected) => {
  expect(Deployment.is(object)).toBe(expected);
});

describe('key()', () => {
  test('has the namespace for a namespaced kind', () => {
    expect(Pod.key({ metadata: { namespace: 'default', name: 'web' } })).toBe('default/web');
  });

  test('leaves a stray namespace out for a cluster-scoped kind', () => {
    expect(ClusterRole.key({ metadata: { name: 'admin' } })).toBe('admin');
    expect(ClusterRole.key({ metadata: { namespace: 'stray', name: 'admin' } })).toBe('admin');
  });

  test('refuses an object that is not addressed yet', () => {
    expect(() => Pod.key({ metadata: { name: 'web' } })).toThrow('Pod web has no metadata.namespace');
    expect(() => ClusterRole.key({ metadata: {} })).toThrow('has no metadata.name');
  });
});
