/**
 * One connection to a port inside a pod, as bytes both ways. A second connection is a second forward.
 * Upstream: the kubelet's port-forward over WebSocket: channel 0 carries the bytes, channel 1 errors, and each begins with the port.
 */
import type { ByteChannel } from './byte-channel.ts';
import type { ChannelSocket } from './channel-socket.ts';
import { StreamError } from './stream-error.ts';

/** A connection through the server into a pod. Reading it is reading from the port. */
export class PortForward implements AsyncIterable<Uint8Array>, AsyncDisposable {
  readonly port: number;
  readonly #socket: ChannelSocket;
  readonly #data: ByteChannel;
  readonly #errors: ByteChannel;

  constructor(socket: ChannelSocket, port: number) {
    this.port = port;
    this.#socket = socket;
    this.#data = socket.channel(DATA);
    this.#errors = socket.channel(ERRORS);
    socket.start();
  }

  /** Sends bytes to the port, and waits until they are on their way. */
  write(bytes: string | Uint8Array): Promise<void> {
    return this.#socket.send(DATA, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  }

  /** What the port sends. An error of the other side is thrown after what came before it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const problem = afterPort(this.#errors);
    yield* afterPort(this.#data);
    const { value: text } = await problem.next();
    if (text) throw new StreamError(`port ${this.port} cannot be reached: ${Buffer.from(text).toString('utf8')}`);
  }

  close(): Promise<void> {
    return this.#socket.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** The bytes of a channel without the two in front, which repeat the port. */
async function* afterPort(channel: ByteChannel): AsyncGenerator<Uint8Array, void, void> {
  let skip = 2;
  for await (const chunk of channel) {
    const rest = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

const DATA = 0;
const ERRORS = 1;
