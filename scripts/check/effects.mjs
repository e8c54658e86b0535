/**
 * Every effect goes through the Host: time, timers, randomness, weak references, sockets, files and processes are refused in packages
 * except in the edge files that `layers.json` lists per effect. Found by parsing, so that comments and strings are free to speak.
 */
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { effectOfGlobal, effectOfMember, effectOfModule, isDateWithoutArguments } from './effect-names.mjs';
import { importsOf } from './imports-of.mjs';
import { packageNames, repositoryFiles, typescriptIn } from './source-files.mjs';

/**
 * @typedef {{ effect: string, what: string, line: number }} Use
 */

/**
 * Problems with effects outside their edge files.
 * @param {string} root
 * @returns {string[]}
 */
export function effectProblems(root) {
  /** @type {Record<string, string[]>} */
  const edges = JSON.parse(readFileSync(`${root}/layers.json`, 'utf8')).effects;
  const files = repositoryFiles(root);
  const sources = packageNames(root).flatMap((name) => typescriptIn(files, name, 'src'));
  return [
    ...Object.values(edges)
      .flat()
      .filter((file, index, all) => all.indexOf(file) === index && !files.includes(file))
      .map((file) => `layers.json: lists the edge file ${file}, which does not exist`),
    ...sources.flatMap((file) =>
      effectsIn(root, file)
        .filter(({ effect }) => !edges[effect]?.includes(file))
        .map(
          ({ effect, what, line }) =>
            `${file}:${line}: ${what} is an effect (${effect}): go through the Host, or list the file as an edge in layers.json`,
        ),
    ),
  ];
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Use[]}
 */
function effectsIn(root, file) {
  const source = readFileSync(`${root}/${file}`, 'utf8');
  const { program } = parseSync(file, source);
  const lineOf = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  /** @type {Use[]} */
  const uses = importsOf(root, file).flatMap(({ specifier, line, isTypeOnly }) => {
    const effect = isTypeOnly ? undefined : effectOfModule(specifier);
    return effect ? [{ effect, what: specifier, line }] : [];
  });
  const note = (/** @type {string | undefined} */ effect, /** @type {string} */ what, /** @type {number} */ offset) => {
    if (effect) uses.push({ effect, what, line: lineOf(offset) });
  };
  const declared = declaredNames(program);
  const owned = ownedPositions(program);
  new Visitor({
    Identifier(node) {
      if (!owned.has(node.start) && !declared.has(node.name)) note(effectOfGlobal(node.name), node.name, node.start);
    },
    MemberExpression(node) {
      const path = memberPath(node);
      if (path) note(effectOfMember(path), path, node.start);
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || node.init?.type !== 'Identifier') return;
      const { name } = node.init;
      for (const property of node.id.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier')
          note(effectOfMember(`${name}.${property.key.name}`), `${name}.${property.key.name}`, property.start);
      }
    },
    ImportDeclaration(node) {
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
        note(
          effectOfMember(`${node.source.value}.${specifier.imported.name}`),
          `${specifier.imported.name} of ${node.source.value}`,
          specifier.start,
        );
      }
    },
    NewExpression(node) {
      if (isDateWithoutArguments(node)) note('time', 'new Date() without arguments', node.start);
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date') note('time', 'Date()', node.start);
    },
  }).visit(program);
  return uses;
}

/**
 * Names that the file declares itself: a parameter called `fetch` is not the global.
 * @param {import('oxc-parser').Program} program
 */
function declaredNames(program) {
  /** @type {Set<string>} */
  const names = new Set();
  const add = (/** @type {unknown} */ node) => {
    const id = /** @type {{ type?: string, name?: string } | null | undefined} */ (node);
    if (id?.type === 'Identifier' && id.name !== undefined) names.add(id.name);
  };
  const parameters = (/** @type {{ params: readonly unknown[] }} */ node) => node.params.forEach(add);
  new Visitor({
    VariableDeclarator: (node) => add(node.id),
    FunctionDeclaration: (node) => (add(node.id), parameters(node)),
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    ClassDeclaration: (node) => add(node.id),
    ImportSpecifier: (node) => add(node.local),
    ImportDefaultSpecifier: (node) => add(node.local),
  }).visit(program);
  return names;
}

/**
 * Where identifiers are only names of members, properties or types, not uses of a global.
 * @param {import('oxc-parser').Program} program
 */
function ownedPositions(program) {
  /** @type {Set<number>} */
  const positions = new Set();
  const key = (/** @type {{ computed?: boolean, shorthand?: boolean, key: { start: number } }} */ node) => {
    if (!node.computed && !node.shorthand) positions.add(node.key.start);
  };
  new Visitor({
    MemberExpression: (node) => {
      if (!node.computed) positions.add(node.property.start);
    },
    Property: key,
    PropertyDefinition: key,
    MethodDefinition: key,
    TSPropertySignature: key,
    TSMethodSignature: key,
    TSTypeReference: (node) => {
      positions.add(node.typeName.start);
    },
    ExportNamedDeclaration: (node) => {
      if (!node.source) return; // names of another module, not globals
      for (const { local, exported } of node.specifiers) positions.add(local.start).add(exported.start);
    },
    TSTypeQuery: (node) => {
      positions.add(node.exprName.start);
    },
    TSInterfaceDeclaration: (node) => {
      positions.add(node.id.start);
    },
    TSTypeAliasDeclaration: (node) => {
      positions.add(node.id.start);
    },
  }).visit(program);
  return positions;
}

/**
 * `process.hrtime` for `process.hrtime`, `process['hrtime']` and `globalThis.process.hrtime`; undefined for what is computed.
 * @param {import('oxc-parser').MemberExpression} node
 * @returns {string | undefined}
 */
function memberPath(node) {
  const name =
    !node.computed && node.property.type === 'Identifier'
      ? node.property.name
      : node.computed && node.property.type === 'Literal' && typeof node.property.value === 'string'
        ? node.property.value
        : undefined;
  if (name === undefined) return undefined;
  if (node.object.type === 'Identifier') return `${node.object.name}.${name}`;
  if (node.object.type !== 'MemberExpression') return undefined;
  const outer = memberPath(node.object);
  return outer && `${outer}.${name}`;
}
