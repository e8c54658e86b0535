/**
 * Requests to an API server as they are, and what came back. No client library in between: the answers are the data.
 */
import { Agent, request } from 'node:https';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body The parsed JSON.
 * @property {string[]} warnings The texts of the Warning headers.
 */

/** Speaks to one server as one user. */
export class ApiClient {
  /** @param {import('../../real-cluster/api-get.mjs').Access} access */
  constructor({ url, ca, cert, key, token, serverName, insecure }) {
    this.url = url;
    this.token = token;
    const tls = { ca, cert, key, servername: serverName, rejectUnauthorized: insecure !== true };
    this.agent = new Agent({ keepAlive: true, maxSockets: 8, ...tls });
  }

  /**
   * One request with a JSON body.
   * @param {string} method @param {string} path @param {unknown} [body]
   * @returns {Promise<Answer>}
   */
  send(method, path, body) {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
    };
    return new Promise((resolve, reject) => {
      request(new URL(path, this.url), { agent: this.agent, method, headers }, (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk) => (received += chunk));
        response.on('error', reject).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: parsed(received),
            warnings: warningsIn(response.headers['warning']),
          }),
        );
      })
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Closes its connections. */
  close() {
    this.agent.destroy();
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {string | string[] | undefined} header */
function warningsIn(header) {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return [...text.matchAll(/299 - "((?:\\.|[^"\\])*)"/g)].map(([, quoted = '']) => quoted.replaceAll(/\\(.)/g, '$1'));
}
