/**
 * What is served, as documents: the older ones, one per group and version, and the aggregated one that newer clients ask for. Made anew when the set changes.
 */
import { stableHash } from '@reeve/machinery';
import { StatusError, type ResourceRegistry } from '@reeve/registry';
import { parseMediaTypes } from '../negotiate/media-type.ts';
import { negotiate } from '../negotiate/representation.ts';
import type { ApiRequest, PlainResponse } from '../request/api-request.ts';
import { encoded } from '../respond/encode.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

export class Discovery {
  readonly #registry: ResourceRegistry;
  readonly #serverAddress: () => string;
  readonly #cache = new Map<string, { generation: number; body: Buffer; etag: string }>();

  constructor(registry: ResourceRegistry, serverAddress: () => string) {
    this.#registry = registry;
    this.#serverAddress = serverAddress;
  }

  /** The document at a path, or undefined when the path is not one of discovery. */
  async answer({
    path,
    headers,
    query,
  }: Pick<ApiRequest, 'path' | 'headers' | 'query'>): Promise<PlainResponse | undefined> {
    const parts = path.split('/').filter((part) => part !== '');
    const isRoot = parts.length === 1 && (parts[0] === 'api' || parts[0] === 'apis');
    if (isRoot && wantsAggregated(headers['accept']))
      return this.#aggregated(parts[0] === 'api' ? 'core' : 'named', headers);
    const document = this.#document(parts);
    if (document === undefined) return undefined;
    const representation = negotiate(
      headers['accept'],
      { hasProtobuf: false, shapes: [] },
      query,
      headers['user-agent'],
    );
    if (representation instanceof StatusError) throw representation;
    return encoded(200, document, representation);
  }

  #document([root, group = '', version = '', ...rest]: readonly string[]): object | undefined {
    if (rest.length > 0) return undefined;
    if (root === 'api')
      return group === ''
        ? apiVersions(this.#serverAddress())
        : version === ''
          ? this.#resources('', group)
          : undefined;
    if (root !== 'apis') return undefined;
    if (group === '') return apiGroupList(this.#registry);
    return version === ''
      ? this.#registry.hasGroup(group)
        ? apiGroup(this.#registry, group)
        : undefined
      : this.#resources(group, version);
  }

  #resources(group: string, version: string): object | undefined {
    return this.#registry.hasVersion(group, version)
      ? apiResourceList(group, version, this.#registry.inVersion(group, version))
      : undefined;
  }

  #aggregated(part: 'core' | 'named', headers: ApiRequest['headers']): PlainResponse {
    const { generation } = this.#registry;
    let made = this.#cache.get(part);
    if (made?.generation !== generation) {
      const text = JSON.stringify(aggregatedDiscovery(this.#registry, part));
      made = { generation, body: Buffer.from(`${text}\n`), etag: `"${stableHash(text)}"` };
      this.#cache.set(part, made);
    }
    const common = { etag: made.etag, vary: 'Accept', 'cache-control': 'public' };
    if (headers['if-none-match'] === made.etag) return { status: 304, headers: common, body: Buffer.alloc(0) };
    return { status: 200, headers: { ...common, 'content-type': aggregatedType }, body: made.body };
  }
}

/** Version 2 only: a server of this age does not speak the beta any more. */
function wantsAggregated(accept: string | undefined): boolean {
  const wanted = parseMediaTypes(accept ?? '').find(
    ({ type, parameters }) =>
      type === 'application/json' && (parameters.get('as') === undefined || parameters.get('v') === 'v2'),
  );
  return (
    wanted?.parameters.get('as') === 'APIGroupDiscoveryList' && wanted.parameters.get('g') === 'apidiscovery.k8s.io'
  );
}
