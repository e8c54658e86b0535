import { describe, expect, test } from 'vitest';
import type { ApiObject } from '@reeve/apiserver';
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

test('a change that leaves what is odd as it was is not warned about again', () => {
  for (const [, { resource, object }] of cases) {
    const stored = created(resource, object);
    expect(strategyOf(resource).warnings(stored, stored)).toEqual([]);
  }
});

test('two resources are on their way out, and every answer about them says so · E5', () => {
  const deprecated = [...served.keys()].map((resource) => [resource, strategyOf(resource).deprecation] as const);
  expect(deprecated.filter(([, text]) => text !== undefined)).toEqual([
    ['v1/componentstatuses', 'v1 ComponentStatus is deprecated in v1.19+'],
    ['v1/endpoints', 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  ]);
});
