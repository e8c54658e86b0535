/**
 * How a cache is set up: what it holds of which kind, with defaults for kinds and namespaces that say nothing.
 * Upstream: controller-runtime cache.Options, ByObject, Config.
 */
import type { AnyKind, Host, KindObject, KubeObject, Transport } from '@reeve/machinery';
import type { FactoryProblem, InformerFactoryOptions } from '../factory/informer-factory.ts';
import type { InformerSettings } from '../factory/informer-settings.ts';
import type { View } from '../factory/selection.ts';

/** Stands for all namespaces that are not named beside it. */
export const allNamespaces = '';

/** What can be set for a namespace, a kind or the whole cache. */
export type ScopeSettings<T extends KubeObject = KubeObject> = Omit<InformerSettings<T>, 'namespace' | 'isRequired'>;

/** Settings by namespace. No namespaces at all mean all of them, without exception. */
export type NamespaceSettings<T extends KubeObject = KubeObject> = Readonly<Record<string, ScopeSettings<T>>>;

/** What is held of a kind. */
export interface CachedKindSettings<T extends KubeObject = KubeObject> extends ScopeSettings<T> {
  /** Which namespaces; the cache's unless given. Not for cluster-scoped kinds. */
  readonly namespaces?: NamespaceSettings<T>;

  /** Whole objects unless given. */
  readonly view?: View;

  /** True keeps whole objects even when the cache is too large. */
  readonly isPinned?: boolean;

  /** True makes it an error for all when this kind cannot sync. */
  readonly isRequired?: boolean;
}

/** Settings for one kind. */
export interface CachedKind extends CachedKindSettings {
  readonly kind: AnyKind;
}

/** What a cache holds of a kind, with the types of its objects. */
export const cached = <K extends AnyKind>(kind: K, settings: CachedKindSettings<KindObject<K>> = {}): CachedKind => ({
  ...(settings as unknown as CachedKindSettings), // its functions are only ever given objects of this kind
  kind,
});

/** Something worth knowing that is no error. */
export interface CacheWarning {
  readonly type: 'implicit informer' | 'degraded' | 'too large';
  readonly kind: string;
  readonly message: string;
}

/** How a cache is made. */
export interface CacheOptions
  extends ScopeSettings, Pick<InformerFactoryOptions, 'source' | 'name' | 'metrics' | 'onHealth'> {
  readonly host: Host;
  readonly transport: Transport;

  /** What is held from the start, made with `cached`. */
  readonly kinds?: readonly CachedKind[];

  /** Which namespaces of kinds that do not say it themselves. All unless given. */
  readonly namespaces?: NamespaceSettings;

  /** The `defaults` of kinds that do not say them, for whoever knows the definitions of kinds; undefined for kinds that need none. */
  readonly defaultsOf?: (kind: AnyKind) => InformerSettings['defaults'];

  /** What a read of another kind does: start an informer, the default, or fail. */
  readonly onMissing?: 'start' | 'fail';

  /** How long a read waits for its kind to sync; 30 s unless given. */
  readonly syncTimeoutMs?: number;

  /** How long a kind that nobody uses stays; ten minutes unless given. Kinds that are held from the start always do. */
  readonly graceMs?: number;

  /** About how many bytes may be held. Beyond it the largest kinds that allow it are reduced to metadata, and read live. */
  readonly maxBytes?: number;
  readonly onProblem?: (problem: FactoryProblem) => void;
  readonly onWarning?: (warning: CacheWarning) => void;
}
