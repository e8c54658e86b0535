/**
 * A collection behind two functions of the user's own: another system's objects, a file, a test.
 * Upstream: client-go tools/cache ListWatch.
 */
import type { AnyKind, ObjectList, WatchEvent } from '@reeve/machinery';
import type { ListerWatcher, ListRequest, WatchRequest } from './lister-watcher.ts';

/** The two functions, and what they speak about. */
export interface ObjectListerWatcherOptions<T extends object> {
  readonly kind?: AnyKind | undefined;

  /** True when the watch understands `sendInitialEvents`. False unless given. */
  readonly supportsStreaming?: boolean;

  list(request: ListRequest, signal: AbortSignal): Promise<ObjectList<T>>;
  watch(request: WatchRequest, signal: AbortSignal): Promise<AsyncIterable<WatchEvent<T>>>;
}

/** Lists and watches by functions. The objects they give are frozen, and theirs no longer. */
export const objectListerWatcher = <T extends object>(options: ObjectListerWatcherOptions<T>): ListerWatcher => ({
  kind: options.kind,
  supportsStreaming: options.supportsStreaming ?? false,
  list: async (request, signal) => ({ list: await options.list(request, signal) }),
  watch: async (request, signal) => ({ events: await options.watch(request, signal) }),
});
