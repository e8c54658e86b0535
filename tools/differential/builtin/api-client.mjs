/**
 * Requests to a server as they are, and what came back: JSON in, JSON out, and the warnings.
 */
import { httpsTransport } from '../https-transport.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body The parsed JSON.
 * @property {string[]} warnings The texts of the Warning headers.
 */

/** Speaks to one server with one client certificate. */
export class ApiClient {
  /** @param {{ url: string, ca: string, cert: string, key: string }} access */
  constructor(access) {
    this.transport = httpsTransport(access);
  }

  /**
   * One request with a JSON body.
   * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers]
   * @returns {Promise<Answer>}
   */
  async send(method, path, body, headers = {}) {
    const { signal } = new AbortController();
    const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await this.transport.request({ method, path, headers: { ...type, ...headers }, signal, ...sent });
    const chunks = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const warning = response.headers['warning'] ?? [];
    const warnings = typeof warning === 'string' ? [warning] : [...warning];
    return { status: response.status, body: JSON.parse(Buffer.concat(chunks).toString()), warnings };
  }

  /** Closes its connections. */
  close() {
    this.transport.close();
  }
}
