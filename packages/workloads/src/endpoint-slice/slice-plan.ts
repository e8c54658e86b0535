/**
 * Spreads the endpoints of a Service over slices of at most a hundred, changing as few of them as it can: endpoints stay where they are, slices that change anyway are
 * filled first, and what would be deleted is used again. Nothing is written here.
 * Upstream: k8s.io/endpointslice Reconciler.
 */
import type { Endpoint, EndpointPort, EndpointSlice } from '@reeve/kinds/discovery/v1';
import { canonicalJson, deepEqual, isOwnedBy, labelsOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { headlessLabel, isHeadless } from './service-pods.ts';
import type { ReadService } from './service-pods.ts';

/** A slice as it is read. */
export type ReadSlice = DeepReadonly<EndpointSlice>;

/** What a slice holds. */
export interface SliceContent {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** What to write for one family of addresses. */
export interface SlicePlan {
  readonly create: readonly SliceContent[];
  readonly update: readonly (SliceContent & { readonly slice: ReadSlice })[];
  readonly delete: readonly ReadSlice[];
}

export const serviceNameLabel = 'kubernetes.io/service-name';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
export const sliceManager = 'endpointslice-controller.k8s.io';
const mostEndpoints = 100;

/** The labels of a Service's slices: its own, and those that say whose they are. */
export function sliceLabels(service: ReadService): Record<string, string> {
  const { [headlessLabel]: _headless, [serviceNameLabel]: _name, [managedByLabel]: _by, ...own } = labelsOf(service);
  return {
    ...own,
    ...(isHeadless(service) && { [headlessLabel]: '' }),
    [serviceNameLabel]: nameOf(service) ?? '',
    [managedByLabel]: sliceManager,
  };
}

/** The plan for the slices of one family, given what each set of ports should hold. */
export function planSlices(
  service: ReadService,
  wanted: readonly SliceContent[],
  existing: readonly ReadSlice[],
): SlicePlan {
  const own = existing.filter((slice) => isOwnedBy(slice, service));
  const groups = wanted.map((content) => {
    const key = portsKey(content.ports);
    return planGroup(
      service,
      content,
      own.filter((slice) => portsKey(slice.ports ?? []) === key),
    );
  });
  const keys = new Set(wanted.map(({ ports }) => portsKey(ports)));
  const plan: SlicePlan = {
    create: groups.flatMap(({ create }) => create),
    update: groups.flatMap(({ update }) => update),
    delete: [
      ...groups.flatMap((group) => group.delete),
      ...existing.filter((slice) => !own.includes(slice) || !keys.has(portsKey(slice.ports ?? []))),
    ],
  };
  return reusing(withPlaceholder(service, plan, existing), own);
}

const portsKey = (ports: readonly DeepReadonly<EndpointPort>[]): string =>
  ports
    .map((port) => canonicalJson(port))
    .toSorted()
    .join();

/** Who an endpoint is: it may change what it says and stay the same. */
const endpointKey = ({ addresses, targetRef, hostname }: DeepReadonly<Endpoint>): string =>
  canonicalJson([addresses.toSorted(), targetRef?.uid ?? '', hostname ?? '']);

/** A slice on its way to what it will hold. */
interface Filling {
  readonly slice: ReadSlice;
  readonly endpoints: Endpoint[];
  isChanged: boolean;
}

function planGroup(service: ReadService, { ports, endpoints }: SliceContent, slices: readonly ReadSlice[]): SlicePlan {
  const left = new Map(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  const fillings = slices.map((slice) => keepIn(slice, left, sliceLabels(service)));
  const [kept, emptied] = [
    fillings.filter((one) => one.endpoints.length > 0),
    fillings.filter((one) => one.endpoints.length === 0),
  ];
  const rest = fill(kept, [...left.values()]);
  return {
    create: chunksOf(rest).map((chunk) => ({ ports, endpoints: chunk })),
    update: kept
      .filter(({ isChanged }) => isChanged)
      .map((one) => ({ slice: one.slice, ports, endpoints: one.endpoints })),
    delete: emptied.map(({ slice }) => slice),
  };
}

/** Leaves those in the slice that are wanted, and takes them off the list. */
function keepIn(slice: ReadSlice, left: Map<string, Endpoint>, labels: Record<string, string>): Filling {
  const endpoints: Endpoint[] = [];
  let isChanged = !deepEqual(labels, { ...labelsOf(slice) });
  for (const endpoint of slice.endpoints ?? []) {
    const wanted = left.get(endpointKey(endpoint));
    left.delete(endpointKey(endpoint));
    if (wanted !== undefined) endpoints.push(wanted);
    isChanged ||= wanted === undefined || !deepEqual(wanted, endpoint);
  }
  return { slice, endpoints, isChanged };
}

/** Puts endpoints into slices that change anyway, the fullest first, and then into the one other that they fill best; gives back those without a place. */
function fill(kept: readonly Filling[], rest: readonly Endpoint[]): Endpoint[] {
  const waiting = [...rest];
  const changed = kept
    .filter(({ isChanged }) => isChanged)
    .toSorted((one, other) => other.endpoints.length - one.endpoints.length);
  for (const { endpoints } of changed) endpoints.push(...waiting.splice(0, mostEndpoints - endpoints.length));
  if (waiting.length === 0) return [];
  const over = waiting.splice(waiting.length - (waiting.length % mostEndpoints));
  const room = kept
    .filter((one) => !one.isChanged && one.endpoints.length + over.length <= mostEndpoints)
    .toSorted((one, other) => other.endpoints.length - one.endpoints.length)
    .at(0);
  if (room === undefined || over.length === 0) return [...waiting, ...over];
  room.endpoints.push(...over);
  room.isChanged = true;
  return waiting;
}

const chunksOf = (endpoints: readonly Endpoint[]): Endpoint[][] =>
  Array.from({ length: Math.ceil(endpoints.length / mostEndpoints) }, (_, at) =>
    endpoints.slice(at * mostEndpoints, (at + 1) * mostEndpoints),
  );

/** A Service without endpoints has one empty slice. */
function withPlaceholder(service: ReadService, plan: SlicePlan, existing: readonly ReadSlice[]): SlicePlan {
  if (plan.create.length > 0 || plan.delete.length < existing.length) return plan;
  const [only, ...others] = plan.delete;
  const isThere = only !== undefined && others.length === 0 && isPlaceholder(only, service);
  return isThere ? { ...plan, delete: [] } : { ...plan, create: [{ ports: [], endpoints: [] }] };
}

const isPlaceholder = (slice: ReadSlice, service: ReadService): boolean =>
  isOwnedBy(slice, service) &&
  (slice.ports ?? []).length === 0 &&
  (slice.endpoints ?? []).length === 0 &&
  deepEqual({ ...labelsOf(slice) }, sliceLabels(service));

/** A new slice takes the place of an own one that would be deleted. */
function reusing({ create, update, delete: gone }: SlicePlan, own: readonly ReadSlice[]): SlicePlan {
  const free = gone.filter((slice) => own.includes(slice)).slice(0, create.length);
  const reused = free.map((slice, at) => ({ slice, ...(create[at] ?? { ports: [], endpoints: [] }) }));
  return {
    create: create.slice(free.length),
    update: [...update, ...reused],
    delete: gone.filter((slice) => !free.includes(slice)),
  };
}
