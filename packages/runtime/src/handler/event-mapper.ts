/**
 * Says which requests an event stands for: the object itself, its owners, or whatever a function says. Of an update both sides count, since an object may
 * have belonged to somebody else before.
 * Upstream: controller-runtime pkg/handler.
 */
import { filterIn, labelsOf, namespaceOf, ownerReferencesOf, parseApiVersion } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject, OwnerReference } from '@reeve/machinery';
import { eventKey } from '../event/object-event.ts';
import type { ObjectEvent } from '../event/object-event.ts';
import type { Request } from './request.ts';
import { requestOf, requestTo } from './request.ts';

/** From an event to the requests it stands for; equal ones once. */
export interface EventMapper<T extends KubeObject = KubeObject> {
  readonly name: string;
  requests(event: ObjectEvent<T>): readonly Request[];
}

/** The object of the event. An object without a name stands for nothing. */
export function toObject<T extends KubeObject>(cluster = ''): EventMapper<T> {
  const mapper: EventMapper<T> = {
    name: 'object',
    requests: (event) => {
      const key = eventKey(event);
      return key === undefined ? nobody : [requestTo(key, cluster)];
    },
  };
  if (cluster === '') mappersToObjects.add(mapper);
  return mapper;
}

/** True of mappers whose only request is the object of the event itself, in the manager's own cluster: its key says it all. Not of what was made of such a mapper. */
export const isToObject = (mapper: object): boolean => mappersToObjects.has(mapper);

const mappersToObjects = new WeakSet<object>();

/** Which owners count. */
export interface OwnerOptions {
  /** True takes all owners of the kind; otherwise only the one that controls the object. */
  readonly anyOwner?: boolean;
}

/** The owners of a kind, in any version of it. */
export function toOwner<T extends KubeObject>(
  owner: AnyKind,
  { anyOwner = false }: OwnerOptions = {},
  cluster = '',
): EventMapper<T> {
  const isOwner = (reference: DeepReadonly<OwnerReference>): boolean =>
    reference.kind === owner.kind &&
    groupOf(reference.apiVersion) === owner.group &&
    (anyOwner || reference.controller === true);
  const requestsOf = (object: DeepReadonly<KubeObject>): readonly Request[] => {
    const owners = filterIn(ownerReferencesOf(object), isOwner);
    if (owners.length === 0) return nobody;
    const namespace = owner.scope === 'Cluster' ? undefined : namespaceOf(object);
    return owners.map(({ name }) => requestOf(namespace, name, cluster));
  };
  return {
    name: `owner ${owner.kind}`,
    requests: (event) => (hasSameOwners(event) ? distinct(requestsOf(event.object)) : ofBothSides(event, requestsOf)),
  };
}

/** What a function makes of the object; of both sides of an update. */
export const toMapped = <T extends KubeObject>(
  map: (object: DeepReadonly<T>) => Iterable<Request | string> & object,
  cluster = '',
): EventMapper<T> => ({
  name: map.name === '' ? 'mapped' : `mapped by ${map.name}`,
  requests: (event) => ofBothSides(event, (object) => asRequests(map(object), cluster)),
});

/** The objects that the value of a label names, for children that cannot have an owner. */
export const toLabelled = <T extends KubeObject>(label: string, cluster = ''): EventMapper<T> => ({
  name: `label ${label}`,
  requests: (event) =>
    ofBothSides(event, (object) => {
      const name = labelsOf(object)[label];
      return name === undefined || name === '' ? [] : [requestOf(namespaceOf(object), name, cluster)];
    }),
});

/** An apiVersion that cannot be read is nobody's. */
function groupOf(apiVersion: string): string | undefined {
  try {
    return parseApiVersion(apiVersion).group;
  } catch {
    return undefined;
  }
}

/** Parts that did not change are the same in both states of a cached object. */
const hasSameOwners = <T extends KubeObject>(event: ObjectEvent<T>): boolean =>
  event.type !== 'update' || event.old.metadata.ownerReferences === event.object.metadata.ownerReferences;

function asRequests(mapped: Iterable<Request | string>, cluster: string): readonly Request[] {
  if (Array.isArray(mapped) && mapped.length === 0) return nobody;
  const requests: Request[] = [];
  for (const one of mapped) requests.push(asRequest(one, cluster));
  return requests;
}

function asRequest(one: Request | string, cluster: string): Request {
  if (typeof one !== 'string') return one;
  const slash = one.indexOf('/');
  return slash === -1
    ? requestOf(undefined, one, cluster)
    : requestOf(one.slice(0, slash), one.slice(slash + 1), cluster);
}

const nobody: readonly Request[] = [];

/** Most events stand for nobody or for one, the same before and after: no more is made of them than that. */
function ofBothSides<T extends KubeObject>(
  event: ObjectEvent<T>,
  requestsOf: (object: DeepReadonly<T>) => readonly Request[],
): readonly Request[] {
  const requests = requestsOf(event.object);
  if (event.type !== 'update') return distinct(requests);
  const before = requestsOf(event.old);
  return isSame(before, requests) ? distinct(requests) : distinct([...before, ...requests]);
}

const isSame = (some: readonly Request[], others: readonly Request[]): boolean =>
  some.length === others.length && some.every(({ key, cluster }, at) => isOf(others[at], key, cluster));

const isOf = (request: Request | undefined, key: string, cluster: string): boolean =>
  request?.key === key && request.cluster === cluster;

/** Equal requests count once. */
export function distinct(requests: readonly Request[]): readonly Request[] {
  if (requests.length < 2) return requests;
  const seen = new Map(requests.map((request) => [`${request.cluster}\u0000${request.key}`, request]));
  return [...seen.values()];
}
