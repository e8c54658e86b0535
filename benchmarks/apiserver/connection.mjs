/**
 * One keep-alive connection of HTTP/1.1 over TLS, with one request under way at a time. It does as little as a client can, so that the figures are about
 * the server; both servers get the same. It reads into one buffer, looks at the head of an answer, and of the body keeps only the start, for messages.
 */
import { once } from 'node:events';
import { openSocket } from './open-socket.mjs';

/** @typedef {{ url: string, ca: string, cert: string, key: string }} Access how to reach a server, and as whom; all PEM */
/** @typedef {{ status: number, text: string }} Answer `text` is how the body starts */

const endOfHead = '\r\n\r\n';
const endOfChunks = '\r\n0\r\n\r\n';
/** No server's head is longer. */
const headBytes = 4096;

export class Connection {
  /** @type {import('node:tls').TLSSocket} */
  #socket;
  #host;
  /** What has come of an answer whose head is not complete; undefined when it is. @type {string | undefined} */
  #head = '';
  #status = 0;
  #text = '';
  /** Bytes of the body that are still to come; NaN when it comes in chunks. */
  #missing = 0;
  /** The last bytes of a body that comes in chunks. */
  #tail = '';
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | undefined} */
  #waiting;

  /** @param {Access} access */
  constructor(access) {
    this.#host = new URL(access.url).host;
    this.#socket = openSocket(access, (buffer, bytes) => this.#take(buffer, bytes));
    const lost = () => this.#waiting?.reject(new Error('the connection was lost'));
    this.#socket.on('error', lost).on('close', lost);
  }

  /** @param {Access} access */
  static async open(access) {
    const connection = new Connection(access);
    await once(connection.#socket, 'secureConnect');
    connection.#socket.setNoDelay(true);
    return connection;
  }

  /**
   * Sends a request and resolves with the answer.
   * @param {string} method
   * @param {string} path
   * @param {string} [body] in ASCII
   * @param {string} [type]
   * @returns {Promise<Answer>}
   */
  request(method, path, body = '', type = 'application/json') {
    const length = body === '' ? '' : `content-type: ${type}\r\ncontent-length: ${body.length}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\naccept: application/json\r\nuser-agent: bench\r\n${length}\r\n`;
    this.#head = '';
    this.#socket.write(head + body, 'latin1');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  close() {
    this.#socket.destroy();
  }

  /** @param {Buffer} buffer @param {number} bytes */
  #take(buffer, bytes) {
    if (this.#head === undefined) this.#takeBody(buffer, 0, bytes);
    else {
      const before = this.#head.length;
      this.#head += buffer.toString('latin1', 0, Math.min(bytes, headBytes));
      const end = this.#head.indexOf(endOfHead);
      if (end === -1) return;
      this.#readHead(this.#head.slice(0, end));
      this.#head = undefined;
      this.#takeBody(buffer, end + endOfHead.length - before, bytes);
    }
  }

  /** @param {string} head */
  #readHead(head) {
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    this.#status = Number(head.slice(9, 12));
    this.#missing = length ? Number(length[1]) : Number.NaN;
    this.#tail = '';
    this.#text = '';
  }

  /** @param {Buffer} buffer @param {number} start @param {number} end */
  #takeBody(buffer, start, end) {
    if (this.#text === '') this.#text = buffer.toString('latin1', start, Math.min(end, start + 300));
    this.#missing -= end - start;
    if (this.#missing > 0 || (Number.isNaN(this.#missing) && !this.#endsChunks(buffer, start, end))) return;
    this.#waiting?.resolve({ status: this.#status, text: this.#text });
  }

  /** Looks at the end only: a long list comes in thousands of pieces. @param {Buffer} buffer @param {number} start @param {number} end */
  #endsChunks(buffer, start, end) {
    const last = buffer.toString('latin1', Math.max(start, end - endOfChunks.length), end);
    this.#tail = (this.#tail + last).slice(-endOfChunks.length);
    return this.#tail === endOfChunks;
  }
}
