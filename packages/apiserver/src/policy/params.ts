/**
 * The parameters that a binding gives its policy: one object by name, or all that a selector picks, in the namespace of the request where the binding names none.
 * Upstream: CollectParams of apiserver admission/plugin/policy/generic.
 */
import { labelSelectorToQuery } from '@reeve/machinery';
import type { ApiObject, ResourceRegistry, ServedResource, Store } from '@reeve/registry';
import type { ParamKind, ParamRef } from './policy-form.ts';

/** A policy or a binding that cannot be used as it is. Its message is told to who made the request. */
export class ConfigurationError extends Error {}

/** The resource that a policy takes its parameters from. */
export type ParamResource = Pick<ServedResource, 'scope' | 'storage' | 'isCustom'>;

/** Finds the resource of a kind of parameters. */
export function findParamResource(
  { apiVersion, kind }: ParamKind,
  registry: ResourceRegistry,
): ParamResource | undefined {
  const [group, version] = groupVersionOf(apiVersion);
  return registry.inVersion(group, version).find((resource) => resource.kind === kind);
}

export const unknownParamKind = ({ apiVersion, kind }: ParamKind): string => {
  const [group, version] = groupVersionOf(apiVersion);
  return `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`;
};

const groupVersionOf = (apiVersion: string): readonly [group: string, version: string] => {
  const slash = apiVersion.indexOf('/');
  return [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)];
};

/**
 * The parameters of a binding, each of which the policy is evaluated with; undefined stands for a policy that has none, null for a binding that names none.
 * An empty list means that there are none and that this is allowed. Throws `ConfigurationError`.
 */
export function collectParams(
  store: Store,
  resource: ParamResource | undefined,
  ref: ParamRef | undefined,
  namespace: string | undefined,
): readonly (ApiObject | null | undefined)[] {
  if (resource === undefined) return [undefined];
  if (ref === undefined) return [null];
  const found = findParams(store, resource, ref, prefixOf(resource, ref, namespace));
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  return found;
}

/** What the keys of the parameters begin with. */
function prefixOf(resource: ParamResource, ref: ParamRef, namespace: string | undefined): string {
  if (resource.scope === 'Cluster') {
    if (!ref.namespace) return '';
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const searched = ref.namespace || namespace;
  if (searched) return `${searched}/`;
  throw new ConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  );
}

function findParams(store: Store, { storage }: ParamResource, ref: ParamRef, prefix: string): readonly ApiObject[] {
  const table = store.table(storage.table);
  if (ref.name) {
    const found = table.get(`${prefix}${ref.name}`);
    return found === undefined ? [] : [storage.fromStorage(found.object)];
  }
  const { selector } = ref;
  if (selector === undefined) throw new ConfigurationError('one of name or selector must be provided');
  const query = labelSelectorToQuery(selector);
  return Array.from(table.current(prefix), ({ object }) => object)
    .filter(({ metadata }) => query.matches(metadata.labels ?? {}))
    .map((object) => storage.fromStorage(object));
}
