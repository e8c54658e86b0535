/**
 * One connection to a server, from dialling to its end, and the requests that it carries one after the other.
 *
 * Invariant: there is an errand from `send` until its receiver was told how it ended, or the connection was destroyed.
 */
import type { Socket } from 'node:net';
import type { AnswerHead } from './answer-head.ts';
import { AnswerParser, type AnswerEvents } from './answer-parser.ts';
import type { Dial, SocketReader } from './dial.ts';
import type { AnswerReceiver, WireRequest } from './line.ts';
import { ReadRoom } from './read-room.ts';

/** A request and who waits for its answer. */
export interface Errand {
  /** The head of the request as text. */
  readonly head: string;
  readonly request: WireRequest;
  readonly receiver: AnswerReceiver;
}

/** Who uses a connection. */
export interface ConnectionOwner {
  /** It is free for the next request; `restMs` is how long the server lets it rest. */
  onRest(restMs: number): void;
  /** It cannot be used any more. */
  onGone(connection: Connection): void;
}

/** A longer body is not copied to go out together with its head. */
const LONG = 64 * 1024;

/** A connection that is being opened, or is open. */
export class Connection implements SocketReader, AnswerEvents {
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  readonly #room = new ReadRoom();
  readonly #parser = new AnswerParser(this);
  #errand: Errand | undefined;
  #head: AnswerHead | undefined;
  #isOpen = false;
  #wasUsed = false;
  #mayGoOn = true;

  constructor(dial: Dial, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#socket = dial(this);
  }

  /** Sends a request, as soon as the connection is open. */
  send(errand: Errand): void {
    this.#errand = errand;
    if (!this.#isOpen) return;
    this.#socket.ref();
    this.#write(errand);
  }

  /** Closes it, whatever is under way, and tells nobody. */
  async destroy(): Promise<void> {
    this.#errand = undefined;
    if (this.#socket.closed) return;
    const closed = new Promise<void>((resolve) => {
      this.#socket.once('close', resolve);
    });
    this.#socket.destroy();
    await closed;
  }

  room(): Buffer {
    return this.#room.next();
  }

  onOpen(): void {
    this.#isOpen = true;
    if (this.#errand !== undefined) this.#write(this.#errand);
  }

  onRead(length: number): boolean {
    try {
      const end = this.#room.take(length);
      this.#parser.take(this.#room.piece, end - length, end);
    } catch (error) {
      this.#end(error as Error); // the parser only throws errors
    }
    return this.#mayGoOn;
  }

  onClosed(error?: Error): void {
    if (error === undefined && this.#errand !== undefined) this.#parser.end();
    this.#end(error ?? hungUp());
  }

  onHead(head: AnswerHead): void {
    this.#head = head;
    this.#errand?.receiver.onHeaders(head.status, head.headers, this.#goOn);
  }

  onBody(bytes: Buffer): void {
    if (this.#errand?.receiver.onData(bytes) === false) this.#mayGoOn = false;
  }

  onEnd(): void {
    const errand = this.#errand;
    this.#errand = undefined;
    if (!this.#mayGoOn) this.#goOn(); // a read that was under way when the reader asked to wait has brought the end
    const { isKept = false, restMs = 0 } = this.#head ?? {};
    if (isKept && restMs > 0 && this.#socket.writableLength === 0) this.#rest(restMs);
    else this.#leave();
    errand?.receiver.onComplete();
  }

  readonly #goOn = (): void => {
    this.#mayGoOn = true;
    this.#socket.resume();
  };

  /** What belongs together is written at once: one packet, and one record of TLS. */
  #write({ head, request: { method, body }, receiver }: Errand): void {
    receiver.onConnect(this.#wasUsed);
    this.#wasUsed = true;
    this.#parser.expect(method === 'HEAD');
    if (body === undefined || body.length === 0) this.#socket.write(head, 'latin1');
    else if (body.length <= LONG) this.#socket.write(joined(head, body));
    else {
      this.#socket.cork();
      this.#socket.write(head, 'latin1');
      this.#socket.write(body);
      this.#socket.uncork();
    }
  }

  /** An idle connection does not keep the process alive. */
  #rest(restMs: number): void {
    this.#socket.unref();
    this.#owner.onRest(restMs);
  }

  #leave(): void {
    this.#owner.onGone(this);
    this.#socket.destroy();
  }

  /** It is over; whoever still waits for an answer is told why. */
  #end(error: Error): void {
    const errand = this.#errand;
    this.#errand = undefined;
    this.#leave();
    errand?.receiver.onError(error);
  }
}

const joined = (head: string, body: Uint8Array): Buffer => {
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
};

const hungUp = (): Error => Object.assign(new Error('the server has closed the connection'), { code: 'ECONNRESET' });
