/**
 * Puts the problems of an answer in alphabetical order, in the list of causes and in the message that repeats them.
 */
import { isObject } from './json-walk.mjs';

/**
 * @param {unknown} body
 * @returns {unknown}
 */
export function inOrder(body) {
  if (!isObject(body) || !isObject(body['details']) || !Array.isArray(body['details']['causes'])) return body;
  const texts = body['details']['causes'].map((cause) => `${cause.field}: ${cause.message}`);
  const causes = body['details']['causes'].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const message = String(body['message']).replace(texts.join(', '), texts.toSorted().join(', '));
  return { ...body, message, details: { ...body['details'], causes } };
}
