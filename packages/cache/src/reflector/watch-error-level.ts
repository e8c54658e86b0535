/**
 * How loud to be about what a reflector met. Some failures belong to its ordinary course.
 * Upstream: client-go tools/cache DefaultWatchErrorHandler.
 */
import { isConnectionFailure, isVersionLost } from './problem.ts';

/** `debug`: happens now and then. `info`: a connection that broke. `error`: somebody should look. */
export type WatchErrorLevel = 'debug' | 'info' | 'error';

/** The level that an error of a list or a watch deserves. */
export function watchErrorLevel(error: unknown): WatchErrorLevel {
  if (isVersionLost(error)) return 'debug';
  return isConnectionFailure(error) ? 'info' : 'error';
}
