/**
 * What goes wrong with reads from a cache, as errors with stable codes. None of them says that an object does not exist.
 */
import { ReeveError } from '@reeve/machinery';

/** The cache was read before it was started. */
export class CacheNotStartedError extends ReeveError {
  constructor() {
    super('REEVE_CACHE_NOT_STARTED', 'The cache has not been started, so it knows nothing yet: call start() first');
  }
}

/** A cache that has started was to be started again. */
export class CacheStartedError extends ReeveError {
  constructor() {
    super('REEVE_CACHE_STARTED', 'The cache has been started already: a cache runs once, make a new one');
  }
}

/** A kind was read that is not cached, in a cache that starts nothing by itself. */
export class KindNotCachedError extends ReeveError {
  readonly kind: string;

  constructor(kind: string) {
    super(
      'REEVE_KIND_NOT_CACHED',
      `${kind} is not cached, and this cache starts no informers for reads: name it in the cache's kinds, or read it live`,
    );
    this.kind = kind;
  }
}

/** A namespace was read that the cache does not hold. */
export class NamespaceNotCachedError extends ReeveError {
  readonly kind: string;
  readonly namespace: string;

  constructor(kind: string, namespace: string, cached: readonly string[]) {
    super(
      'REEVE_NAMESPACE_NOT_CACHED',
      `${kind} is cached in ${cached.join(', ')} only, not in namespace ${namespace}: add it to the cache's namespaces, or read it live`,
    );
    this.kind = kind;
    this.namespace = namespace;
  }
}
