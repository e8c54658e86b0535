import { describe, expect, test } from 'vitest';
import type { ApiObject } from '@reeve/registry';
import { decoded, recorded, served, strategyOf } from './recorded.ts';

const cases = Object.entries(
  recorded('warnings') as Record<string, { resource: string; object: ApiObject; warnings: string[] }>,
);

const created = (resource: string, object: ApiObject): ApiObject => {
  const strategy = strategyOf(resource);
  return strategy.prepareForCreate(strategy.defaults(decoded(resource, object)));
};

describe('a new object is warned about in the words of the real server', () => {
  test.each(cases)('%s · E5', (_name, { resource, object, warnings }) => {
    expect(strategyOf(resource).warnings(created(resource, object), undefined)).toEqual(warnings);
  });
});

describe('a change is warned about', () => {
  const changed = (object: ApiObject): ApiObject => ({
    ...object,
    metadata: { ...object.metadata, generation: (object.metadata.generation ?? 0) + 1 },
  });
  const container = (env: readonly object[]) => ({ name: 'c', image: 'i', env });
  const twice = [
    { name: 'E', value: '1' },
    { name: 'E', value: '2' },
  ];
  const deployment = (env: readonly object[]): ApiObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'dotted.name', generation: 1 },
    spec: { template: { spec: { containers: [container(env)] } } },
  });
  const { warnings } = strategyOf('apps/v1/deployments');

  test('again where the template of a workload is odd, but not for the name it cannot change', () => {
    const [before, after] = [deployment(twice), changed(deployment(twice))];
    expect(warnings(after, before)).toEqual([
      'spec.template.spec.containers[0].env[1]: hides previous definition of "E", which may be dropped when using apply',
    ]);
    expect(warnings(before, before)).toEqual([]);
  });

  test('not where a variable adds to what it was', () => {
    const added = [
      { name: 'E', value: '1' },
      { name: 'E', value: '$(E):2' },
    ];
    expect(warnings(changed(deployment(added)), deployment(added))).toEqual([]);
  });

  test('never for a pod, and for a service each time', () => {
    const known = (wanted: string) => cases.map(([, each]) => each).filter(({ resource }) => resource === wanted);
    const again = ({ resource, object }: { resource: string; object: ApiObject }) => {
      const stored = created(resource, object);
      return strategyOf(resource).warnings(stored, stored);
    };
    expect(known('v1/pods').flatMap(again)).toEqual([]);
    expect(known('v1/services').map(again)).toEqual(known('v1/services').map(({ warnings: ofNew }) => ofNew));
    expect(known('v1/services').flatMap(again)).not.toEqual([]);
  });
});

test('two resources are on their way out, and every answer about them says so · E5', () => {
  const deprecated = [...served.keys()].map((resource) => [resource, strategyOf(resource).deprecation] as const);
  expect(deprecated.filter(([, text]) => text !== undefined)).toEqual([
    ['v1/componentstatuses', 'v1 ComponentStatus is deprecated in v1.19+'],
    ['v1/endpoints', 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  ]);
});
