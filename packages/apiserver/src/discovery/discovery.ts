/**
 * What is served, as documents: the older ones, one per group and version, and the aggregated one that newer clients ask for. Made anew when the set changes.
 */
import { stableHash } from '@reeve/machinery';
import { parseMediaTypes } from '../negotiate/media-type.ts';
import type { ApiRequest, PlainResponse } from '../request/api-request.ts';
import type { ResourceRegistry } from '../resource/resource-registry.ts';
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
  answer({ path, headers }: Pick<ApiRequest, 'path' | 'headers'>): PlainResponse | undefined {
    const parts = path.split('/').filter((part) => part !== '');
    const [root, group = '', version = ''] = parts;
    if (root === 'api' && parts.length === 1) {
      return wantsAggregated(headers['accept'])
        ? this.#aggregated('core', headers)
        : json(apiVersions(this.#serverAddress()));
    }
    if (root === 'apis' && parts.length === 1) {
      return wantsAggregated(headers['accept'])
        ? this.#aggregated('named', headers)
        : json(apiGroupList(this.#registry));
    }
    if (root === 'apis' && parts.length === 2)
      return this.#registry.groups().some(({ name }) => name === group)
        ? json(apiGroup(this.#registry, group))
        : undefined;
    if (root === 'api' && parts.length === 2) return this.#resources('', group);
    if (root === 'apis' && parts.length === 3) return this.#resources(group, version);
    return undefined;
  }

  #resources(group: string, version: string): PlainResponse | undefined {
    return this.#registry.hasVersion(group, version)
      ? json(apiResourceList(group, version, this.#registry.inVersion(group, version)))
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

function json(value: object): PlainResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(`${JSON.stringify(value)}\n`),
  };
}
