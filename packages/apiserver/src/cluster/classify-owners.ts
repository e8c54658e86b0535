/**
 * What has become of an object's owners. Asks only the store, so the answer is as true as the moment. Upstream: classifyReferences of
 * kube-controller-manager's garbage collector.
 */
import { deletionStarted, finalizersOf, ownerReferencesOf, type OwnerReference } from '@reeve/machinery';
import type { ApiObject, ServedResource, Store } from '@reeve/registry';
import type { KnownKinds } from './known-kinds.ts';

type Owner = Readonly<OwnerReference>;

/**
 * `known`: each owner there, gone, or there and waiting for its dependents to go. `unknown kind`: an owner of a kind that nobody serves, so nothing can be
 * said. `out of reach`: a cluster-scoped object that names an owner in a namespace, which is never right.
 */
export type Ownership =
  | { readonly type: 'known'; readonly solid: Owner[]; readonly dangling: Owner[]; readonly waiting: Owner[] }
  | { readonly type: 'unknown kind' }
  | { readonly type: 'out of reach' };

/** The places to look at, and owners of which it is known that they are gone: the namespaces they were in, by uid. */
export interface OwnerSources {
  readonly store: Store;
  readonly kinds: KnownKinds;
  readonly gone: ReadonlyMap<string, string | undefined>;
}

export function classifyOwners(sources: OwnerSources, object: ApiObject): Ownership {
  const known = { type: 'known' as const, solid: [] as Owner[], dangling: [] as Owner[], waiting: [] as Owner[] };
  for (const owner of ownerReferencesOf(object)) {
    const state = stateOf(sources, owner, object.metadata.namespace);
    if (state === 'unknown kind' || state === 'out of reach') return { type: state };
    known[state].push(owner);
  }
  return known;
}

/** The object that a reference names from inside a namespace, whatever its uid. */
export function namedOwner(store: Store, resource: ServedResource, name: string, namespace: string | undefined) {
  const key = resource.scope === 'Namespaced' ? `${namespace}/${name}` : name;
  return store.table(resource.storage.table).get(key)?.object;
}

/** True of an object that is deleted in the foreground and waits for its dependents. */
export const isDeletingDependents = (object: ApiObject): boolean =>
  deletionStarted(object) && finalizersOf(object).includes('foregroundDeletion');

/** True of an object that is deleted and whose dependents are to stay. */
export const isOrphaning = (object: ApiObject): boolean =>
  deletionStarted(object) && finalizersOf(object).includes('orphan');

function stateOf(
  { store, kinds, gone }: OwnerSources,
  { apiVersion, kind, name, uid }: Owner,
  namespace: string | undefined,
): 'solid' | 'dangling' | 'waiting' | 'unknown kind' | 'out of reach' {
  if (gone.has(uid) && (gone.get(uid) === undefined || gone.get(uid) === namespace)) return 'dangling';
  const resource = kinds.ofKind(apiVersion, kind);
  if (resource === undefined) return 'unknown kind';
  if (resource.scope === 'Namespaced' && namespace === undefined) return 'out of reach';
  const owner = namedOwner(store, resource, name, namespace);
  if (owner?.metadata.uid !== uid) return 'dangling';
  return isDeletingDependents(owner) ? 'waiting' : 'solid';
}
