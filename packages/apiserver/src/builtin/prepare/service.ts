/**
 * What the server keeps of a Service when it is replaced: addresses and node ports that were given once stay, unless the new one says otherwise.
 * Upstream: kubernetes pkg/registry/core/service.
 */
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsOf, itemsAt, listAt, numberAt, textAt, type Fields } from '../fields.ts';
import type { Preparation } from './preparation.ts';

export const servicePreparation: Preparation = {
  prepareForUpdate: (service, old) => ({
    ...service,
    spec: withAddresses(withNodePorts(fieldsOf(service['spec']), old), old),
  }),
};

const hasAddress = (spec: unknown): boolean => textAt(spec, 'type') !== 'ExternalName';
const hasNodePorts = (spec: unknown): boolean => ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'));

function withAddresses(spec: Fields, { spec: old }: ApiObject): Fields {
  if (!hasAddress(spec) || !hasAddress(old) || textAt(spec, 'clusterIP') !== '') return spec;
  const { clusterIP, clusterIPs } = fieldsOf(old);
  return { ...spec, clusterIP, clusterIPs: listAt(spec, 'clusterIPs').length > 0 ? spec['clusterIPs'] : clusterIPs };
}

function withNodePorts(spec: Fields, { spec: old }: ApiObject): Fields {
  if (!hasNodePorts(spec) || !hasNodePorts(old)) return spec;
  const before = new Map(itemsAt(old, 'ports').map((port) => [portKey(port), numberAt(port, 'nodePort')]));
  const ports = itemsAt(spec, 'ports').map((port) => {
    const nodePort = before.get(portKey(port)) ?? 0;
    return numberAt(port, 'nodePort') === 0 && nodePort !== 0 ? { ...port, nodePort } : port;
  });
  return ports.length === 0 ? spec : { ...spec, ports };
}

const portKey = (port: Fields): string => `${textAt(port, 'protocol')}/${numberAt(port, 'port')}`;
