/**
 * Requests to an API server without a client library, over one keep-alive connection.
 */
import { Agent, request } from 'node:https';

/** Speaks to one server with one client certificate. */
export class RawClient {
  /** @param {{ url: string, ca: string, cert: string, key: string }} access */
  constructor({ url, ca, cert, key }) {
    this.url = url;
    this.agent = new Agent({ keepAlive: true, maxSockets: 4, ca, cert, key });
  }

  /**
   * One GET with its status and text.
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<{ status: number, body: string }>}
   */
  get(path, headers = {}) {
    return new Promise((resolve, reject) => {
      request(new URL(path, this.url), { agent: this.agent, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body })).on('error', reject);
      })
        .on('error', reject)
        .end();
    });
  }

  /**
   * One GET of a JSON document; any other answer is an error.
   * @param {string} path
   * @param {Record<string, string>} [headers]
   */
  async json(path, headers) {
    const { status, body } = await this.get(path, headers);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body.slice(0, 300)}`);
    return JSON.parse(body);
  }

  /** Closes its connections. */
  close() {
    this.agent.destroy();
  }
}
