/**
 * What the server keeps of a Service when it is replaced: addresses and node ports that were given once stay, unless the new one says otherwise; and what
 * belongs to a type goes when the type changes. Upstream: kubernetes pkg/registry/core/service.
 */
import { deepEqual } from '@reeve/machinery';
import { fieldsOf, itemsAt, listAt, numberAt, textAt, type Fields } from '@reeve/registry';
import { withFamilies } from '../defaults/service.ts';
import type { Preparation } from './preparation.ts';

export const servicePreparation: Preparation = {
  prepareForCreate: (service) => ({ ...service, spec: withFamilies(fieldsOf(service['spec'])) }),
  prepareForUpdate: (service, old) => {
    const before = fieldsOf(old['spec']);
    return {
      ...service,
      spec: withoutOldType(
        withNodePorts(withAddresses(withSameAddress(fieldsOf(service['spec']), before), before), before),
        before,
      ),
    };
  },
};

const hasAddress = (spec: Fields): boolean => textAt(spec, 'type') !== 'ExternalName';
const hasNodePorts = (spec: Fields): boolean => ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'));

/** Who changes or clears one place of the address means both. */
function withSameAddress(spec: Fields, before: Fields): Fields {
  const address = textAt(spec, 'clusterIP');
  const isChanged = address !== textAt(before, 'clusterIP');
  if (!isChanged || !deepEqual(listAt(spec, 'clusterIPs'), listAt(before, 'clusterIPs'))) return spec;
  const { clusterIPs: _old, ...rest } = spec;
  return address === '' ? rest : { ...rest, clusterIPs: [address, ...listAt(spec, 'clusterIPs').slice(1)] };
}

function withAddresses(spec: Fields, before: Fields): Fields {
  if (!hasAddress(spec) || !hasAddress(before) || textAt(spec, 'clusterIP') !== '') return spec;
  const { clusterIP, clusterIPs } = before;
  return { ...spec, clusterIP, clusterIPs: listAt(spec, 'clusterIPs').length > 0 ? spec['clusterIPs'] : clusterIPs };
}

/** A port is known by its number, or by its name when the number is new. */
function withNodePorts(spec: Fields, before: Fields): Fields {
  if (!hasNodePorts(spec) || !hasNodePorts(before)) return spec;
  const taken = new Set(itemsAt(spec, 'ports').map((port) => numberAt(port, 'nodePort')));
  const ports = itemsAt(spec, 'ports').map((port) => {
    if (numberAt(port, 'nodePort') !== 0) return port;
    const same = itemsAt(before, 'ports').filter(
      (old) => textAt(old, 'protocol') === textAt(port, 'protocol') && !taken.has(numberAt(old, 'nodePort')),
    );
    const found =
      same.find((old) => old['port'] === port['port']) ??
      same.find((old) => textAt(old, 'name') === textAt(port, 'name'));
    const nodePort = numberAt(found, 'nodePort');
    taken.add(nodePort);
    return nodePort === 0 ? port : { ...port, nodePort };
  });
  return deepEqual(ports, listAt(spec, 'ports')) ? spec : { ...spec, ports };
}

/** Fields that only some types have, and that a change of type takes along when the client left them as they were. */
function withoutOldType(spec: Fields, before: Fields): Fields {
  if (textAt(spec, 'type') === textAt(before, 'type')) return spec;
  const dropped = [
    ...(hasAddress(spec) ? [] : ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']),
    ...(hasNodePorts(spec) || listAt(spec, 'externalIPs').length > 0 ? [] : ['externalTrafficPolicy']),
    ...(textAt(spec, 'type') === 'LoadBalancer'
      ? []
      : ['allocateLoadBalancerNodePorts', 'healthCheckNodePort', 'loadBalancerClass']),
  ].filter((name) => deepEqual(spec[name] ?? null, before[name] ?? null));
  const rest = Object.fromEntries(Object.entries(spec).filter(([name]) => !dropped.includes(name)));
  return hasNodePorts(spec) || !hasNodePorts(before) ? rest : withoutNodePorts(rest, before);
}

function withoutNodePorts(spec: Fields, before: Fields): Fields {
  const known = new Set(itemsAt(before, 'ports').map((port) => numberAt(port, 'nodePort')));
  const ports = itemsAt(spec, 'ports').map((port) => {
    const { nodePort, ...rest } = port;
    return nodePort !== undefined && known.has(numberAt(port, 'nodePort')) ? rest : port;
  });
  return ports.length === 0 ? spec : { ...spec, ports };
}
