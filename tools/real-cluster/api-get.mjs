// One GET to an API server, by node:https alone: what these tools need to see whether a server is ready and who is in it.

import { request } from 'node:https';

const SILENCE_MS = 10_000;

/**
 * @typedef {object} Access How to reach an API server and who to be there; certificates and keys are PEM.
 * @property {string} url
 * @property {string} [ca] Absent for a server whose certificate is publicly trusted.
 * @property {string} [cert]
 * @property {string} [key]
 * @property {string} [token]
 * @property {string} [serverName] The name in the server's certificate, when it is not the one in the address.
 * @property {boolean} [insecure] Take any server certificate.
 */

/**
 * Reads one path of an API server.
 * @param {Access} access
 * @param {string} path
 * @param {{ signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<{ status: number, body: string }>}
 */
export function apiGet({ url, ca, cert, key, token, serverName, insecure }, path, { signal } = {}) {
  return new Promise((resolve, reject) => {
    const options = {
      ca,
      cert,
      key,
      servername: serverName,
      signal,
      rejectUnauthorized: !insecure,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      agent: false, // no connection outlives the answer
      timeout: SILENCE_MS,
    };
    const base = url.endsWith('/') ? url : `${url}/`;
    const sent = request(new URL(path.replace(/^\//, ''), base), options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer from ${url} in ${SILENCE_MS} ms`)));
    sent.on('error', reject).end();
  });
}
