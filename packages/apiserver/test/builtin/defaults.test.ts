import { describe, expect, test } from 'vitest';
import { builtinPlugins } from '@reeve/builtins';
import { nodeHost } from '@reeve/machinery';
import { Store, type AdmissionRequest, type ApiObject } from '@reeve/registry';
import { decoded, recorded, strategyOf } from './recorded.ts';

type Recorded = Record<string, Record<string, { input: ApiObject; output: ApiObject }>>;

const host = nodeHost();
const store = new Store({ clock: host.clock });
for (const [name, value] of [
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
] as const) {
  const object = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
  store.commit('scheduling.k8s.io/priorityclasses', name, () => ({ type: 'put', object }));
}

/** The plugins that complete objects whatever else there is in a cluster. */
const completing = ['DefaultTolerationSeconds', 'Priority', 'StorageObjectInUseProtection', 'TaintNodesByCondition'];
const plugins = builtinPlugins(store, host).filter(({ name }) => completing.includes(name));

/** The object as admission completes it. */
function admitted(resource: string, object: ApiObject): ApiObject {
  const [plural = '', , group = ''] = resource.split('/').toReversed();
  const request = { operation: 'CREATE', resource: { group, plural }, subresource: undefined, name: 'x' };
  return plugins.reduce(
    (made, plugin) => plugin.mutate?.({ ...request, object: made } as unknown as AdmissionRequest) as ApiObject,
    object,
  );
}

/** A new object on its way into the store, as the engine takes it there. */
function created(resource: string, input: object): ApiObject {
  const strategy = strategyOf(resource);
  const { metadata, ...rest } = admitted(resource, strategy.defaults(decoded(resource, input)));
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
