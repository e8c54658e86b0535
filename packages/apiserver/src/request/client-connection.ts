/**
 * Whether the client of a request still waits for the answer. The signal is made when it is first read, and only then does it follow the client's own signal:
 * few requests wait for anything, and a signal costs a tenth of a small request.
 */
const connectionClosed = new Error('the connection is closed');

export class ClientConnection {
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

  /** True when no client would read an answer. */
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

  /** The client stays connected, but the work is no longer needed. */
  giveUp(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reason = reason;
    this.end();
    this.#controller?.abort(reason);
  }

  /** The answer is complete: what the client does from here on does not concern this request. */
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
