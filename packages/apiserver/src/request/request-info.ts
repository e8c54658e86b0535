/**
 * What a request is about, read from its method and path. Upstream: apiserver endpoints/request RequestInfo.
 */
import type { Verb } from '@reeve/registry';

/** A request for an object, a collection or a subresource. */
export interface ResourceRequest {
  readonly isResource: true;
  readonly verb: Verb;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** What follows the subresource, for proxies. */
  readonly rest: readonly string[];
}

/** A request for anything else: discovery, health, documents. */
export interface OtherRequest {
  readonly isResource: false;
  readonly verb: string;
  readonly path: string;
}

export type RequestInfo = ResourceRequest | OtherRequest;

/** Subresources of the namespace itself; any other word after its name is a resource inside it. */
const namespaceSubresources = new Set(['status', 'finalize']);

export function requestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const parts = (path.endsWith('/') ? path.replace(/\/+$/, '') : path).split('/').slice(1);
  const other: OtherRequest = { isResource: false, verb: method.toLowerCase(), path };
  const prefix = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : 0;
  if (prefix === 0 || parts.length <= prefix) return other;
  const [group = '', version = ''] = prefix === 2 ? ['', parts[1]] : [parts[1], parts[2]];
  let rest = parts.slice(prefix);
  const isOldWatch = rest[0] === 'watch' && rest.length > 1;
  if (isOldWatch) rest = rest.slice(1);
  let namespace: string | undefined;
  if (rest[0] === 'namespaces' && rest.length > 2 && !namespaceSubresources.has(rest[2] ?? '')) {
    namespace = rest[1] || undefined; // an empty one stands for all
    rest = rest.slice(2);
  }
  const [plural = '', name, subresource, ...more] = rest;
  if (plural === 'namespaces' && name !== undefined) namespace = name;
  return {
    isResource: true,
    verb: verbOf(method, name, isOldWatch || (name === undefined && isTrue(query.get('watch')))),
    group,
    version,
    plural,
    namespace,
    name: isOldWatch && name === undefined ? undefined : name,
    subresource,
    rest: more,
  };
}

/** Go's reading of a boolean parameter: present without a value counts as given. */
export function isTrue(value: string | null): boolean {
  return value !== null && !['false', 'False', 'FALSE', 'f', 'F', '0'].includes(value);
}

function verbOf(method: string, name: string | undefined, isWatch: boolean): Verb {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      return isWatch ? 'watch' : name === undefined ? 'list' : 'get';
  }
}
