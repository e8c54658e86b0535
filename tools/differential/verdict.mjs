/**
 * An answer to a write, cut down to the verdict: the problems as lines of text, or what the server made of the object. Metadata that every object has, and a
 * status that nobody has written, say nothing about it. What the real server prints of its own
 * structures is left out: a whole one, or the difference of two on the lines after the first.
 */
import { isObject } from './json-walk.mjs';

/** @typedef {import('./read-answer.mjs').Answer} Answer */

/**
 * @param {Answer} answer
 * @returns {Answer}
 */
export function verdictOf({ body, ...head }) {
  if (!isObject(body)) return { ...head, ...(body !== undefined && { body }) };
  return { ...head, body: head.status < 300 ? substanceOf(body) : problemsOf(body) };
}

/** @param {Record<string, unknown>} body */
function substanceOf({ apiVersion: _apiVersion, kind: _kind, status: _status, metadata, ...rest }) {
  const { annotations, finalizers, generation, labels } = isObject(metadata) ? metadata : {};
  const said = Object.entries({ annotations, finalizers, generation, labels }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...rest, ...(said.length > 0 && { metadata: Object.fromEntries(said) }) };
}

/** @param {Record<string, unknown>} body */
function problemsOf({ reason, message, details }) {
  const causes = isObject(details) && Array.isArray(details['causes']) ? details['causes'] : [];
  if (reason !== 'Invalid' || causes.length === 0) return { reason, message };
  return causes.map(({ field, reason: type, message: text }) => {
    const [line = ''] = String(text).split('\n');
    return `${field}: ${String(type).replace('FieldValue', '')}: ${line.replace(wholeStructure, 'Invalid value: …: ').replace(chosenPort, 'Duplicate value: $nodePort')}`;
  });
}

/** A port that the server chose, and then found twice. */
const chosenPort = /^Duplicate value: 3[0-9]{4}$/;
/** A whole structure as Go prints it. */
const wholeStructure = /^Invalid value: \{.{300,}\}: /;
