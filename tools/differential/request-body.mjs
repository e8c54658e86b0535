/**
 * The bytes of a step's body, with the symbols filled in.
 */
import { isObject } from './json-walk.mjs';
import { encodeObject } from './protobuf-message.mjs';
import { fillJson, fillText } from './symbols.mjs';

/**
 * @param {import('./probe.mjs').Body} body
 * @param {import('./symbols.mjs').Run} run
 * @returns {Buffer}
 */
export function bytesOf(body, run) {
  if ('text' in body) return Buffer.from(fillText(body.text, run));
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  if ('protobuf' in body) return encodeObject(/** @type {typeof body.protobuf} */ (fillJson(body.protobuf, run)));
  const value = 'edit' in body ? merged(objectOf(run.answers.get(body.edit.of)), body.edit.changes) : body.json;
  return Buffer.from(JSON.stringify(fillJson(value, run)));
}

/** @param {unknown} answer Nothing when the answer was no object but a refusal, a table or a list. */
function objectOf(answer) {
  return isObject(answer) && isObject(answer['metadata']) && answer['metadata']['uid'] !== undefined ? answer : {};
}

/**
 * @param {unknown} value
 * @param {unknown} changes
 * @returns {unknown}
 */
function merged(value, changes) {
  if (!isObject(changes)) return changes;
  const result = { ...(isObject(value) ? value : {}) };
  for (const [key, change] of Object.entries(changes)) {
    if (change === null) delete result[key];
    else result[key] = merged(result[key], change);
  }
  return result;
}
