/**
 * An owner that is named twice, word for word, is named once; who sent it is told. Upstream: dedupOwnerReferencesAndAddWarning of apiserver.
 */
import { deepEqual } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

/** The object with each owner once. */
export function withoutDoubleOwners(object: ApiObject, warn: (text: string) => void): ApiObject {
  const owners = object.metadata.ownerReferences ?? [];
  const isSecond = owners.map((owner, index) => owners.findIndex((each) => deepEqual(each, owner)) < index);
  if (!isSecond.includes(true)) return object;
  const uids = new Set(owners.filter((_owner, index) => isSecond[index]).map(({ uid }) => uid));
  warn(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...uids].join(', ')}`,
  );
  return {
    ...object,
    metadata: { ...object.metadata, ownerReferences: owners.filter((_owner, index) => !isSecond[index]) },
  };
}
