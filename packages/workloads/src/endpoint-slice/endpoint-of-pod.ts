/**
 * The endpoint that a pod is to a Service, and its ports.
 * Upstream: k8s.io/endpointslice podToEndpoint, getEndpointPorts and trafficdist.
 */
import type { Endpoint, EndpointPort } from '@reeve/kinds/discovery/v1';
import type { Node } from '@reeve/kinds/core/v1';
import { deletionStarted, labelOf, nameOf, namespaceOf, uidOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { isPodReady } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { addressesOf, familyOf, hostnameOf, portNumberOf } from './service-pods.ts';
import type { ReadService } from './service-pods.ts';

const zoneLabel = 'topology.kubernetes.io/zone';

/** The endpoint of a pod in one family; undefined where it has no address of it. */
export function endpointOfPod(
  pod: ReadPod,
  service: ReadService,
  family: 'IPv4' | 'IPv6',
  node: DeepReadonly<Node> | undefined,
): Endpoint | undefined {
  const addresses = addressesOf(pod).filter((address) => familyOf(address) === family);
  if (addresses.length === 0) return undefined;
  const { nodeName } = pod.spec;
  const zone = (node && labelOf(node, zoneLabel)) || undefined;
  const hostname = hostnameOf(pod, service);
  const conditions = conditionsOf(pod, service);
  return {
    addresses,
    conditions,
    ...(hostname !== undefined && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: targetOf(pod),
    ...(zone !== undefined && { zone }),
    ...(conditions.ready && hintsFor(service, zone, nodeName)),
  };
}

/** The ports of a Service on a pod, in the Service's order. */
export function endpointPorts(pod: ReadPod, { spec }: ReadService): EndpointPort[] {
  return (spec?.ports ?? []).flatMap((servicePort) => {
    const port = portNumberOf(pod, servicePort);
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    return port === undefined ? [] : [{ name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function conditionsOf(pod: ReadPod, { spec }: ReadService): Required<NonNullable<Endpoint['conditions']>> {
  const [serving, terminating] = [isPodReady(pod), deletionStarted(pod)];
  return { ready: spec?.publishNotReadyAddresses === true || (serving && !terminating), serving, terminating };
}

function targetOf(pod: ReadPod): NonNullable<Endpoint['targetRef']> {
  const [namespace, name, uid] = [namespaceOf(pod), nameOf(pod), uidOf(pod)];
  return {
    kind: 'Pod',
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(uid !== undefined && { uid }),
  };
}

/** Whom the endpoint is meant for first, where the Service prefers what is near. */
function hintsFor(
  { spec }: ReadService,
  zone: string | undefined,
  nodeName: string | undefined,
): Pick<Endpoint, 'hints'> {
  const prefers = spec?.trafficDistribution;
  if (prefers === undefined || !['PreferClose', 'PreferSameZone', 'PreferSameNode'].includes(prefers)) return {};
  const hints = {
    ...(zone !== undefined && { forZones: [{ name: zone }] }),
    ...(prefers === 'PreferSameNode' && nodeName && { forNodes: [{ name: nodeName }] }),
  };
  return Object.keys(hints).length === 0 ? {} : { hints };
}
