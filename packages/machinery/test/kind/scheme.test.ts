import { KindNotRegisteredError, Scheme, defineKind, gvkOf } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ClusterRole, Deployment, Pod, Widget } from './kinds.ts';

const scheme = new Scheme([Pod, Deployment, ClusterRole]);
const inVersion = (version: string) => defineKind({ ...Widget, version });

function failure(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('a scheme finds a kind', () => {
  test('by an object', () => {
    expect(scheme.kindFor({ apiVersion: 'apps/v1', kind: 'Deployment' })).toBe(Deployment);
    expect(scheme.kindFor(Pod.of({ metadata: { name: 'web' }, spec: { containers: [] } }))).toBe(Pod);
  });

  test('by apiVersion and kind', () => {
    expect(scheme.kindFor('v1', 'Pod')).toBe(Pod);
  });

  test('by a list', () => {
    expect(scheme.kindForList({ apiVersion: 'v1', kind: 'PodList' })).toBe(Pod);
    expect(scheme.kindForList('apps/v1', 'DeploymentList')).toBe(Deployment);
    const odd = defineKind({ ...Widget, listKind: 'Widgets' });
    expect(scheme.add(odd).kindForList('example.com/v1', 'Widgets')).toBe(odd);
  });

  test('by a resource', () => {
    expect(scheme.kindForResource({ group: '', version: 'v1', resource: 'pods' })).toBe(Pod);
  });

  test('and says which it recognizes', () => {
    expect(scheme.recognizes(Deployment.gvk)).toBe(true);
    expect(scheme.recognizes(gvkOf('apps/v1beta1', 'Deployment'))).toBe(false);
    expect(scheme.recognizes(gvkOf('v1', 'PodList'))).toBe(false);
  });
});

describe('a kind that is not there', () => {
  test('is reported with the same name in other versions', () => {
    const error = failure(() => scheme.kindFor('apps/v1beta1', 'Deployment'));

    expect(error).toBeInstanceOf(KindNotRegisteredError);
    expect(error).toMatchObject({
      code: 'REEVE_KIND_NOT_REGISTERED',
      wanted: 'apps/v1beta1, Kind=Deployment',
      similar: ['apps/v1, Kind=Deployment'],
    });
    expect(String(error)).toMatch(
      /apps\/v1beta1, Kind=Deployment is not registered.*apps\/v1, Kind=Deployment.*scheme\.add/,
    );
  });

  test('is reported with the other kinds of its group when the name is unknown', () => {
    expect(failure(() => scheme.kindFor('apps/v1', 'DaemonSet'))).toMatchObject({
      similar: ['apps/v1, Kind=Deployment'],
    });
  });

  test('is reported alone when nothing comes close', () => {
    const error = failure(() => scheme.kindFor('example.com/v1', 'Widget'));
    expect(error).toMatchObject({ similar: [] });
    expect(String(error)).toContain('It knows nothing of that name or group');
  });

  test('is reported for lists and resources as well', () => {
    expect(failure(() => scheme.kindForList('v1', 'Pod'))).toMatchObject({
      code: 'REEVE_KIND_NOT_REGISTERED',
      wanted: '/v1, Kind=Pod',
      similar: ['/v1, Kind=PodList'],
    });
    expect(
      failure(() => scheme.kindForResource({ group: 'apps', version: 'v2', resource: 'deployments' })),
    ).toMatchObject({
      wanted: 'apps/v2, Resource=deployments',
      similar: ['apps/v1, Resource=deployments'],
    });
  });

  test.each([
    [{}, ''],
    [{ kind: 'Pod' }, 'Pod'],
    [{ apiVersion: 'v1' }, 'v1'],
    [{ apiVersion: '', kind: 'Pod' }, 'Pod'],
  ])('is another matter than %o, which does not say what it is', (object, input) => {
    expect(() => scheme.kindFor(object)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input }));
  });
});

describe('adding', () => {
  test('gives a new scheme and leaves the old one alone', () => {
    const larger = scheme.add(Widget);
    expect(larger.kinds).toEqual([Pod, Deployment, ClusterRole, Widget]);
    expect(scheme.kinds).toEqual([Pod, Deployment, ClusterRole]);
    expect(larger.recognizes(Widget.gvk)).toBe(true);
    expect(scheme.recognizes(Widget.gvk)).toBe(false);
  });

  test('the same kind again replaces its value in its place', () => {
    const richer = { ...Pod, columns: ['Phase'] };
    const replaced = scheme.add(richer);
    expect(replaced.kinds).toEqual([richer, Deployment, ClusterRole]);
    expect(replaced.kindFor('v1', 'Pod')).toBe(richer);
    expect(replaced.kindForResource(Pod.gvr)).toBe(richer);
    expect(replaced.kindForList('v1', 'PodList')).toBe(richer);
  });

  test.each([
    ['the same kind with another plural', { ...Deployment, plural: 'deploys' }, 'apps/v1, Kind=Deployment'],
    ['the same kind with another scope', { ...Deployment, scope: 'Cluster' as const }, 'apps/v1, Kind=Deployment'],
    ['the same kind with another list', { ...Deployment, listKind: 'Deployments' }, 'apps/v1, Kind=Deployment'],
    [
      'another kind with the same plural',
      { ...Deployment, kind: 'Deploy', listKind: 'DeployList' },
      'apps/v1, Resource=deployments',
    ],
    [
      'another kind with the same list',
      { ...Deployment, kind: 'Deploy', plural: 'deploys' },
      'apps/v1, Kind=DeploymentList',
    ],
  ])('%s is refused', (_, conflicting, about) => {
    const error = failure(() => scheme.add(defineKind(conflicting)));
    expect(error).toMatchObject({ code: 'REEVE_INVALID_INPUT', input: about });
    expect(String(error)).toContain('contradict each other');
  });
});

