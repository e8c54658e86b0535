/**
 * What a container is doing, and how it ended. Times are milliseconds since 1970.
 */

/** How a run of a container ended. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly startedMs: number;
  readonly finishedMs: number;
  readonly id: string;
}

/** What a container is doing. */
export type ContainerState =
  | { readonly type: 'idle' }
  | { readonly type: 'pulling'; readonly untilMs: number }
  | { readonly type: 'notPulled'; readonly sinceMs: number; readonly retryMs: number; readonly isBackingOff: boolean }
  /** Its image is there, and its configuration forbids to start it. */
  | { readonly type: 'notCreated'; readonly message: string }
  | { readonly type: 'running'; readonly startedMs: number; readonly id: string }
  | { readonly type: 'backingOff'; readonly untilMs: number; readonly delayMs: number }
  | ({ readonly type: 'ended' } & Termination);
