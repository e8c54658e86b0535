/**
 * What a source file imports, found by parsing it: text search is fooled by strings and comments.
 */
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ specifier: string, line: number, isTypeOnly: boolean }} Import
 */

/**
 * Every import of a file: static, re-exporting, dynamic. A dynamic import of a computed name has the specifier ''.
 * @param {string} root
 * @param {string} file
 * @returns {Import[]}
 */
export function importsOf(root, file) {
  const source = readFileSync(`${root}/${file}`, 'utf8');
  const { module } = parseSync(file, source);
  const lineOf = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  return [
    ...module.staticImports.map((found) => ({
      specifier: found.moduleRequest.value,
      line: lineOf(found.start),
      isTypeOnly: found.entries.length > 0 && found.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((found) =>
      found.entries
        .filter((entry) => entry.moduleRequest)
        .map((entry) => ({
          specifier: entry.moduleRequest?.value ?? '',
          line: lineOf(found.start),
          isTypeOnly: entry.isType,
        })),
    ),
    ...module.dynamicImports.map((found) => ({
      specifier: /^['"](.*)['"]$/.exec(source.slice(found.moduleRequest.start, found.moduleRequest.end))?.[1] ?? '',
      line: lineOf(found.start),
      isTypeOnly: false,
    })),
  ];
}

/**
 * The package a bare specifier belongs to, or undefined for a relative one and for Node's own modules.
 * @param {string} specifier
 */
export function packageOf(specifier) {
  if (specifier === '' || specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
