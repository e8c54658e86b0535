/**
 * The way to a real server: HTTP/1.1 over TLS with a client certificate or a token, as bytes. The same shape as the in-memory way to ours.
 */
import { Agent, request } from 'node:https';

/**
 * @typedef {object} Transport
 * @property {(request: TransportRequest) => Promise<TransportResponse>} request
 *
 * @typedef {object} TransportRequest
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {Uint8Array} [body]
 * @property {AbortSignal} signal
 *
 * @typedef {object} TransportResponse
 * @property {number} status
 * @property {Readonly<Record<string, string | readonly string[] | undefined>>} headers
 * @property {AsyncIterable<Uint8Array>} body
 */

/**
 * @param {{ url: string, ca?: string | undefined, cert?: string | undefined, key?: string | undefined, token?: string | undefined }} access
 * @returns {Transport & { close(): void }}
 */
export function httpsTransport({ url, ca, cert, key, token }) {
  const agent = new Agent({ keepAlive: true, ca, cert, key });
  const identity = token ? { authorization: `Bearer ${token}` } : {};
  const { hostname, port } = new URL(url);
  return {
    close: () => agent.destroy(),
    async request({ method, path, headers, body, signal }) {
      const length = body ? { 'content-length': String(body.length) } : {};
      const options = { hostname, port, path, method, signal, headers: { ...identity, ...length, ...headers } };
      try {
        return await exchange({ ...options, agent }, body);
      } catch (error) {
        if (!Object(error).reused) throw error;
        return exchange({ ...options, ca, cert, key, agent: false }, body); // the server had closed it while it was idle
      }
    },
  };
}

/**
 * @param {import('node:https').RequestOptions} options
 * @param {Uint8Array | undefined} body
 * @returns {Promise<TransportResponse>}
 */
function exchange(options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) =>
      resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: response }),
    );
    sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket }))).end(body);
  });
}

/** @param {import('node:http').IncomingMessage} response Warnings come one by one and in UTF-8; Node would join them, and reads Latin-1. */
function headersOf(response) {
  const warnings = response.headersDistinct['warning']?.map((text) => Buffer.from(text, 'latin1').toString('utf8'));
  return { ...response.headers, ...(warnings && { warning: warnings }) };
}
