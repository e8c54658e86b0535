/**
 * Which informers a kind needs, and with which settings. Each setting is looked for at the kind's namespace, the kind, the cache's namespace
 * and the cache, in this order. Plain decisions: the same settings always give the same scopes.
 * Upstream: controller-runtime cache defaultOpts.
 */
import { FieldQuery, fieldRequirement, InvalidInputError, type AnyKind } from '@reeve/machinery';
import { settingsIn, type InformerSettings } from '../factory/informer-settings.ts';
import { toFieldQuery } from '../factory/selection.ts';
import {
  allNamespaces,
  type CachedKindSettings,
  type NamespaceSettings,
  type ScopeSettings,
} from './cache-settings.ts';

/** The cache's defaults. */
export interface ScopeDefaults extends ScopeSettings {
  readonly namespaces?: NamespaceSettings;
}

/** One informer's settings. Without a namespace it holds all that no other scope of the kind holds. */
export interface EffectiveScope {
  readonly namespace: string | undefined;
  readonly settings: InformerSettings;
}

/** The scopes of a kind. Namespaces for a cluster-scoped kind are an `InvalidInputError`. */
export function effectiveScopes(
  kind: AnyKind,
  own: CachedKindSettings | undefined,
  defaults: ScopeDefaults,
): EffectiveScope[] {
  if (kind.scope === 'Cluster') return [clusterScope(kind, own, defaults)];
  const namespaces = own?.namespaces ?? defaults.namespaces ?? {};
  const named = Object.keys(namespaces).filter((namespace) => namespace !== allNamespaces);
  const withRemainder = named.length === 0 || Object.hasOwn(namespaces, allNamespaces);
  const scopes = named.map((namespace): EffectiveScope => ({
    namespace,
    settings: { ...merged(namespace, own, defaults), namespace },
  }));
  return withRemainder ? [...scopes, remainder(merged(allNamespaces, own, defaults), named)] : scopes;
}

function clusterScope(kind: AnyKind, own: CachedKindSettings | undefined, defaults: ScopeDefaults): EffectiveScope {
  if (Object.keys(own?.namespaces ?? {}).length > 0) {
    throw new InvalidInputError(kind.kind, `${kind.kind} is cluster-scoped and has no namespaces: leave them out`);
  }
  return { namespace: undefined, settings: { ...settingsIn(defaults), ...(own && settingsIn(own)) } };
}

function merged(namespace: string, own: CachedKindSettings | undefined, defaults: ScopeDefaults): InformerSettings {
  const levels = [defaults, at(defaults.namespaces, namespace), own, at(own?.namespaces, namespace)];
  return Object.assign({}, ...levels.map((level) => level && settingsIn(level)));
}

const at = (namespaces: NamespaceSettings | undefined, namespace: string): ScopeSettings | undefined =>
  namespaces && Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;

/** All namespaces but those that are named. */
function remainder(settings: InformerSettings, named: readonly string[]): EffectiveScope {
  if (named.length === 0) return { namespace: undefined, settings };
  const others = named.map((namespace) => fieldRequirement('metadata.namespace', '!=', namespace));
  const fields = toFieldQuery(settings.fields).and(FieldQuery.of(others));
  return { namespace: undefined, settings: { ...settings, fields } };
}