describe('the versions of a group', () => {
  const widgets = new Scheme(['v1alpha1', 'v1', 'v2beta1', 'v2'].map(inVersion)).add(Deployment);

  test('come in the usual order of Kubernetes', () => {
    expect(widgets.versionsOf('example.com')).toEqual(['v2', 'v1', 'v2beta1', 'v1alpha1']);
    expect(widgets.versionsOf('apps')).toEqual(['v1']);
    expect(widgets.versionsOf('unknown')).toEqual([]);
    expect(widgets.versionsOf('constructor')).toEqual([]);
  });

  test('come in the order that was asked for, then in the usual one', () => {
    const preferring = widgets.withVersionPriority('example.com', ['v1', 'v9', 'v2beta1']);
    expect(preferring.versionsOf('example.com')).toEqual(['v1', 'v2beta1', 'v2', 'v1alpha1']);
    expect(preferring.add(Pod).versionsOf('example.com')).toEqual(['v1', 'v2beta1', 'v2', 'v1alpha1']);
    expect(widgets.versionsOf('example.com')[0]).toBe('v2');
  });

  test('can be ordered from the start', () => {
    const options = { versionPriority: { 'example.com': ['v2beta1'] } };
    expect(new Scheme([inVersion('v1'), inVersion('v2beta1')], options).versionsOf('example.com')).toEqual([
      'v2beta1',
      'v1',
    ]);
  });
});

test('an empty scheme knows nothing', () => {
  expect(new Scheme().kinds).toEqual([]);
  expect(new Scheme().recognizes(Pod.gvk)).toBe(false);
});

describe('a scheme makes, defaults and converts objects', () => {
  interface V1 extends KubeObject {
    spec: { host: string; port: number };
  }
  interface V2 extends KubeObject {
    spec: { address: string };
  }
  interface V3 extends KubeObject {
    spec: { url: string };
  }
  const kindOf = <T extends KubeObject>(version: string) =>
    defineKind<T, 'Namespaced'>({
      group: 'example.com',
      version,
      kind: 'Link',
      plural: 'links',
      scope: 'Namespaced',
    });
  const [v1, v2, v3] = [kindOf<V1>('v1'), kindOf<V2>('v2'), kindOf<V3>('v3')];
  const links = new Scheme()
    .withConversion({ from: v1, to: v2, convert: ({ spec }) => ({ spec: { address: `${spec.host}:${spec.port}` } }) })
    .withConversion({ from: v2, to: v3, convert: ({ spec }) => ({ spec: { url: `http://${spec.address}` } }) });
  const link = v1.of({ metadata: { name: 'a', labels: { of: 'v1' } }, spec: { host: 'h', port: 80 } });

  test('a scheme makes an empty object of a kind', () => {
    expect(scheme.new('apps/v1', 'Deployment')).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: {} });
    expect(() => scheme.new('apps/v1', 'Absent')).toThrow(KindNotRegisteredError);
  });

  test('a scheme converts an object over versions between, and keeps its metadata', () => {
    const wanted = {
      apiVersion: 'example.com/v3',
      kind: 'Link',
      metadata: link.metadata,
      spec: { url: 'http://h:80' },
    };
    expect(links.convert(link, v3)).toEqual(wanted);
    expect(links.convert(link, 'example.com/v3')).toEqual(wanted);
    expect(link.apiVersion).toBe('example.com/v1');
  });

  test('a scheme returns an object as it is where it has the wanted version', () =>
    expect(links.convert(link, v1)).toBe(link));

  test('a scheme refuses a conversion that nothing leads to, and names the call that adds one', () => {
    const newest = v3.of({ metadata: { name: 'a' }, spec: { url: 'x' } });
    expect(() => links.convert(newest, v1)).toThrow(
      /no conversion from .*v3.* to .*v1.*: add one with scheme\.withConversion/,
    );
    expect(() => links.convert(link, 'example.com/v4')).toThrow(KindNotRegisteredError);
  });

  test('a scheme fills in the defaults of a kind that has some', () => {
    const withDefaults = { ...v1, default: (object: V1): V1 => ({ ...object, spec: { ...object.spec, port: 443 } }) };
    expect(new Scheme([withDefaults]).default(link).spec.port).toBe(443);
    expect(links.default(link)).toBe(link);
  });

  test('a scheme keeps its conversions when kinds and priorities are added', () =>
    expect(links.add(Pod).withVersionPriority('example.com', ['v3']).convert(link, v2).spec.address).toBe('h:80'));
});
