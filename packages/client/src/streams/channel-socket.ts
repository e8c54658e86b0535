/**
 * A WebSocket with channels: incoming messages go to the channel they name, a channel that is full stops the socket until it has
 * room, and whatever ends the socket ends all channels.
 */
import { ByteChannel } from './byte-channel.ts';
import { decodeMessage, encodeMessage } from './channel-protocol.ts';
import type { MessageSocket } from './message-socket.ts';
import { StreamError } from './stream-error.ts';

const utf8 = new TextDecoder();

/** How a socket ended. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
}

/** Channels over one socket. */
export class ChannelSocket implements AsyncDisposable {
  readonly #socket: MessageSocket;
  readonly #incoming = new Map<number, ByteChannel>();
  readonly #release: () => void;
  /** Resolves when the socket is closed, by whomever. */
  readonly closed: Promise<SocketEnd>;

  constructor(socket: MessageSocket, signal?: AbortSignal) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: utf8.decode(reason) }));
    });
    const onAbort = (): void => socket.terminate();
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#release = () => signal?.removeEventListener('abort', onAbort);
    socket.on('message', (data) => this.#receive(data));
    socket.once('close', (code) => this.#end(code, signal));
  }

  /** The protocol that was agreed on. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** What comes in on a channel. Messages for channels that nobody asked for are dropped. */
  channel(number: number): ByteChannel {
    const known = this.#incoming.get(number) ?? new ByteChannel(() => this.#flow());
    this.#incoming.set(number, known);
    return known;
  }

  /** Begins to receive. */
  start(): void {
    this.#socket.resume();
  }

  /** Sends to a channel, and waits until it is on its way. */
  send(channel: number, bytes: Uint8Array): Promise<void> {
    return this.sendRaw(encodeMessage(channel, bytes));
  }

  /** Sends a whole message. */
  sendRaw(message: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.send(message, (error) => {
        if (error) reject(new StreamError('the stream is closed and takes nothing more', { cause: error }));
        else resolve();
      });
    });
  }

  /** Closes the socket and waits for its end. One that does not answer is cut. */
  async close(): Promise<void> {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(1000);
    this.#socket.resume(); // the answer to the close may be behind what nobody read
    for (const channel of this.#incoming.values()) channel.end();
    await this.closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #receive(data: Uint8Array): void {
    const message = decodeMessage(data);
    if (message === undefined) return;
    this.#incoming.get(message.channel)?.push(message.bytes);
    this.#flow();
  }

  #flow(): void {
    const isFull = [...this.#incoming.values()].some((channel) => channel.isFull);
    if (isFull && !this.#socket.isPaused) this.#socket.pause();
    if (!isFull && this.#socket.isPaused) this.#socket.resume();
  }

  #end(code: number, signal: AbortSignal | undefined): void {
    this.#release();
    const isClean = code === 1000 || code === 1005 || signal?.aborted === true;
    const error = isClean
      ? undefined
      : new StreamError(`the stream broke (close code ${code}): open it again`, { closeCode: code });
    for (const channel of this.#incoming.values()) channel.end(error);
  }
}
