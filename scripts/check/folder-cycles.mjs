/**
 * Folders of one package import each other in one direction, so that each can be read, tested and moved without the others.
 * `layers.json` lists the cycles that are left: those of values, and those that only types make. A listed cycle may only become smaller.
 */
import { posix } from 'node:path';
import { importsOf } from './imports-of.mjs';
import { packageNames, typescriptIn } from './source-files.mjs';

/**
 * @typedef {{ from: string, to: string, file: string, line: number, isTypeOnly: boolean }} FolderImport
 * @typedef {Record<string, readonly (readonly string[])[]>} ListedCycles groups of folders by package
 */

/**
 * Problems with folders that import each other in a circle.
 * @param {string} root
 * @param {readonly string[]} files
 * @param {{ values?: ListedCycles, types?: ListedCycles }} listed
 * @returns {string[]}
 */
export function folderCycleProblems(root, files, listed) {
  return packageNames(root).flatMap((name) => {
    const imports = folderImports(root, name, typescriptIn(files, name, 'src'));
    const values = imports.filter(({ isTypeOnly }) => !isTypeOnly);
    const ofValues = listed.values?.[name] ?? [];
    const ofAll = [...(listed.types?.[name] ?? []), ...ofValues];
    return [
      ...newCycles(name, values, ofValues),
      ...newCycles(name, imports, ofAll),
      ...goneCycles(name, values, ofValues, 'values'),
      ...goneCycles(name, imports, listed.types?.[name] ?? [], 'types'),
    ].filter((problem, index, all) => all.indexOf(problem) === index);
  });
}

/**
 * Groups of folders of which each leads to each other, sorted.
 * @param {readonly FolderImport[]} imports
 * @returns {string[][]}
 */
function cyclesIn(imports) {
  const folders = [...new Set(imports.flatMap(({ from, to }) => [from, to]))].toSorted();
  const reached = new Map(folders.map((folder) => [folder, reachableFrom(folder, imports)]));
  /** @type {string[][]} */
  const cycles = [];
  for (const folder of folders) {
    if (cycles.some((cycle) => cycle.includes(folder))) continue;
    const cycle = folders.filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder));
    if (cycle.length > 1) cycles.push(cycle);
  }
  return cycles;
}

/**
 * @param {string} start
 * @param {readonly FolderImport[]} imports
 */
function reachableFrom(start, imports) {
  /** @type {Set<string>} */
  const found = new Set();
  for (let waiting = [start], at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const { from, to } of imports)
      if (from === at && !found.has(to)) {
        found.add(to);
        waiting.push(to);
      }
  return found;
}

/**
 * @param {string} name
 * @param {readonly FolderImport[]} imports
 * @param {readonly (readonly string[])[]} listed
 */
function newCycles(name, imports, listed) {
  return cyclesIn(imports)
    .filter((cycle) => !listed.some((known) => cycle.every((folder) => known.includes(folder))))
    .map((cycle) => {
      const within = imports.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to));
      const edges = new Map(within.map((each) => [`${each.from} → ${each.to}`, `${each.file}:${each.line}`]));
      const examples = [...edges].map(([edge, place]) => `${edge} (${place})`).join(', ');
      return `packages/${name}/src: the folders ${cycle.join(', ')} import each other: ${examples}: move what both need into a folder below`;
    });
}

/**
 * @param {string} name
 * @param {readonly FolderImport[]} imports
 * @param {readonly (readonly string[])[]} listed
 * @param {'values' | 'types'} list
 */
function goneCycles(name, imports, listed, list) {
  const found = cyclesIn(imports).map((cycle) => cycle.join(', '));
  return listed
    .map((cycle) => cycle.toSorted().join(', '))
    .filter((cycle) => !found.includes(cycle))
    .map(
      (cycle) =>
        `layers.json: folderCycles.${list}.${name} lists ${cycle}, which is no whole cycle any more: shorten the list`,
    );
}

/**
 * Imports from one folder of a package to another. Files beside `index.ts` are the folder `.`; `index.ts` itself belongs to none.
 * @param {string} root
 * @param {string} name
 * @param {readonly string[]} files
 * @returns {FolderImport[]}
 */
function folderImports(root, name, files) {
  const base = `packages/${name}/src/`;
  return files
    .filter((file) => file !== `${base}index.ts`)
    .flatMap((file) =>
      importsOf(root, file)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, line, isTypeOnly }) => ({
          from: folderOf(file.slice(base.length)),
          to: folderOf(posix.join(posix.dirname(file), specifier).slice(base.length)),
          file,
          line,
          isTypeOnly,
        }))
        .filter(({ from, to }) => from !== to),
    );
}

/** @param {string} path */
const folderOf = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.');
