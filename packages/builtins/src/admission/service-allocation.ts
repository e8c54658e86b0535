/**
 * Gives Services what they do not bring: an address in the cluster, ports on the nodes, a port for health checks; and refuses what somebody else has.
 * Upstream: the allocators behind kubernetes pkg/registry/core/service/storage.
 */
import {
  fieldsAt,
  invalid,
  invalidObject,
  itemsAt,
  listAt,
  numberAt,
  textAt,
  textsAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type FieldError,
  type Fields,
  type Store,
} from '@reeve/registry';
import { addressFamily } from '../facts/ip-address.ts';
import { withFamilies } from '../defaults/service.ts';
import { servicePreparation } from '../prepare/service.ts';
import { addressProblems } from '../validation/service-addresses.ts';
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
      if (!isService(request)) return object;
      // Before anything else is said of the Service, as the allocators of a real server do.
      const given = allocated(object, request, others(request), addresses);
      const written = writtenProblems(fieldsAt(request.old === undefined ? object : given, 'spec'));
      const problems =
        written.length > 0 ? written : clashes({ ...request, object: given }, others(request), addresses);
      if (problems.length > 0) throw invalidObject('', 'Service', request.name, problems);
      return given;
    },
  };
}

/** What is wrong with addresses and families as they are given, before any are chosen. */
function writtenProblems(spec: Fields): readonly FieldError[] {
  const address = textAt(spec, 'clusterIP');
  if (textAt(spec, 'type') === 'ExternalName') return [];
  const isListed = address === '' || listAt(spec, 'clusterIPs').length > 0;
  return addressProblems(isListed ? spec : { ...spec, clusterIPs: [address] });
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
  const spec = withFamilies(fieldsAt(kept, 'spec'));
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
  { object, old, isDryRun }: AdmissionRequest,
  others: readonly ApiObject[],
  addresses: ServiceAddresses,
): readonly FieldError[] {
  const spec = fieldsAt(object, 'spec');
  const isNew = needsAddress(spec) && (old === undefined || !needsAddress(old['spec']));
  const families = isNew ? familyProblems(spec) : [];
  if (families.length > 0) return families;
  const wanted = isNew ? textsAt(spec, 'clusterIPs').filter((address) => isWanted(address, addresses)) : [];
  const taken = new Set(others.flatMap((other) => textsAt(other, 'spec', 'clusterIPs')));
  const own = itemsAt(spec, 'ports').map((port) => numberAt(port, 'nodePort'));
  const ports = new Set(isDryRun ? [] : nodePortsOf(others));
  return [
    ...wanted.flatMap((address) => {
      const problem = taken.has(address)
        ? 'provided IP is already allocated'
        : addresses.holds(address)
          ? ''
          : `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${addresses.range}`;
      return problem === ''
        ? []
        : [invalid('spec.clusterIPs', listAt(spec, 'clusterIPs'), `failed to allocate IP ${address}: ${problem}`)];
    }),
    ...own.flatMap((port, index) => {
      const isOwn = itemsAt(spec, 'ports').some(
        (each, at) => at < index && own[at] === port && each['port'] !== itemsAt(spec, 'ports')[index]?.['port'],
      );
      return portClash(port, isOwn || ports.has(port), isDryRun, `spec.ports[${index}].nodePort`);
    }),
  ];
}

/** What is no address at all is told by validation. */
const isWanted = (address: string, addresses: ServiceAddresses): boolean =>
  addressFamily(address) !== undefined && address !== addresses.placeholder;

/** A server without addresses of the newer family. */
function familyProblems(spec: Fields): readonly FieldError[] {
  const policy = textAt(spec, 'ipFamilyPolicy');
  const addresses = textsAt(spec, 'clusterIPs');
  return [
    ...(policy === 'RequireDualStack'
      ? [invalid('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...textsAt(spec, 'ipFamilies').flatMap((family, index) =>
      family === 'IPv6' ? [invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')] : [],
    ),
    ...addresses.flatMap((address, index) =>
      addressFamily(address) === 6
        ? [invalid(`spec.clusterIPs[${index}]`, addresses, 'IPv6 is not configured on this cluster')]
        : [],
    ),
  ];
}

/** What is only tried is not asked for its place in the range. */
function portClash(port: number, isTaken: boolean, isDryRun: boolean, field: string): readonly FieldError[] {
  if (port === 0) return [];
  if (!isDryRun && !isNodePort(port))
    return [
      invalid(field, port, `provided port is not in the valid range. The range of valid ports is ${nodePortRange}`),
    ];
  return isTaken ? [invalid(field, port, 'provided port is already allocated')] : [];
}
