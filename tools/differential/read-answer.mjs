/**
 * Turns the bytes of an answer into what can be compared: JSON, YAML and protobuf as values, everything else as text.
 */
import { parse } from 'yaml';
import { readObject } from './protobuf-tree.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} [type] The content type; absent for plain JSON.
 * @property {Record<string, string | readonly string[]>} [headers] Those that say something.
 * @property {unknown} [body]
 * @property {string} [text] A body that is no data.
 * @property {unknown[]} [events] What a watch brought.
 * @property {boolean} [ended] The server ended the watch.
 */

const speaking = ['warning', 'retry-after', 'allow', 'location'];

/**
 * The head of an answer.
 * @param {import('./https-transport.mjs').TransportResponse} response
 * @param {readonly string[]} [show] Headers to keep besides the usual ones.
 * @returns {Answer}
 */
export function headOf({ status, headers }, show = []) {
  const kept = [...speaking, ...show].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [/** @type {const} */ ([name, value])];
  });
  const type = String(headers['content-type'] ?? '');
  return {
    status,
    ...(type !== 'application/json' && { type }),
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
  };
}

/**
 * The body of an answer.
 * @param {Buffer} bytes
 * @param {string} type
 * @returns {Pick<Answer, 'body' | 'text'>}
 */
export function bodyOf(bytes, type) {
  if (bytes.length === 0) return {};
  if (type.includes('protobuf')) return { body: readObject(bytes) };
  const text = bytes.toString('utf8');
  const value = type.includes('yaml') ? parse(text) : parseJson(text);
  return value === undefined ? { text } : { body: value };
}

/**
 * @param {string} text
 * @returns {unknown} Undefined for what is no JSON.
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {AsyncIterable<Uint8Array>} body */
export async function readAll(body) {
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
