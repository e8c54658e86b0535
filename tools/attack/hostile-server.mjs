/**
 * A server that answers as it is told, over TLS, since credentials are shown to nobody else, and counts what it is asked.
 */
import { createServer } from 'node:tls';
import { makeCertificates } from '../real-cluster/certificates.mjs';

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} target
 * @property {number} nth how many requests came before it
 * @property {string} head
 *
 * @typedef {(asked: Asked, socket: import('node:net').Socket) => void | Promise<void>} Behaviour
 */

const identity = makeCertificates({ serviceIp: '10.0.0.1' }).then(({ server }) => server);

/**
 * Runs `use` while the server is there.
 * @template T
 * @param {Behaviour} behave
 * @param {(server: { url: string, asked: () => number }) => Promise<T>} use
 */
export async function withHostileServer(behave, use) {
  let asked = 0;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer(await identity, (socket) => {
    sockets.add(socket);
    let read = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (text) => {
      read += text;
      for (let end = read.indexOf('\r\n\r\n'); end !== -1; end = read.indexOf('\r\n\r\n')) {
        const head = read.slice(0, end);
        read = read.slice(end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0));
        const [method = '', target = ''] = head.split(' ');
        void behave({ method, target, nth: asked++, head }, socket);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    return await use({ url: `https://127.0.0.1:${address.port}`, asked: () => asked });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(() => resolve(undefined)));
  }
}

/** An answer as it goes over the wire. @param {number} status @param {string} body @param {Readonly<Record<string, string>>} [headers] */
export function answer(status, body, headers = {}) {
  const lines = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const written = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${written.join('')}\r\n${body}`;
}

/** The head of an answer whose body has no announced end. @param {number} [status] @param {Readonly<Record<string, string>>} [headers] */
export function chunkedHead(status = 200, headers = {}) {
  const lines = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers };
  return `HTTP/1.1 ${status} X\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** @param {string} text */
export const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Writes the same again and again until the other side has gone. @param {import('node:net').Socket} socket @param {string | Buffer} text */
export async function pourInto(socket, text) {
  while (!socket.destroyed) {
    if (socket.write(text)) await new Promise((resolve) => setImmediate(resolve));
    else await drained(socket);
  }
}

/** @param {import('node:net').Socket} socket @returns {Promise<void>} */
function drained(socket) {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}
