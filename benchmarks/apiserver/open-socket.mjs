/**
 * A TLS socket that reads into one buffer of its own: nothing is allocated for what arrives, so that the figures are about the server.
 */
import { connect } from 'node:tls';

const bufferBytes = 64 * 1024;

/**
 * @param {import('./connection.mjs').Access} access
 * @param {(buffer: Buffer, bytes: number) => void} onBytes is called with the buffer and how much of it is new; it is written over after that.
 */
export function openSocket({ url, ca, cert, key }, onBytes) {
  const { hostname, port } = new URL(url);
  /** @type {import('node:tls').ConnectionOptions & import('node:net').ConnectOpts} */
  const options = {
    host: hostname,
    port: Number(port),
    ca,
    cert,
    key,
    ALPNProtocols: ['http/1.1'],
    onread: {
      buffer: Buffer.alloc(bufferBytes),
      callback: (bytes, buffer) => {
        onBytes(/** @type {Buffer} */ (buffer), bytes);
        return true;
      },
    },
  };
  return connect(options);
}
