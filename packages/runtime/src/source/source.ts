/**
 * Where requests come from: kinds, channels, timers, or anything else. A source subscribes when it is started and says when it has told everything that was there.
 * Upstream: controller-runtime pkg/source.
 */
import type { Host, ObjectKey } from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { Logger } from '../log/logger.ts';

/** What a source is given. */
export interface SourceContext {
  readonly host: Host;
  readonly log: Logger;
  /** Ends the source. */
  readonly signal: AbortSignal;
  /** Asks for a run. A key alone is that of an object in the manager's own cluster. */
  enqueue(request: Request | ObjectKey, options?: EnqueueOptions): void;
}

/** How a run is asked for. */
export interface EnqueueOptions {
  readonly cause?: Cause;
  readonly priority?: number;
  readonly afterMs?: number;
}

/** A source of requests. */
export interface Source {
  readonly name: string;

  /** Subscribes. It must not wait for anything that takes long: waiting is `synced`'s. */
  start(context: SourceContext): void | Promise<void>;

  /** Resolves when everything that was there at the start has been told; absent where nothing was. */
  synced?(signal: AbortSignal): Promise<void>;
}
