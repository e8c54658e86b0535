/**
 * A port of this machine that leads into a pod: each connection to it is a forward of its own. An edge: it listens.
 * Upstream: client-go tools/portforward PortForwarder.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { PortForward } from './port-forward.ts';

/** Where to listen, and who hears about connections that failed. */
export interface PortForwardListenOptions {
  /** The port of this machine; a free one unless given. */
  readonly localPort?: number | undefined;
  /** The address of this machine; 127.0.0.1 unless given, which nobody else reaches. */
  readonly localAddress?: string | undefined;
  /** Ends the listener and its connections. */
  readonly signal?: AbortSignal | undefined;
  /** Hears why a connection failed; others go on. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Listens until it is closed. Hold it with `await using`. */
export class PortForwardListener implements AsyncDisposable {
  readonly #server: Server;
  readonly #open: () => Promise<PortForward>;
  readonly #onError: (error: unknown) => void;
  readonly #sockets = new Set<Socket>();
  readonly #serving = new Set<Promise<void>>();
  readonly #onAbort = (): void => void this.close();
  readonly #signal: AbortSignal | undefined;

  private constructor(open: () => Promise<PortForward>, { signal, onError = () => {} }: PortForwardListenOptions) {
    this.#open = open;
    this.#onError = onError;
    this.#signal = signal;
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => this.#accept(socket));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Begins to listen. `open` opens a forward for one connection. */
  static async listen(
    open: () => Promise<PortForward>,
    options: PortForwardListenOptions = {},
  ): Promise<PortForwardListener> {
    options.signal?.throwIfAborted();
    const listener = new PortForwardListener(open, options);
    const { localPort = 0, localAddress = '127.0.0.1' } = options;
    listener.#server.listen(localPort, localAddress);
    try {
      await once(listener.#server, 'listening');
    } catch (error) {
      await listener.close();
      throw error;
    }
    listener.#server.on('error', listener.#onError);
    return listener;
  }

  /** The port of this machine. */
  get localPort(): number {
    return (this.#server.address() as AddressInfo).port; // it listens at a port, and not at a path
  }

  /** Ends the connections and stops to listen. */
  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([closed, ...this.#serving]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    const serving = this.#serve(socket)
      .catch(this.#onError)
      .finally(() => {
        this.#sockets.delete(socket);
        this.#serving.delete(serving);
      });
    this.#serving.add(serving);
  }

  async #serve(socket: Socket): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('error', () => {}); // whoever connected went away: 'close' follows
    try {
      const forward = await this.#open();
      const ended = closed.then(() => forward.close());
      await Promise.race([Promise.all([sendAll(socket, forward), receiveAll(forward, socket, closed)]), ended]);
    } finally {
      socket.destroy();
      await closed;
    }
  }
}

/**
 * What comes in goes on, one piece after the other. A forward cannot end its input alone, so that the end of ours is not told: whoever has ended their side may
 * still receive, until the pod ends its own.
 */
function sendAll(socket: Socket, forward: PortForward): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('data', (bytes: Uint8Array) => {
      socket.pause();
      forward.write(bytes).then(() => socket.resume(), reject);
    });
    socket.once('end', resolve);
    socket.resume();
  });
}

async function receiveAll(forward: PortForward, socket: Socket, closed: Promise<void>): Promise<void> {
  for await (const bytes of forward) {
    if (socket.destroyed) return;
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.destroySoon();
}
