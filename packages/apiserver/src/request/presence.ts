/**
 * Whether somebody still waits for an answer. The signal is made when it is first asked for, and only then is the client's own listened to: few requests wait for
 * anything, and a signal costs as much as a tenth of a small request.
 */
const connectionClosed = new Error('the connection is closed');

export class Presence {
  readonly #client: AbortSignal | undefined;
  readonly #onAbort = (): void => this.leave(this.#client?.reason);
  #controller: AbortController | undefined;
  #reason: unknown;
  #isGone = false;
  #isOver = false;

  /** `client` is the client's own signal, where it is in the same process. */
  constructor(client?: AbortSignal) {
    this.#client = client;
  }

  /** True when nobody would read an answer. */
  get isGone(): boolean {
    return this.#isGone || this.#client?.aborted === true;
  }

  /** Aborts when the client has gone away, or the work is given up. */
  get signal(): AbortSignal {
    return (this.#controller ??= this.#follow()).signal;
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
    this.end();
    this.#controller?.abort(reason);
  }

  /** The answer is complete: whatever the client does now is no matter of this request. */
  end(): void {
    if (this.#controller !== undefined) this.#client?.removeEventListener('abort', this.#onAbort);
  }

  #follow(): AbortController {
    const controller = new AbortController();
    if (this.#isOver) controller.abort(this.#reason);
    else if (this.#client?.aborted === true) controller.abort(this.#client.reason);
    else this.#client?.addEventListener('abort', this.#onAbort, { once: true });
    return controller;
  }
}
