/**
 * The connections of a listener, so that it can close them: what has been written still goes out, who does not let go is cut off.
 */
import type { Server } from 'node:http';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

export class Connections {
  readonly #raw = new Set<Socket>();
  readonly #secured = new Set<TLSSocket>();
  readonly #sessions = new Set<ServerHttp2Session>();

  /** Keeps track of a server's connections from here on. */
  follow(server: Server | Http2SecureServer): void {
    server.on('connection', (socket: Socket) => remember(this.#raw, socket));
    server.on('secureConnection', (socket: TLSSocket) => remember(this.#secured, socket));
    server.on('session', (session: ServerHttp2Session) => remember(this.#sessions, session));
  }

  /** Asks every connection to end when what has been written is out. */
  leave(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of this.#secured) if (socket.alpnProtocol !== 'h2') socket.destroySoon();
    if (this.#secured.size === 0) for (const socket of this.#raw) socket.destroySoon();
  }

  destroy(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of [...this.#secured, ...this.#raw]) socket.destroy();
  }
}

function remember<T extends { once(event: 'close', listener: () => void): unknown }>(all: Set<T>, one: T): void {
  all.add(one);
  one.once('close', () => all.delete(one));
}
