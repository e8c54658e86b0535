/**
 * Peers that behave badly on purpose, and what tests of the transport share.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  nodeHost,
  type Clock,
  type Host,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@reeve/machinery';

/** A peer that does with each connection what a test says. */
export class Peer implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How many connections were opened. */
  connections = 0;

  private constructor(onConnection: (socket: Socket, count: number) => void) {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
      onConnection(socket, this.connections);
    });
  }

  static async listen(onConnection: (socket: Socket, count: number) => void): Promise<Peer> {
    const peer = new Peer(onConnection);
    await new Promise<void>((resolve) => {
      peer.#server.listen(0, '127.0.0.1', resolve);
    });
    return peer;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get open(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** A peer of plain HTTP that answers each request with what the function gives; undefined for no answer. */
export const answering = (
  answer: (request: string, socket: Socket, count: number) => string | Buffer | undefined,
): Promise<Peer> => {
  let count = 0;
  return Peer.listen((socket) => {
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? [];
      if (end === -1 || received.length < end + 4 + Number(length)) return;
      const request = received;
      received = '';
      const text = answer(request, socket, (count += 1));
      if (text !== undefined) socket.write(text);
    });
  });
};

/** The text of an answer with a body. */
export const http = (status: number, body: string, headers: Record<string, string> = {}): string =>
  [
    `HTTP/1.1 ${status} Words`,
    ...Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n');

/** A transport that is a function, and keeps what it was asked. */
export const scripted = (
  answers: (
    request: TransportRequest,
    count: number,
  ) => (Partial<Omit<TransportResponse, 'body'>> & { body?: string }) | Error,
) => {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    async request(request) {
      requests.push(request);
      const answer = answers(request, requests.length);
      if (answer instanceof Error) throw answer;
      const { status = 200, headers = {}, body = '' } = answer;
      return { status, headers, body: once(Buffer.from(body)) };
    },
  };
  return { transport, requests };
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/** The whole body as text. */
export const textOf = async ({ body }: TransportResponse): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** What the promise rejects with. */
export const failureOf = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail with an error');
};

/** Sockets and timers of this thread, to see that none is left behind. */
export const openHandles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name === 'TCPSocketWrap' || name === 'TLSWrap' || name === 'PipeWrap');

/** This machine, with another clock. */
export const hostWith = (clock: Clock): Host => {
  const base = nodeHost();
  return {
    clock,
    random: base.random,
    effects: base.effects,
    uuid: () => base.uuid(),
    sleep: (ms, signal) => base.sleep(ms, signal),
    yield: () => base.yield(),
    startSlice: () => base.startSlice(),
  };
};
