/**
 * What goes wrong with informers, as errors with stable codes.
 */
import { ReeveError } from '@reeve/machinery';

/** A cache does not have all objects yet, so that no answer from it would be true. */
export class CacheNotSyncedError extends ReeveError {
  /** What the cache is of: `Pods in namespace shop`. */
  readonly what: string;

  constructor(what: string, cause?: unknown) {
    const reason = cause instanceof Error ? cause.message : 'the first list is not complete';
    super('REEVE_CACHE_NOT_SYNCED', `The cache of ${what} is not synced: ${reason}`, { cause });
    this.what = what;
  }
}

/** An informer that has stopped was to do something. */
export class InformerStoppedError extends ReeveError {
  constructor(what: string, action: string) {
    super(
      'REEVE_INFORMER_STOPPED',
      `The informer of ${what} has stopped and cannot ${action}: an informer runs once, make a new one`,
    );
  }
}

/** Something was to be set that cannot change once an informer runs. */
export class InformerStartedError extends ReeveError {
  constructor(what: string, action: string) {
    super('REEVE_INFORMER_STARTED', `The informer of ${what} has started and cannot ${action} any more: do it before`);
  }
}
