/**
 * What of an object's metadata a write to `/status` leaves as it was: nothing for most kinds, labels or owners for some, all of it for others. A real server
 * was asked for each. Upstream: PrepareForUpdate of the status strategies in kubernetes pkg/registry.
 */
import type { ApiObject } from '../../resource/served-resource.ts';

type MetadataField = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences';

const everything: readonly MetadataField[] = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

const kept: Readonly<Record<string, readonly MetadataField[]>> = {
  pods: ['ownerReferences'],
  'admissionregistration.k8s.io/validatingadmissionpolicies': everything,
  'apiregistration.k8s.io/apiservices': everything,
  'apps/deployments': ['labels'],
  'flowcontrol.apiserver.k8s.io/flowschemas': everything,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': everything,
  'networking.k8s.io/servicecidrs': everything,
  'resource.k8s.io/resourceclaims': everything,
  'storage.k8s.io/volumeattachments': everything,
};

/** Puts back what a write to the status of a resource, given as `plural` or `group/plural`, may not change. */
export function keepMetadataOf(resource: string): (object: ApiObject, old: ApiObject) => ApiObject {
  const names = kept[resource] ?? [];
  if (names.length === 0) return (object) => object;
  return (object, old) => {
    const rest = Object.entries(object.metadata).filter(([name]) => !names.some((each) => each === name));
    const back = names.flatMap((name) =>
      old.metadata[name] === undefined ? [] : [[name, old.metadata[name]] as const],
    );
    return { ...object, metadata: Object.fromEntries([...rest, ...back]) };
  };
}
