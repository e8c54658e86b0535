/**
 * Whether somebody still waits for an answer. The signal is made when it is first asked for: few requests wait for anything, and a signal costs as much as a
 * tenth of a small request.
 */
const connectionClosed = new Error('the connection is closed');

export class Presence {
  #controller: AbortController | undefined;
  #reason: unknown;
  #isGone = false;
  #isOver = false;

  /** True when nobody would read an answer. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Aborts when the client has gone away, or the work is given up. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** The client goes away. */
  leave(reason: unknown = connectionClosed): void {
    this.#isGone = true;
    this.giveUp(reason);
  }

  /** The client stays, but nobody needs the work any more. */
  giveUp(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
