/**
 * Probes made of one good object and a table of what is different about others: each line is a verdict of the server, on a new object or on a change.
 * Paths are JSON pointers without the first slash; `undefined` takes a field away.
 */
import { patch, post } from '../../../../tools/differential/probe.mjs';

/**
 * @typedef {Record<string, unknown>} Json
 * @typedef {import('../../../../tools/differential/probe.mjs').Probe} Probe
 * @typedef {Record<string, Json>} Cases By what they are about: paths and the values there.
 */

/**
 * New objects, which are only tried.
 * @param {string} title
 * @param {string} path
 * @param {Json} good
 * @param {Cases} cases
 * @returns {Probe}
 */
export function newOnes(title, path, good, cases) {
  const steps = Object.entries(cases).map(([note, values]) =>
    post(`${path}?dryRun=All`, changed(good, values), { note, verdict: true }),
  );
  return { title, steps };
}

/**
 * Changes of an object that is there, which are only tried.
 * @param {string} title
 * @param {string} path
 * @param {{ metadata: { name: string } } & Json} good
 * @param {Cases} cases
 * @param {string} [subresource]
 * @returns {Probe}
 */
export function changes(title, path, good, cases, subresource = '') {
  const steps = Object.entries(cases).map(([note, each]) =>
    patch('json', `${path}/${good.metadata.name}${subresource}?dryRun=All`, operationsOf(each), {
      note,
      verdict: true,
    }),
  );
  return { title, steps: [post(path, good, { quiet: true }), ...steps] };
}

/**
 * The object with other values.
 * @param {Json} object
 * @param {Json} values
 */
export function changed(object, values) {
  const copy = structuredClone(object);
  for (const [path, value] of Object.entries(values)) set(copy, path.split('/').map(unescape), value);
  return copy;
}

/** @param {string} part */
const unescape = (part) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * @param {any} target
 * @param {string[]} path
 * @param {unknown} value
 */
function set(target, [name = '', ...rest], value) {
  const key = Array.isArray(target) && name === '-' ? target.length : name;
  if (rest.length > 0) set((target[key] ??= {}), rest, value);
  else if (value !== undefined) target[key] = structuredClone(value);
  else if (Array.isArray(target)) target.splice(Number(key), 1);
  else delete target[key];
}

/** @param {Json} values */
const operationsOf = (values) =>
  Object.entries(values).map(([path, value]) =>
    value === undefined ? { op: 'remove', path: `/${path}` } : { op: 'add', path: `/${path}`, value },
  );
