import { describe, expect, test } from 'vitest';
import type { ApiObject } from '@reeve/registry';
import { decoded, recorded, strategyOf } from './recorded.ts';

type Recorded = Record<string, Record<string, { input: ApiObject; output: ApiObject }>>;

/** A new object on its way into the store, as the engine takes it there. */
function created(resource: string, input: object): ApiObject {
  const strategy = strategyOf(resource);
  const { metadata, ...rest } = strategy.defaults(decoded(resource, input));
  const generation = strategy.countsGenerations ? { generation: 1 } : {};
  const owned = { ...metadata, ...generation, uid: 'the-uid', creationTimestamp: '2000-01-01T00:00:00Z' };
  return strategy.prepareForCreate({ ...rest, metadata: owned });
}

function withoutIdentity({
  metadata: { uid: _uid, creationTimestamp: _created, ...metadata },
  ...rest
}: ApiObject): ApiObject {
  return { ...rest, metadata };
}

/** Definitions have a strategy of their own; recorded answers about definitions hold what it completes. */
const definitions = 'apiextensions.k8s.io/v1/customresourcedefinitions';

for (const [resource, cases] of Object.entries(recorded('defaulted') as Recorded)) {
  if (resource === definitions) continue;
  describe(`a new object of ${resource} is completed as the real server completes it`, () => {
    for (const [name, { input, output }] of Object.entries(cases)) {
      test(`${name} · E7`, () => {
        expect(withoutIdentity(created(resource, input))).toEqual(output);
      });
    }
  });
}
