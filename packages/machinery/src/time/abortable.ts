/**
 * What ends work early, as those see it who listen: an `AbortSignal`, or something that costs less. In Node a signal that is made, listened to and let go
 * costs as much as parsing a small object, which counts where there is one for each request.
 */

/** Hears of an abort. */
export interface AbortListener {
  handleEvent(): void;
}

/** Something that may be aborted, once. Every `AbortSignal` is one. */
export interface Abortable {
  readonly aborted: boolean;
  /** Why; undefined until then. */
  readonly reason: unknown;
  /** Tells the listener when it is aborted. One that comes later is not told: look at `aborted` first. */
  addEventListener(type: 'abort', listener: AbortListener): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}
