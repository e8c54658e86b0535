/**
 * What of an object's metadata a write to `/status` leaves as it was: nothing for most kinds, labels or owners for some, all of it for others. A real server
 * was asked for each. Upstream: PrepareForUpdate of the status strategies in kubernetes pkg/registry.
 */
import type { ApiObject } from '@reeve/registry';

type MetadataField = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences';

const everything: readonly MetadataField[] = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

const kept: Readonly<Record<string, readonly MetadataField[]>> = {
  pods: ['ownerReferences'],
  'admissionregistration.k8s.io/validatingadmissionpolicies': everything,
  'apiregistration.k8s.io/apiservices': everything,
  'apps/deployments': ['labels'],
  'certificates.k8s.io/podcertificaterequests': everything,
  'flowcontrol.apiserver.k8s.io/flowschemas': everything,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': everything,
  'networking.k8s.io/servicecidrs': everything,
  'resource.k8s.io/devicetaintrules': everything,
  'resource.k8s.io/resourceclaims': everything,
  'storage.k8s.io/csinodes': everything,
  'storage.k8s.io/volumeattachments': everything,
  'storagemigration.k8s.io/storageversionmigrations': everything,
};

/** Puts back what a write to the status of a resource, given as `plural` or `group/plural`, may not change. */
export function keepMetadataOf(resource: string): (object: ApiObject, old: ApiObject) => ApiObject {
  const names = kept[resource] ?? [];
  if (names.length === 0) return (object) => object;
  return (object, old) => {
    if (names.every((name) => object.metadata[name] === old.metadata[name])) return object;
    const metadata: Record<string, unknown> = { ...object.metadata };
    for (const name of names) {
      if (old.metadata[name] === undefined) delete metadata[name];
      else metadata[name] = old.metadata[name];
    }
    return { ...object, metadata };
  };
}
