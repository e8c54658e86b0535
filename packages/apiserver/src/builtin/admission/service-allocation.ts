/**
 * Gives Services what they do not bring: an address in the cluster, ports on the nodes, a port for health checks; and refuses what somebody else has.
 * Upstream: the allocators behind kubernetes pkg/registry/core/service/storage.
 */
import { invalid, invalidObject, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import type { Store } from '../../store/store.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../write/admission.ts';
import { fieldsAt, itemsAt, listAt, numberAt, textAt, textsAt, type Fields } from '../fields.ts';
import { servicePreparation } from '../prepare/service.ts';
import { currentObjects } from './current-objects.ts';
import { isNodePort, needsAddress, nodePortRange, nodePortsOf, type ServiceAddresses } from './address-range.ts';

export function serviceAllocation(store: Store, addresses: ServiceAddresses): AdmissionPlugin {
  const others = ({ namespace, name }: AdmissionRequest): readonly ApiObject[] =>
    currentObjects(store, 'services').filter(
      ({ metadata }) => metadata.name !== name || metadata.namespace !== namespace,
    );
  return {
    name: 'ServiceAllocation',
    mutate: (request) => {
      const { object } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      return isService(request) ? allocated(object, request, others(request), addresses) : object;
    },
    validate: (request) => {
      if (!isService(request) || request.object === undefined) return;
      const problems = clashes(request.object, request.old, others(request), addresses);
      if (problems.length > 0) throw invalidObject('', 'Service', request.name, problems);
    },
  };
}

const isService = ({ resource, subresource, operation }: AdmissionRequest): boolean =>
  resource.group === '' && resource.plural === 'services' && subresource === undefined && operation !== 'DELETE';

function allocated(
  object: ApiObject,
  { old, isDryRun }: AdmissionRequest,
  others: readonly ApiObject[],
  addresses: ServiceAddresses,
): ApiObject {
  // What the old one had stays; only what is missing after that is given.
  const kept = old === undefined ? object : (servicePreparation.prepareForUpdate?.(object, old) ?? object);
  const spec = fieldsAt(kept, 'spec');
  const address = isDryRun ? addresses.placeholder : addresses.address(others);
  const isLacking = needsAddress(spec) && textAt(spec, 'clusterIP') === '' && listAt(spec, 'clusterIPs').length === 0;
  const addressed = isLacking && address !== undefined ? { ...spec, clusterIP: address, clusterIPs: [address] } : spec;
  return { ...object, spec: withHealthPort(withNodePorts(addressed, others, addresses), others, addresses) };
}

const hasNodePorts = (spec: Fields): boolean =>
  textAt(spec, 'type') === 'NodePort' ||
  (textAt(spec, 'type') === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false);

/** The same port under two protocols is the same on the nodes. */
function withNodePorts(spec: Fields, others: readonly ApiObject[], addresses: ServiceAddresses): Fields {
  const ports = itemsAt(spec, 'ports');
  if (!hasNodePorts(spec) || ports.every((port) => numberAt(port, 'nodePort') !== 0)) return spec;
  const taken = new Set([...nodePortsOf(others), ...ports.map((port) => numberAt(port, 'nodePort'))]);
  const byPort = new Map<number, number>();
  const given = ports.map((port) => {
    if (numberAt(port, 'nodePort') !== 0) return port;
    const nodePort = byPort.get(numberAt(port, 'port')) ?? addresses.nodePort(taken) ?? 0;
    taken.add(nodePort);
    byPort.set(numberAt(port, 'port'), nodePort);
    return { ...port, nodePort };
  });
  return { ...spec, ports: given };
}

function withHealthPort(spec: Fields, others: readonly ApiObject[], addresses: ServiceAddresses): Fields {
  const isChecked = textAt(spec, 'type') === 'LoadBalancer' && textAt(spec, 'externalTrafficPolicy') === 'Local';
  if (!isChecked || numberAt(spec, 'healthCheckNodePort') !== 0) return spec;
  const own = itemsAt(spec, 'ports').map((port) => numberAt(port, 'nodePort'));
  const healthCheckNodePort = addresses.nodePort(new Set([...nodePortsOf(others), ...own]));
  return healthCheckNodePort === undefined ? spec : { ...spec, healthCheckNodePort };
}

function clashes(
  service: ApiObject,
  old: ApiObject | undefined,
  others: readonly ApiObject[],
  addresses: ServiceAddresses,
): readonly FieldError[] {
  const spec = fieldsAt(service, 'spec');
  const kept = new Set([...textsAt(old, 'spec', 'clusterIPs'), addresses.placeholder]);
  const wanted = needsAddress(spec) ? textsAt(spec, 'clusterIPs').filter((address) => !kept.has(address)) : [];
  const taken = new Set(others.flatMap((other) => textsAt(other, 'spec', 'clusterIPs')));
  const ports = new Set(nodePortsOf(others));
  return [
    ...wanted.flatMap((address) => {
      const problem = taken.has(address)
        ? 'provided IP is already allocated'
        : addresses.holds(address)
          ? ''
          : 'the provided network does not match the current range';
      return problem === ''
        ? []
        : [invalid('spec.clusterIPs', listAt(spec, 'clusterIPs'), `failed to allocate IP ${address}: ${problem}`)];
    }),
    ...itemsAt(spec, 'ports').flatMap((port, index) =>
      portClash(numberAt(port, 'nodePort'), ports, `spec.ports[${index}].nodePort`),
    ),
  ];
}

function portClash(port: number, taken: ReadonlySet<number>, field: string): readonly FieldError[] {
  if (port === 0) return [];
  if (!isNodePort(port))
    return [
      invalid(field, port, `provided port is not in the valid range. The range of valid ports is ${nodePortRange}`),
    ];
  return taken.has(port) ? [invalid(field, port, 'provided port is already allocated')] : [];
}
