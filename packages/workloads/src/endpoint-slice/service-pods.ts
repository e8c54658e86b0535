/**
 * How Services see pods: which pods stand behind one, at which addresses and ports, under which names. Shared by EndpointSlices and Endpoints.
 * Upstream: k8s.io/endpointslice utils and util.
 */
import type { Pod, Service, ServicePort } from '@reeve/kinds/core/v1';
import { deepEqual, deletionTimestampOf, labelsOf, nameOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { predicate } from '@reeve/runtime';
import type { Predicate } from '@reeve/runtime';
import { isPodReady, isPodTerminal } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** A Service as it is read. */
export type ReadService = DeepReadonly<Service>;

/** Added to what belongs to a Service without an address of its own. */
export const headlessLabel = 'service.kubernetes.io/headless';
/** When what an object says last changed in the world. */
export const changeTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/** The labels by which a Service selects its pods; undefined where others say who stands behind it. */
export const podSelectorOf = ({ spec }: ReadService): Readonly<Record<string, string>> | undefined =>
  spec?.type === 'ExternalName' ? undefined : spec?.selector;

/** True when the Service has no address of its own. */
export const isHeadless = ({ spec }: ReadService): boolean =>
  spec?.clusterIP === undefined || spec.clusterIP === '' || spec.clusterIP === 'None';

/** The addresses of a pod. */
export function addressesOf({ status }: ReadPod): readonly string[] {
  const all = (status?.podIPs ?? []).map(({ ip }) => ip);
  return all.length > 0 ? all : status?.podIP ? [status.podIP] : [];
}

/** The family of an address. */
export const familyOf = (address: string): 'IPv4' | 'IPv6' => (address.includes(':') ? 'IPv6' : 'IPv4');

/** The families in which a Service is reached. */
export function familiesOf({ spec }: ReadService): readonly ('IPv4' | 'IPv6')[] {
  const families = (spec?.ipFamilies ?? []).filter((family) => family === 'IPv4' || family === 'IPv6');
  if (families.length > 0) return families;
  return spec?.clusterIP && spec.clusterIP !== 'None' ? [familyOf(spec.clusterIP)] : ['IPv4', 'IPv6'];
}

/** True of a pod that has an address and has not ended. */
export const isReachable = (pod: ReadPod): boolean => !isPodTerminal(pod) && addressesOf(pod).length > 0;

/** The name of a pod within its Service's domain. */
export function hostnameOf(pod: ReadPod, service: ReadService): string | undefined {
  const { hostname, subdomain } = pod.spec;
  const isInDomain = subdomain === nameOf(service) && namespaceOf(pod) === namespaceOf(service);
  return hostname && isInDomain ? hostname : undefined;
}

/** The number of a Service's port on a pod; undefined where the pod has no port of that name. */
export function portNumberOf(
  pod: ReadPod,
  { targetPort, port, protocol = 'TCP' }: DeepReadonly<ServicePort>,
): number | undefined {
  if (typeof targetPort !== 'string') return targetPort ?? port;
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const ports = [...pod.spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find((one) => one.name === targetPort && (one.protocol ?? 'TCP') === protocol)?.containerPort;
}

/** Lets those changes of a pod through that may change what stands behind a Service. */
export const podChangesEndpoints: Predicate<Pod> = predicate('podChangesEndpoints', {
  update: (object, old) => !deepEqual(visible(old), visible(object)),
});

const visible = (pod: ReadPod): unknown => [
  labelsOf(pod),
  addressesOf(pod),
  isPodReady(pod),
  isPodTerminal(pod),
  deletionTimestampOf(pod) ?? null,
  [pod.spec.nodeName ?? null, pod.spec.hostname ?? null, pod.spec.subdomain ?? null],
];
