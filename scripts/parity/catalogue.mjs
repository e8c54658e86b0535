/**
 * The catalogue of behaviours, read from `docs/behaviours.json` and checked: every id belongs to its family and has a name, and every
 * decision record that a deliberate difference points to exists.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';

/**
 * @typedef {{ id: string, name: string, differs?: string, parts?: readonly string[] }} Behaviour `differs` is the path of a decision record, `parts` are names of what can be held alone
 * @typedef {{ code: string, title: string, source: string, behaviours: Behaviour[] }} Family
 * @typedef {{ families: Family[], ids: ReadonlySet<string>, parts: ReadonlyMap<string, readonly string[]> }} Catalogue
 */

const path = 'docs/behaviours.json';

/**
 * Families come in the order of the file, behaviours by number.
 * @param {string} root
 * @returns {Catalogue}
 */
export function readCatalogue(root) {
  const families = Object.entries(parse(root)).map(([code, family]) => readFamily(code, family));
  const all = families.flatMap(({ behaviours }) => behaviours);
  const missing = all.filter(({ differs }) => differs !== undefined && !existsSync(join(root, differs)));
  if (missing.length > 0) {
    throw new Problem(
      missing
        .map(
          ({ id, differs }) =>
            `${id} differs by ${differs}, and there is no such file: write the record, or take "differs" out of ${path}`,
        )
        .join('\n'),
    );
  }
  return {
    families,
    ids: new Set(all.map(({ id }) => id)),
    parts: new Map(all.flatMap(({ id, parts }) => (parts === undefined ? [] : [[id, parts]]))),
  };
}

/**
 * The number in an id: 5 for `WQ-5` as for `W5`.
 * @param {string} id
 */
export function numberOf(id) {
  return Number(/\d+$/.exec(id)?.[0]);
}

/**
 * @param {string} root
 * @returns {Record<string, { title?: string, source?: string, behaviours?: Record<string, { name?: string, differs?: string, parts?: string[] }> }>}
 */
function parse(root) {
  if (!existsSync(join(root, path))) throw new Problem(`there is no ${path} in ${root}`);
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).families ?? {};
  } catch (error) {
    throw new Problem(`${path} is not JSON: ${String(error)}`);
  }
}

/**
 * @param {string} code
 * @param {ReturnType<typeof parse>[string]} family
 * @returns {Family}
 */
function readFamily(code, { title = code, source = '', behaviours = {} }) {
  const shape = new RegExp(`^${code}-?[1-9]\\d*$`);
  const read = Object.entries(behaviours).map(([id, { name, differs, parts }]) => {
    if (!shape.test(id)) throw new Problem(`${path}: ${id} is no id of the family ${code}`);
    if (!name) throw new Problem(`${path}: ${id} has no name`);
    if (parts !== undefined && !areParts(parts))
      throw new Problem(`${path}: the parts of ${id} are to be two or more different names, without · and comma`);
    return { id, name, ...(differs !== undefined && { differs }), ...(parts !== undefined && { parts }) };
  });
  return { code, title, source, behaviours: read.toSorted((a, b) => numberOf(a.id) - numberOf(b.id)) };
}

/** @param {unknown} parts */
function areParts(parts) {
  return (
    Array.isArray(parts) &&
    parts.length > 1 &&
    new Set(parts).size === parts.length &&
    parts.every((part) => typeof part === 'string' && /^[^\s,·][^,·]*$/.test(part))
  );
}
