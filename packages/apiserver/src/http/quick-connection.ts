/**
 * A connection of HTTP/1.1 whose requests come whole, one after the other, as nearly all do: they are read and answered on the socket itself. Node's server
 * makes two streams and some fifteen events of a request, which is as much work as storing a small object. The first request that is in any way unusual goes
 * to that server, and the connection with it for good: nothing is decided here about what is not plain.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isStream, type ApiResponse, type FrameSink, type StreamResponse } from '../request/api-request.ts';
import { Presence } from '../request/presence.ts';
import { wholeRequest, type WholeRequest } from './whole-request.ts';
import { commonHeaders, highWaterMark, wireText } from './write-response.ts';

const commonLines = Object.entries(commonHeaders);

/** Longer bodies are not copied to be in one piece with their head. */
const longBody = 64 * 1024;

export interface QuickOptions {
  /** The time as answers tell it. */
  date(): string;
  /** Answers a request. */
  answer(request: WholeRequest, presence: Presence): Promise<ApiResponse>;
  /** Calls back when the answers of this turn go out. */
  inTurn(write: () => void): void;
  /** Takes the connection over. What has been read of it and not answered is back in the socket. */
  takeOver(socket: Socket): void;
}

export class QuickConnection {
  readonly #socket: Socket;
  readonly #options: QuickOptions;
  /** Of the request that is being answered. */
  #presence: Presence | undefined;
  /** What came while a request was being answered. */
  #early: Buffer[] = [];

  private constructor(socket: Socket, options: QuickOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Serves a connection until it ends or is taken over. */
  static serve(socket: Socket, options: QuickOptions): void {
    const connection = new QuickConnection(socket, options);
    socket.on('data', connection.#read).on('end', connection.#end).on('close', connection.#leave).on('error', ignore);
  }

  readonly #read = (piece: Buffer): void => {
    if (this.#presence !== undefined) return this.#keep(piece);
    const request = wholeRequest(piece);
    if (request === undefined) return this.#handOver([piece]);
    const presence = (this.#presence = new Presence());
    this.#options.answer(request, presence).then(
      (answer) => this.#options.inTurn(() => this.#write(answer, presence)),
      () => this.#socket.destroy(),
    );
  };

  /** A client that ends its side is not waiting. */
  readonly #end = (): void => {
    this.#leave();
    this.#socket.end();
  };

  readonly #leave = (): void => this.#presence?.leave();

  #keep(piece: Buffer): void {
    this.#early.push(piece);
    this.#socket.pause(); // one who does not wait for answers is not to fill our memory
  }

  #handOver(pieces: readonly Buffer[]): void {
    const socket = this.#socket;
    socket.off('data', this.#read).off('end', this.#end).off('close', this.#leave).off('error', ignore);
    socket.unshift(Buffer.concat(pieces));
    this.#options.takeOver(socket);
    socket.resume();
  }

  #write(answer: ApiResponse, presence: Presence): void {
    if (presence.isGone) return;
    try {
      if (isStream(answer)) this.#begin(answer, presence);
      else this.#complete(answer.status, answer.headers, answer.body);
    } catch {
      this.#socket.destroy(); // a header that is none
    }
  }

  #complete(status: number, headers: ApiResponse['headers'], body: Uint8Array): void {
    const head = `${this.#head(status, headers)}content-length: ${body.length}\r\n\r\n`;
    if (body.length > longBody) this.#socket.write(head, 'latin1');
    this.#socket.write(body.length > longBody ? body : joined(head, body));
    this.#finish();
  }

  #begin({ status, headers, start }: StreamResponse, presence: Presence): void {
    const socket = this.#socket;
    socket.write(`${this.#head(status, headers)}transfer-encoding: chunked\r\n\r\n`, 'latin1');
    let drained: (() => void) | undefined;
    const sink: FrameSink = {
      write: ({ chunk }) => {
        socket.write(chunk);
        return socket.writableLength < highWaterMark;
      },
      onDrain: (callback) => void socket.on('drain', (drained = callback)),
      end: () => {
        socket.write('0\r\n\r\n', () => {
          if (drained) socket.off('drain', drained);
          this.#finish();
        });
      },
      destroy: () => {
        if (this.#presence === presence) socket.destroy();
      },
    };
    start(sink, presence.signal);
  }

  /** The answer is out: nobody waits for it any more, and the next request may come. */
  #finish(): void {
    this.#leave();
    this.#presence = undefined;
    if (this.#early.length === 0) return;
    this.#handOver(this.#early);
    this.#early = [];
  }

  #head(status: number, headers: ApiResponse['headers']): string {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\ndate: ${this.#options.date()}\r\n`;
    for (const [name, value] of commonLines) if (headers[name] === undefined) head += headerLine(name, value);
    for (const name in headers) {
      const value = headers[name] ?? '';
      if (typeof value === 'string') head += headerLine(name, value);
      else for (const each of value) head += headerLine(name, each);
    }
    return head;
  }
}

/** Head and body as one piece, which is one call to the system. */
function joined(head: string, body: Uint8Array): Buffer {
  const message = Buffer.allocUnsafe(head.length + body.length);
  message.write(head, 'latin1');
  message.set(body, head.length);
  return message;
}

/** One line, whatever the value is: what would be another ends the connection. */
function headerLine(name: string, value: string): string {
  const text = wireText(value);
  if (/[\r\n]/.test(text)) throw new TypeError(`the header ${name} has more than one line`);
  return `${name}: ${text}\r\n`;
}

function ignore(): void {}
