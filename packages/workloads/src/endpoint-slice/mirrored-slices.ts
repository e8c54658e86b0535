/**
 * What slices a hand-made Endpoints object stands for: one for each set of ports in each family of addresses. Nothing is written here.
 * Upstream: kubernetes pkg/controller/endpointslicemirroring.
 */
import type { EndpointAddress, Endpoints } from '@reeve/kinds/core/v1';
import type { Endpoint, EndpointSlice } from '@reeve/kinds/discovery/v1';
import { annotationsOf, canonicalJson, labelsOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { changeTimeAnnotation, familyOf } from './service-pods.ts';
import { managedByLabel, serviceNameLabel } from './slice-plan.ts';

export const mirrorManager = 'endpointslicemirroring-controller.k8s.io';

/** What is in a mirrored slice, besides its name. */
export type MirroredSlice = Pick<EndpointSlice, 'addressType' | 'ports' | 'endpoints'> & {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
};

type ReadEndpoints = DeepReadonly<Endpoints>;

const mostMirrored = 1000;

/** True of Endpoints that are to have slices: neither those that say otherwise nor those that are a lock. */
export const isMirrored = (endpoints: ReadEndpoints): boolean =>
  labelsOf(endpoints)['endpointslice.kubernetes.io/skip-mirror'] !== 'true' &&
  !Object.hasOwn(annotationsOf(endpoints), 'control-plane.alpha.kubernetes.io/leader');

/** The slices of an Endpoints object. */
export function mirroredSlices(object: ReadEndpoints): readonly MirroredSlice[] {
  const common = { labels: labelsFor(object), annotations: annotationsFor(object) };
  const slices = new Map<string, MirroredSlice & { endpoints: Endpoint[] }>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of object.subsets ?? []) {
    const mirroredPorts = ports.map(({ name = '', protocol = 'TCP', ...rest }) => ({ ...rest, name, protocol }));
    const all = [
      ...addresses.map((one) => endpointOf(one, true)),
      ...notReadyAddresses.map((one) => endpointOf(one, false)),
    ];
    for (const endpoint of all.slice(0, mostMirrored)) {
      const addressType = familyOf(endpoint.addresses[0] ?? '');
      const key = canonicalJson([addressType, mirroredPorts]);
      const slice = slices.get(key) ?? { ...common, addressType, ports: mirroredPorts, endpoints: [] };
      slice.endpoints.push(endpoint);
      slices.set(key, slice);
    }
  }
  return [...slices.values()];
}

const labelsFor = (object: ReadEndpoints): Record<string, string> => ({
  ...labelsOf(object),
  [serviceNameLabel]: nameOf(object) ?? '',
  [managedByLabel]: mirrorManager,
});

function annotationsFor(object: ReadEndpoints): Record<string, string> {
  const { [changeTimeAnnotation]: _time, [lastApplied]: _applied, ...rest } = annotationsOf(object);
  return rest;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

const endpointOf = (
  { ip, nodeName, hostname, targetRef }: DeepReadonly<EndpointAddress>,
  ready: boolean,
): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname && { hostname }),
  ...(nodeName !== undefined && { nodeName }),
  ...(targetRef !== undefined && { targetRef: { ...targetRef } }),
});
