/**
 * How far an object has come, in words.
 */

/** Whether an object is ready. `failed` does not become ready by waiting. */
export interface Readiness {
  readonly isReady: boolean;
  readonly state: 'ready' | 'progressing' | 'failed' | 'deleting';
  /** A sentence without an end: "2 of 3 replicas are ready". */
  readonly reason: string;
}

/** All is well. */
export const ready = (reason: string): Readiness => ({ isReady: true, state: 'ready', reason });

/** Not yet. */
export const progressing = (reason: string): Readiness => ({ isReady: false, state: 'progressing', reason });

/** Not without a change. */
export const failed = (reason: string): Readiness => ({ isReady: false, state: 'failed', reason });
