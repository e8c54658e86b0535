/**
 * One keep-alive connection of HTTP/1.1 over TLS, with one request under way at a time. It does as little as a client can, so that the figures are about
 * the server; both servers get the same.
 */
import { once } from 'node:events';
import { connect } from 'node:tls';

/** @typedef {{ url: string, ca: string, cert: string, key: string }} Access how to reach a server, and as whom; all PEM */
/** @typedef {{ status: number, body: Buffer }} Answer */

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');

export class Connection {
  /** @type {import('node:tls').TLSSocket} */
  #socket;
  /** @type {Buffer[]} */
  #pieces = [];
  #bytes = 0;
  /** @type {(() => boolean) | undefined} */
  #isDone;
  /** @type {{ resolve: (answer: Buffer) => void, reject: (error: Error) => void } | undefined} */
  #waiting;
  #host;

  /** @param {import('node:tls').TLSSocket} socket @param {string} host */
  constructor(socket, host) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (piece) => this.#take(piece));
    const lost = () => this.#waiting?.reject(new Error('the connection was lost'));
    socket.on('error', lost).on('close', lost);
  }

  /** @param {Access} access */
  static async open({ url, ca, cert, key }) {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ca, cert, key, ALPNProtocols: ['http/1.1'] });
    await once(socket, 'secureConnect');
    socket.setNoDelay(true);
    return new Connection(socket, host);
  }

  /**
   * Sends a request and resolves with the answer.
   * @param {string} method
   * @param {string} path
   * @param {Buffer} [body]
   * @param {string} [type]
   * @returns {Promise<Answer>}
   */
  async request(method, path, body, type = 'application/json') {
    this.#send(method, path, body, type);
    const head = await this.#until(() => this.#all().includes(endOfHead));
    const split = head.indexOf(endOfHead) + endOfHead.length;
    const text = head.toString('latin1', 0, split).toLowerCase();
    const length = /\r\ncontent-length: (\d+)/.exec(text);
    const whole = length
      ? await this.#until(() => this.#bytes >= split + Number(length[1]))
      : await this.#until(() => this.#endsChunks());
    this.#pieces = [];
    this.#bytes = 0;
    return { status: Number(text.slice(9, 12)), body: whole.subarray(split) };
  }

  close() {
    this.#socket.destroy();
  }

  /** @param {string} method @param {string} path @param {Buffer} [body] @param {string} [type] */
  #send(method, path, body, type) {
    const length = body ? `content-type: ${type}\r\ncontent-length: ${body.length}\r\n` : '';
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\naccept: application/json\r\nuser-agent: bench\r\n${length}\r\n`;
    this.#socket.write(body ? Buffer.concat([Buffer.from(head, 'latin1'), body]) : head);
  }

  /** @param {Buffer} piece */
  #take(piece) {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (!this.#isDone?.()) return;
    this.#isDone = undefined;
    this.#waiting?.resolve(this.#all());
  }

  /** @param {() => boolean} isDone @returns {Promise<Buffer>} */
  #until(isDone) {
    if (this.#bytes > 0 && isDone()) return Promise.resolve(this.#all());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#isDone = isDone;
    });
  }

  #all() {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return /** @type {Buffer} */ (this.#pieces[0]);
  }

  /** Looks at the end only: a long list comes in thousands of pieces. */
  #endsChunks() {
    const last = this.#pieces.at(-1) ?? Buffer.alloc(0);
    return (last.length >= endOfChunks.length ? last : this.#all()).subarray(-endOfChunks.length).equals(endOfChunks);
  }
}
