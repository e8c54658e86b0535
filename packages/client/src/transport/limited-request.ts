/**
 * A request with a deadline. Its signal is made when somebody asks for it, because one for each request costs as much as parsing the answer; our own
 * transport listens to the deadline itself. A copy of it is a plain request with that signal, so that layers may copy it as they like.
 */
import type { Abortable, Deadline, TransportRequest } from '@reeve/machinery';

/** A request that ends on time. */
export class LimitedRequest implements TransportRequest {
  readonly method: string;
  readonly path: string;
  declare readonly headers?: NonNullable<TransportRequest['headers']>;
  declare readonly body?: Uint8Array;
  declare readonly maxRetries?: number;
  declare readonly signal: AbortSignal;
  readonly #deadline: Deadline;

  /** A property of the object itself, so that `{ ...request }` has the signal too. */
  static readonly #signal: PropertyDescriptor & ThisType<LimitedRequest> = {
    enumerable: true,
    get() {
      return this.#deadline.signal;
    },
  };

  /** The request, whose own signal the deadline has to heed, with other headers if they are given. */
  constructor(request: TransportRequest, deadline: Deadline, headers = request.headers) {
    this.method = request.method;
    this.path = request.path;
    if (headers !== undefined) this.headers = headers;
    if (request.body !== undefined) this.body = request.body;
    if (request.maxRetries !== undefined) this.maxRetries = request.maxRetries;
    this.#deadline = deadline;
    Object.defineProperty(this, 'signal', LimitedRequest.#signal);
  }

  /** What ends the request. */
  get end(): Abortable {
    return this.#deadline;
  }

  withHeaders(headers: NonNullable<TransportRequest['headers']>): LimitedRequest {
    return new LimitedRequest(this, this.#deadline, headers);
  }
}

/** What ends a request early, if anything does. Costs less than its signal where it has a deadline. */
export const endOf = (request: TransportRequest): Abortable | undefined =>
  request instanceof LimitedRequest ? request.end : request.signal;
