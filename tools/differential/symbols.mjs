/**
 * Fills in the symbols of a probe: `<id>`, `<ns>`, and values out of earlier answers.
 */
import { randomInt } from 'node:crypto';
import { valueAt } from './field-path.mjs';

/**
 * @typedef {object} Run What belongs to one run of one probe.
 * @property {string} id Six characters, so that lengths are the same in every run.
 * @property {Map<string, unknown>} answers The bodies of named steps.
 */

const symbol = /<(id|ns|[a-z]\w*(?:\.[\w.[\]=`/-]+?)?)([+-]\d+)?>/g;

/** A new `id` that no other run on the same server has. */
export function newRunId() {
  return `x${randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}

/**
 * @param {string} text
 * @param {Run} run
 * @returns {string}
 */
export function fillText(text, run) {
  return text.replaceAll(symbol, (whole, name, distance) => {
    const value = lookUp(name, run);
    if (value === undefined) return whole;
    return distance ? String(BigInt(value) + BigInt(distance)) : value;
  });
}

/**
 * Fills in every text of a JSON value, keys included.
 * @param {unknown} value
 * @param {Run} run
 * @returns {unknown}
 */
export function fillJson(value, run) {
  if (typeof value === 'string') return fillText(value, run);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item) => fillJson(item, run));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, run), fillJson(item, run)]));
}

/**
 * The name of the namespace that a probe has to itself.
 * @param {Pick<Run, 'id'>} run
 */
export function namespaceOf({ id }) {
  return `probe-${id}`;
}

/**
 * @param {string} name
 * @param {Run} run
 */
function lookUp(name, run) {
  if (name === 'id') return run.id;
  if (name === 'ns') return namespaceOf(run);
  const [step = '', ...path] = name.split('.');
  const value = run.answers.has(step) ? valueAt(run.answers.get(step), path.join('.')) : undefined;
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}
