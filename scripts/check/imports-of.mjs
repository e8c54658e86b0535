/**
 * What a source file imports, found by parsing it: text search is fooled by strings and comments.
 */
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {{ specifier: string, line: number, isTypeOnly: boolean, isComputed?: boolean }} Import
 */

/**
 * Every import of a file: static, re-exporting, dynamic, and types such as `import('x').Y`. A dynamic import of a computed name has the specifier ''.
 * @param {string} root
 * @param {string} file
 * @returns {Import[]}
 */
export function importsOf(root, file) {
  const source = readFileSync(`${root}/${file}`, 'utf8');
  const known = parsed.get(file);
  if (known?.source === source) return known.imports;
  const imports = importsIn(file, source);
  parsed.set(file, { source, imports });
  return imports;
}

/**
 * Several checks ask for the imports of every file.
 * @type {Map<string, { source: string, imports: Import[] }>}
 */
const parsed = new Map();

/**
 * @param {string} file
 * @param {string} source
 * @returns {Import[]}
 */
function importsIn(file, source) {
  const { module, program } = parseSync(file, source);
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
    ...module.dynamicImports.map((found) => {
      const written = source.slice(found.moduleRequest.start, found.moduleRequest.end);
      const specifier = /^(['"`])([^'"`$]*)\1$/.exec(written)?.[2];
      return {
        specifier: specifier ?? '',
        line: lineOf(found.start),
        isTypeOnly: false,
        isComputed: specifier === undefined,
      };
    }),
    ...importedTypes(program).map(({ specifier, start }) => ({ specifier, line: lineOf(start), isTypeOnly: true })),
  ];
}

/**
 * The modules that types name in place: `import('x').Y`.
 * @param {import('oxc-parser').Program} program
 */
function importedTypes(program) {
  /** @type {{ specifier: string, start: number }[]} */
  const found = [];
  new Visitor({
    TSImportType: (node) => void found.push({ specifier: node.source.value, start: node.start }),
  }).visit(program);
  return found;
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
