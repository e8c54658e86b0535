/**
 * Paths into JSON, for conditions, symbols and selections: `metadata.uid`, `items.0.metadata.name`, `items.*.metadata.name`,
 * `status.conditions[type=Established].status`. A key with dots in it is written in backquotes.
 */

/** @typedef {{ key: string } | { name: string, value: string }} Part */

/**
 * The value at a path; the first one when the path stands for several.
 * @param {unknown} value
 * @param {string} path
 */
export function valueAt(value, path) {
  let found = value;
  for (const part of partsOf(path)) {
    found = stepInto(found, part)[0]?.[1];
    if (found === undefined) return undefined;
  }
  return found;
}

/**
 * What remains of a value when only some paths are kept. Lists keep their length, so that a missing item shows.
 * @param {unknown} value
 * @param {readonly string[]} paths
 */
export function pickFrom(value, paths) {
  return keep(
    value,
    paths.map((path) => partsOf(path)),
  );
}

/**
 * @param {unknown} value
 * @param {Part[][]} paths
 * @returns {unknown}
 */
function keep(value, paths) {
  if (paths.some((path) => path.length === 0)) return value;
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Map<string, Part[][]>} */
  const wanted = new Map();
  for (const [part, ...rest] of paths) {
    if (!part) continue;
    for (const [key] of stepInto(value, part)) wanted.set(key, [...(wanted.get(key) ?? []), rest]);
  }
  const kept = Object.entries(value)
    .filter(([key]) => wanted.has(key))
    .map(([key, inner]) => /** @type {const} */ ([key, keep(inner, wanted.get(key) ?? [])]));
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

/**
 * @param {unknown} value
 * @param {Part} part
 * @returns {[key: string, value: unknown][]}
 */
function stepInto(value, part) {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (!('key' in part)) return entries.filter(([, inner]) => valueAt(inner, part.name) === part.value);
  return part.key === '*' ? entries : entries.filter(([key]) => key === part.key);
}

/**
 * @param {string} path
 * @returns {Part[]}
 */
function partsOf(path) {
  return [...path.matchAll(/`([^`]+)`|\[([\w.]+)=([^\]]*)\]|([^.[\]`]+)/g)].map(([, quoted, name, value, key]) =>
    name === undefined ? { key: quoted ?? key ?? '' } : { name, value: value ?? '' },
  );
}
