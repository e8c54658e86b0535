/**
 * How a list or a watch of a server can end badly. Most of these need nobody: the reflector resumes, or lists again.
 */
import { ReeveError } from '@reeve/machinery';

/** The connection broke while the server was answering. */
export class BrokenStreamError extends ReeveError {
  constructor(what: string, options?: ErrorOptions) {
    super('REEVE_BROKEN_STREAM', `the connection broke during ${what}: it is resumed from the last version`, options);
  }
}

/** Nothing came for longer than a living connection is silent. */
export class SilentStreamError extends ReeveError {
  /** How long it was silent. */
  readonly silentMs: number;

  constructor(what: string, silentMs: number) {
    super(
      'REEVE_SILENT_STREAM',
      `nothing came for ${Math.round(silentMs / 1000)} s during ${what}: the connection is taken to be dead and is made anew`,
    );
    this.silentMs = silentMs;
  }
}

/** A watch ended within a second: without a single event, or several times in a row. Upstream: cache.VeryShortWatchError. */
export class VeryShortWatchError extends ReeveError {
  constructor(what: string, times = 1) {
    const how =
      times === 1 ? 'ended within a second and without events' : `ended within a second ${times} times in a row`;
    super('REEVE_VERY_SHORT_WATCH', `${what} ${how}: look at what is between here and the API server`);
  }
}

/** The bytes of a watch or a list could not be understood. */
export class StreamDecodingError extends ReeveError {
  constructor(what: string, options?: ErrorOptions) {
    super(
      'REEVE_STREAM_DECODING',
      `what came during ${what} could not be understood: everything is listed anew`,
      options,
    );
  }
}

/** The pages of a list do not come to an end. */
export class PaginationError extends ReeveError {
  constructor(what: string, problem: string) {
    super(
      'REEVE_PAGINATION',
      `${what} does not come to an end: ${problem}. Look at what is between here and the API server; everything is listed anew after a delay`,
    );
  }
}

/** A list is older than what is known already. */
export class StaleListError extends ReeveError {
  constructor(what: string, received: string, known: string) {
    super(
      'REEVE_STALE_LIST',
      `${what} is at version ${received}, older than ${known}, which is known already: the newest is asked for instead`,
    );
  }
}

/** A streamed list and an ordinary one of the same version differ. */
export class InconsistentListError extends ReeveError {
  constructor(what: string, resourceVersion: string, differences: readonly string[]) {
    super(
      'REEVE_INCONSISTENT_LIST',
      `${what} at version ${resourceVersion} differs when streamed and when listed (${differences.slice(0, 5).join(', ')}): the server has a bug, or something between changes its answers`,
    );
  }
}

/** A reflector was stopped while somebody waited for its first sync. */
export class StoppedBeforeSyncError extends ReeveError {
  constructor(what: string) {
    super(
      'REEVE_STOPPED_BEFORE_SYNC',
      `the reflector of ${what} was stopped before its first sync: wait for it before stopping, or do not wait`,
    );
  }
}
