/**
 * Where a Service is reached. What the server was told counts; else it is one of the addresses behind the Service that are ready, as its EndpointSlices say.
 * Upstream: apiserver util/proxy ResolveEndpoint.
 */
import { fieldsAt, itemsAt, numberAt, textAt, textsAt, type ApiObject, type Store } from '@reeve/registry';
import { OutboundError } from './outbound.ts';

/** A place to connect to. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Services that are elsewhere than their EndpointSlices say: `namespace/name` or `namespace/name:port`, to `host:port`. For processes on loopback that no pod
 * stands for.
 */
export type ServiceMap = Readonly<Record<string, string>>;

export class ServiceResolver {
  readonly #store: Store;
  readonly #map: ServiceMap;

  constructor(store: Store, map: ServiceMap = {}) {
    this.#store = store;
    this.#map = map;
  }

  /** The address behind a port of a Service. Throws an `OutboundError` where there is none. */
  resolve(namespace: string, name: string, port: number): Address {
    const mapped = this.#map[`${namespace}/${name}:${port}`] ?? this.#map[`${namespace}/${name}`];
    if (mapped !== undefined) return addressIn(mapped);
    const service = this.#store.table('services').get(`${namespace}/${name}`)?.object;
    if (service === undefined) throw new OutboundError(`service ${JSON.stringify(name)} not found`);
    const served = itemsAt(service, 'spec', 'ports').find((each) => numberAt(each, 'port') === port);
    if (served === undefined)
      throw new OutboundError(`no service port ${port} found for service ${JSON.stringify(name)}`);
    if (textAt(service, 'spec', 'type') === 'ExternalName')
      return { host: textAt(service, 'spec', 'externalName'), port };
    const found = this.#ready(service, textAt(served, 'name'));
    if (found === undefined) throw new OutboundError(`no endpoints available for service ${JSON.stringify(name)}`);
    return found;
  }

  /** The first address that is ready. */
  #ready({ metadata }: ApiObject, portName: string): Address | undefined {
    const table = this.#store.table('discovery.k8s.io/endpointslices');
    for (const { object: slice } of table.current(`${metadata.namespace}/`)) {
      if (slice.metadata.labels?.['kubernetes.io/service-name'] !== metadata.name) continue;
      const port = itemsAt(slice, 'ports').find((each) => textAt(each, 'name') === portName);
      const endpoint = itemsAt(slice, 'endpoints').find((each) => fieldsAt(each, 'conditions')['ready'] !== false);
      const [host] = textsAt(endpoint, 'addresses');
      if (port !== undefined && host !== undefined) return { host, port: numberAt(port, 'port') };
    }
    return undefined;
  }
}

function addressIn(text: string): Address {
  const [, host = '', port = ''] = /^(?:[a-z]+:\/\/)?\[?(.*?)\]?:([0-9]+)\/?$/.exec(text) ?? [];
  if (host === '') throw new OutboundError(`the address ${JSON.stringify(text)} of a service is no host:port`);
  return { host, port: Number(port) };
}
