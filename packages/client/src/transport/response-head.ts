/**
 * The head of an answer, whose headers are still lines of text. They are taken apart when somebody looks at `headers`, because most answers are
 * read for their status and body alone, and ten headers cost as much as parsing a small object.
 */
import type { TransportBody, TransportResponse } from '@reeve/machinery';
import { readHeader, readHeaders } from './read-headers.ts';

/** An answer whose headers are read late. */
export class ResponseHead implements TransportResponse {
  readonly status: number;
  declare readonly headers: TransportResponse['headers'];
  readonly body: TransportBody;
  readonly #raw: string;
  #decoded: TransportResponse['headers'] | undefined;

  /** A property of the object itself, so that `{ ...response, body }` has the headers too. */
  static readonly #headers: PropertyDescriptor & ThisType<ResponseHead> = {
    enumerable: true,
    get() {
      return (this.#decoded ??= readHeaders(this.#raw));
    },
  };

  constructor(status: number, raw: string, body: TransportBody) {
    this.status = status;
    this.body = body;
    this.#raw = raw;
    Object.defineProperty(this, 'headers', ResponseHead.#headers);
  }

  /** One header, without decoding the others. */
  header(name: string): string | readonly string[] | undefined {
    return this.#decoded === undefined ? readHeader(this.#raw, name) : this.#decoded[name];
  }
}

/** One header of an answer, by its name in lower case. Costs little where the others are not wanted. */
export const headerIn = (response: TransportResponse, name: string): string | readonly string[] | undefined =>
  response instanceof ResponseHead ? response.header(name) : response.headers[name];
