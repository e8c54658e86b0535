/**
 * Paths of the API: from what is meant to `/apis/apps/v1/namespaces/default/deployments/blog/status`. The types say which
 * combinations make sense for a kind, and run time refuses the others, so that a path never means something else.
 * Upstream: client-go rest.Request's path.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { ResourceScope } from '../object/resource-scope.ts';
import { urlSegment } from './url-segment.ts';

/** What a path may lead to, for a kind of this scope and with these subresources. */
export type ResourceTarget<Scope extends ResourceScope, Subresource extends string> = Scope extends 'Cluster'
  ? ClusterTarget<Subresource>
  : NamespacedTarget<Subresource>;

/** All objects of a cluster-scoped kind, or one of them. */
export type ClusterTarget<Subresource extends string> =
  | { readonly namespace?: undefined; readonly name?: undefined; readonly subresource?: undefined }
  | { readonly namespace?: undefined; readonly name: string; readonly subresource?: Subresource | undefined };

/** All objects of a namespaced kind over all namespaces, all in one namespace, or one of them. */
export type NamespacedTarget<Subresource extends string> =
  | { readonly namespace?: string | undefined; readonly name?: undefined; readonly subresource?: undefined }
  | { readonly namespace: string; readonly name: string; readonly subresource?: Subresource | undefined };

/** What a path needs to know of a kind. */
export interface PathFacts {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: ResourceScope;
  readonly subresources: readonly string[];
}

/** A target whose kind is not known at compile time. */
export interface LooseTarget {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The path to a target. Combinations that the kind does not have, and unsafe names, are an `InvalidInputError`. */
export function resourcePath(kind: PathFacts, target: LooseTarget): string {
  const problem = problemWith(kind, target);
  if (problem !== undefined)
    throw new InvalidInputError(JSON.stringify(target), `${kind.kind} has no such path: ${problem}`);
  const { namespace, name, subresource } = target;
  let path = `${rootOf(kind)}/`;
  if (namespace !== undefined) path += `namespaces/${segment(kind, 'namespace', namespace)}/`;
  path += segment(kind, 'plural', kind.plural);
  if (name !== undefined) path += `/${segment(kind, 'name', name)}`;
  return subresource === undefined ? path : `${path}/${segment(kind, 'subresource', subresource)}`;
}

function rootOf(kind: PathFacts): string {
  const version = segment(kind, 'version', kind.version);
  return kind.group === '' ? `/api/${version}` : `/apis/${segment(kind, 'group', kind.group)}/${version}`;
}

const segment = ({ kind }: PathFacts, part: string, value: string): string => urlSegment(`${part} of ${kind}`, value);

function problemWith(kind: PathFacts, { namespace, name, subresource }: LooseTarget): string | undefined {
  if (kind.scope === 'Cluster' && namespace !== undefined) return 'it is cluster-scoped. Leave the namespace out';
  if (namespace === '') return 'the namespace is empty. Name one, or leave it out to mean all namespaces';
  if (kind.scope === 'Namespaced' && name !== undefined && namespace === undefined) {
    return `it is namespaced. Say which namespace ${name} is in`;
  }
  if (subresource === undefined) return undefined;
  if (name === undefined) return `only a single object has a ${subresource}. Say its name`;
  if (kind.subresources.includes(subresource)) return undefined;
  return `there is no subresource ${subresource}. It has ${kind.subresources.join(', ') || 'none'}`;
}
