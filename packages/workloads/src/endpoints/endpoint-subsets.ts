/**
 * The subsets of an Endpoints object: addresses that share their ports, in order, at most a thousand of them; ready ones before those that are not. Nothing is written here.
 * Upstream: kubernetes pkg/controller/endpoint, pkg/controller/util/endpoint and k8s.io/kubernetes pkg/api/v1/endpoints RepackSubsets.
 */
import type { EndpointAddress, EndpointPort, EndpointSubset } from '@reeve/kinds/core/v1';
import { canonicalJson, deletionStarted, nameOf, namespaceOf, uidOf } from '@reeve/machinery';
import { endpointPorts } from '../endpoint-slice/endpoint-of-pod.ts';
import {
  addressesOf,
  familiesOf,
  familyOf,
  hostnameOf,
  isHeadless,
  isReachable,
} from '../endpoint-slice/service-pods.ts';
import type { ReadService } from '../endpoint-slice/service-pods.ts';
import { isPodReady } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** Subsets, and whether some addresses had no room. */
export interface Subsets {
  readonly subsets: EndpointSubset[];
  readonly isTruncated: boolean;
}

const mostAddresses = 1000;

/** What the pods behind a Service make of its Endpoints. */
export function subsetsOf(service: ReadService, pods: readonly ReadPod[]): Subsets {
  const publishesAll = service.spec?.publishNotReadyAddresses === true;
  const groups = new Map<string, Required<EndpointSubset>>();
  for (const pod of pods) {
    const address = isReachable(pod) && (publishesAll || !deletionStarted(pod)) ? addressOf(pod, service) : undefined;
    const ports = portsOf(pod, service);
    if (address === undefined || ports === undefined) continue;
    const group = groups.get(canonicalJson(ports)) ?? { addresses: [], notReadyAddresses: [], ports };
    (publishesAll || isPodReady(pod) ? group.addresses : group.notReadyAddresses).push(address);
    groups.set(canonicalJson(ports), group);
  }
  return withinLimit(
    [...groups.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group),
  );
}

/** An address of the Service's first family. */
function addressOf(pod: ReadPod, service: ReadService): EndpointAddress | undefined {
  const [family] = familiesOf(service);
  const ip = addressesOf(pod).find((address) => familyOf(address) === family);
  if (ip === undefined) return undefined;
  const [hostname, nodeName] = [hostnameOf(pod, service), pod.spec.nodeName];
  const [namespace, name, uid] = [namespaceOf(pod), nameOf(pod), uidOf(pod)];
  const where = { ...(namespace !== undefined && { namespace }), ...(name !== undefined && { name }) };
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: 'Pod', ...where, ...(uid !== undefined && { uid }) },
  };
}

/** The ports of a pod in a fixed order; undefined where the Service cannot be reached there. A Service without an address needs no ports. */
function portsOf(pod: ReadPod, service: ReadService): EndpointPort[] | undefined {
  if ((service.spec?.ports ?? []).length === 0) return isHeadless(service) ? [] : undefined;
  const ports = endpointPorts(pod, service).map(({ name, port = 0, ...rest }) => ({
    ...(name && { name }),
    port,
    ...rest,
  }));
  return ports.length === 0
    ? undefined
    : ports.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
}

/** Those that are ready have the first right to a place; each subset gets its share. */
function withinLimit(groups: readonly Required<EndpointSubset>[]): Subsets {
  const ready = groups.reduce((sum, { addresses }) => sum + addresses.length, 0);
  const unready = groups.reduce((sum, { notReadyAddresses }) => sum + notReadyAddresses.length, 0);
  const isTruncated = ready + unready > mostAddresses;
  const shareReady = shares(mostAddresses, ready);
  const shareUnready = shares(mostAddresses - Math.min(ready, mostAddresses), unready);
  const subsets = groups.map(({ addresses, notReadyAddresses, ports }) => {
    const kept = addresses.toSorted(byAddress).slice(0, shareReady(addresses.length));
    const keptUnready = notReadyAddresses.toSorted(byAddress).slice(0, shareUnready(notReadyAddresses.length));
    return {
      ...(kept.length > 0 && { addresses: kept }),
      ...(keptUnready.length > 0 && { notReadyAddresses: keptUnready }),
      ...(ports.length > 0 && { ports }),
    };
  });
  return { subsets, isTruncated };
}

/** Deals places out in proportion, rounded up, as long as there are any. */
function shares(places: number, wanted: number): (count: number) => number {
  let left = places;
  return (count) => {
    const share = wanted <= places ? count : Math.min(left, Math.ceil((count / wanted) * places));
    left -= share;
    return share;
  };
}

function byAddress(one: EndpointAddress, other: EndpointAddress): number {
  const [first, second] = [sortKey(one.ip), sortKey(other.ip)];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** Numbers of an IPv4 address are compared as numbers. */
const sortKey = (ip: string): string => ip.replaceAll(/\d+/g, (digits) => digits.padStart(3, '0'));
