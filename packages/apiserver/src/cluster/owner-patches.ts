/**
 * The patches of the garbage collector. Built-in kinds are patched by merge key, custom ones by replacing the whole list as of the version that was read.
 * Upstream: the patches of kube-controller-manager's garbage collector.
 */
import { finalizersOf, ownerReferencesOf, type OwnerReference } from '@reeve/machinery';
import type { ApiObject, ServedResource } from '@reeve/registry';
import type { PatchForm } from './controller-client.ts';

export interface Patch {
  readonly form: PatchForm;
  readonly patch: Readonly<Record<string, unknown>>;
}

/** Takes references to some owners away. */
export function withoutOwners(resource: ServedResource, object: ApiObject, uids: ReadonlySet<string>): Patch {
  if (resource.patchSchema === undefined)
    return replaced(
      object,
      'ownerReferences',
      ownerReferencesOf(object).filter(({ uid }) => !uids.has(uid)),
    );
  return merged(
    object,
    [...uids].map((uid) => ({ $patch: 'delete', uid })),
  );
}

/** Lets the owners go first: the way out of a circle of objects that wait for each other. */
export function unblocking(resource: ServedResource, object: ApiObject): Patch {
  const free = (owner: Readonly<OwnerReference>) => ({ ...owner, blockOwnerDeletion: false });
  const owners = ownerReferencesOf(object);
  if (resource.patchSchema === undefined) return replaced(object, 'ownerReferences', owners.map(free));
  return merged(object, owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).map(free));
}

/** Takes a finalizer away. */
export const withoutFinalizerPatch = (object: ApiObject, finalizer: string): Patch =>
  replaced(
    object,
    'finalizers',
    finalizersOf(object).filter((name) => name !== finalizer),
  );

/** A list of the metadata as it is to be; an empty one is left out. */
function replaced({ metadata }: ApiObject, field: string, list: readonly unknown[]): Patch {
  const { resourceVersion } = metadata;
  return { form: 'merge-patch', patch: { metadata: { resourceVersion, [field]: list.length === 0 ? null : list } } };
}

/** Items of the owner references, merged by uid; meant for this very object. */
const merged = ({ metadata }: ApiObject, ownerReferences: readonly unknown[]): Patch => ({
  form: 'strategic-merge-patch',
  patch: { metadata: { uid: metadata.uid, ownerReferences } },
});
