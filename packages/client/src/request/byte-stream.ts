/**
 * The bytes of an answer as they come: logs, proxies, anything that is not one object. Leaving the loop closes the connection.
 */
import type { ApiRequest, TransportResponse } from '@reeve/machinery';
import { FrameSplitter } from './frame-splitter.ts';
import { cutError, readBytes } from './answer.ts';

/** A body in the coming. It is read once: by its chunks, its lines, or as a whole. */
export class ByteStream implements AsyncIterable<Uint8Array> {
  readonly #response: TransportResponse;
  readonly #about: ApiRequest;

  /** `about` is what was asked, for messages. */
  constructor(response: TransportResponse, about: ApiRequest = {}) {
    this.#response = response;
    this.#about = about;
  }

  get status(): number {
    return this.#response.status;
  }

  get headers(): TransportResponse['headers'] {
    return this.#response.headers;
  }

  /** The chunks as they come. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* this.#response.body;
    } catch (error) {
      throw cutError(error);
    }
  }

  /** The lines, without their ends, empty ones too. The last one need not have an end. */
  async *lines(): AsyncGenerator<string, void, void> {
    const splitter = new FrameSplitter({ keepsEmpty: true });
    for await (const chunk of this) for (const line of splitter.push(chunk)) yield textOf(line);
    if (splitter.restBytes > 0) for (const line of splitter.push(NEWLINE)) yield textOf(line);
  }

  /** Everything, as text. What is longer than 128 MiB is to be read by its chunks or lines. */
  async text(): Promise<string> {
    return textOf(await this.bytes());
  }

  /** Everything. What is longer than 128 MiB is to be read by its chunks or lines. */
  bytes(): Promise<Uint8Array> {
    return readBytes(this.#response, () => this.#about);
  }
}

const NEWLINE = Buffer.from('\n');

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
