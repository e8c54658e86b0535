/**
 * Waiting for several caches at once, and knowing which are missing and why.
 * Upstream: client-go cache.WaitFor, cache.WaitForCacheSync, SyncResult.
 */
import { causeChain, deriveAbort } from '@reeve/machinery';
import { CacheNotSyncedError } from './informer-error.ts';

/** Something that syncs: an informer, a handler's registration. */
export interface Syncing {
  /** What it is, for reports. */
  readonly name: string;
  readonly hasSynced: boolean;

  /** True when nothing can go on without it. */
  readonly isRequired?: boolean;
  synced(signal?: AbortSignal): Promise<void>;
}

/** How waiting for one of them ended. */
export interface SyncOutcome {
  readonly name: string;
  readonly hasSynced: boolean;
  readonly isRequired: boolean;

  /** Why not: no such kind, no permission, what failed last, or that the time was over. */
  readonly reason?: unknown;
}

/** How waiting for all of them ended. */
export class SyncResult {
  readonly outcomes: readonly SyncOutcome[];

  constructor(outcomes: readonly SyncOutcome[]) {
    this.outcomes = outcomes;
  }

  get hasSynced(): boolean {
    return this.outcomes.every(({ hasSynced }) => hasSynced);
  }

  /** The names of those that did not sync. */
  get missing(): readonly string[] {
    return this.outcomes.filter(({ hasSynced }) => !hasSynced).map(({ name }) => name);
  }

  /** An error that names those that did not sync, or undefined when all did. */
  get error(): CacheNotSyncedError | undefined {
    return errorOf(this.outcomes.filter(({ hasSynced }) => !hasSynced));
  }

  /** The same, of those without which nothing can go on. */
  get requiredError(): CacheNotSyncedError | undefined {
    return errorOf(this.outcomes.filter(({ hasSynced, isRequired }) => !hasSynced && isRequired));
  }

  throwIfNotSynced(): void {
    const { error } = this;
    if (error) throw error;
  }
}

/** Waits until each has synced, cannot sync, or the signal aborts. Never rejects: the result tells. */
export async function waitForSync(all: Iterable<Syncing>, signal?: AbortSignal): Promise<SyncResult> {
  using abort = deriveAbort(signal); // one listener on the caller's signal, however many wait
  return new SyncResult(await Promise.all(Array.from(all, (one) => outcomeOf(one, abort.signal))));
}

async function outcomeOf(one: Syncing, signal: AbortSignal): Promise<SyncOutcome> {
  const { name, isRequired = false } = one;
  if (one.hasSynced) return { name, hasSynced: true, isRequired };
  try {
    await one.synced(signal);
    return { name, hasSynced: true, isRequired };
  } catch (error) {
    return { name, hasSynced: false, isRequired, reason: innermost(error) };
  }
}

function errorOf(failed: readonly SyncOutcome[]): CacheNotSyncedError | undefined {
  const [first] = failed;
  if (first === undefined) return undefined;
  if (failed.length === 1) return new CacheNotSyncedError(first.name, first.reason);
  const reasons = failed.map(({ reason }) => reason);
  const text = failed.map(({ name, reason }) => `${name} (${reasonText(reason)})`).join(', ');
  return new CacheNotSyncedError(failed.map(({ name }) => name).join(', '), new AggregateError(reasons, text));
}

/** The reason behind our own words about it: `SyncResult` says them anew. */
function innermost(error: unknown): unknown {
  const isOurs = error instanceof Error && 'code' in error && error.code === 'REEVE_CACHE_NOT_SYNCED';
  if (!isOurs) return error;
  for (const link of causeChain(error)) if (link !== error) return link;
  return error;
}

const reasonText = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
