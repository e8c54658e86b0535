/**
 * Tells people of an owner that is there, but in another namespace than the object that names it: such an owner does not count.
 * Upstream: the event OwnerRefInvalidNamespace of kube-controller-manager's garbage collector.
 */
import { formatTime, type OwnerReference } from '@reeve/machinery';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import type { Store } from '../store/store.ts';

const component = 'garbage-collector-controller';

/** True where the object with this uid lives in another namespace. Looks at all objects of the resource: for the rare case only. */
export function isElsewhere(
  store: Store,
  { place }: ServedResource,
  uid: string,
  namespace: string | undefined,
): boolean {
  for (const { object } of store.table(place.table).current())
    if (object.metadata.uid === uid) return object.metadata.namespace !== namespace;
  return false;
}

/** The event about such an owner. */
export function strayOwnerEvent(object: ApiObject, owner: Readonly<OwnerReference>, now: number): ApiObject {
  const { name = '', namespace = '', uid } = object.metadata;
  const time = formatTime(now);
  const ref = `${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${suffixOf(now, owner.uid)}`, namespace: namespace || 'default' },
    involvedObject: { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace && { namespace }), uid },
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef [${ref}] does not exist in namespace ${JSON.stringify(namespace)}`,
    source: { component },
    reportingComponent: component,
    reportingInstance: '',
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
  };
}

/** The time in nanoseconds, as recorders write it, with a part of the owner's uid for what is below our clock. */
const suffixOf = (now: number, uid: string): string => {
  const below = Number.parseInt(uid.replaceAll('-', '').slice(0, 5), 16);
  return (BigInt(Math.trunc(now)) * 1_000_000n + BigInt((Number.isNaN(below) ? 0 : below) % 1_000_000)).toString(16);
};
