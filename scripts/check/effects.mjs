/**
 * Every effect goes through the Host: time, timers, randomness, weak references, sockets, files and processes are refused in packages
 * except in the edge files that `layers.json` lists per effect. Tests may do all of that but read the clock and wait for it: those that do are in `layers.json`, with a reason.
 * Found by parsing, so that comments and strings are free to speak.
 */
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import {
  effectOfGlobal,
  effectOfHolder,
  effectOfMember,
  effectOfModule,
  isDateWithoutArguments,
  isWaitFree,
} from './effect-names.mjs';
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
 * Problems with tests that read the clock or wait for it.
 * @param {string} root
 * @returns {string[]}
 */
export function testTimeProblems(root) {
  /** @type {Record<string, string>} */
  const reasons = JSON.parse(readFileSync(`${root}/layers.json`, 'utf8')).testsOnRealTime ?? {};
  const files = repositoryFiles(root);
  /** @type {Set<string>} */
  const needed = new Set();
  const problems = files
    .filter((file) => testFile.test(file))
    .flatMap((file) =>
      effectsIn(root, file)
        .filter(({ effect, what }) => effect === 'time' && !isWaitFree(what))
        .flatMap(({ what, line }) => {
          needed.add(file);
          return reasons[file]
            ? []
            : [
                `${file}:${line}: ${what} in a test: take time from a ManualClock or a VirtualHost, or list the file with a reason in layers.json`,
              ];
        }),
    );
  const unneeded = Object.keys(reasons).filter((file) => !needed.has(file));
  return [...unneeded.map((file) => `layers.json: ${file} needs no place in testsOnRealTime`), ...problems];
}

const testFile = /^(?:packages\/[^/]+\/|scripts\/)?test(?:-real)?\/(?!(?:.*\/)?fixtures\/).*\.(?:ts|mjs)$/;

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
  const direct = directUses(program);
  new Visitor({
    Identifier(node) {
      if (owned.has(node.start) || declared.has(node.name)) return;
      note(effectOfGlobal(node.name), node.name, node.start);
      if (!direct.has(node.start)) note(effectOfHolder(node.name), `${node.name} as a value`, node.start);
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
      if (node.callee.type !== 'MemberExpression' || !memberPath(node.callee)?.endsWith('process.getBuiltinModule'))
        return;
      const [module] = node.arguments;
      const name = module?.type === 'Literal' && typeof module.value === 'string' ? module.value : undefined;
      const effect = name === undefined ? 'processes' : effectOfModule(name);
      note(effect, `process.getBuiltinModule(${name ?? '…'})`, node.start);
    },
  }).visit(program);
  return uses;
}

/**
 * Where an object of the language is used on the spot: its members, a call, `new`, `instanceof`, `typeof`, a destructuring. Anywhere else it may get another name.
 * @param {import('oxc-parser').Program} program
 */
function directUses(program) {
  /** @type {Set<number>} */
  const positions = new Set();
  const add = (/** @type {{ start: number }} */ node) => void positions.add(node.start);
  new Visitor({
    MemberExpression: (node) => add(node.object),
    CallExpression: (node) => add(node.callee),
    NewExpression: (node) => add(node.callee),
    UnaryExpression: (node) => add(node.argument),
    BinaryExpression: (node) => {
      if (node.operator === 'instanceof') add(node.right);
    },
    VariableDeclarator: (node) => {
      if (node.id.type === 'ObjectPattern' && node.init) add(node.init);
    },
  }).visit(program);
  return positions;
}

/**
 * @typedef {object} Pattern what names can stand in
 * @property {string} [type]
 * @property {string} [name]
 * @property {unknown} [left]
 * @property {unknown} [argument]
 * @property {readonly { type?: string, value?: unknown, argument?: unknown }[]} [properties]
 * @property {readonly unknown[]} [elements]
 */

/**
 * Names that the file declares itself: a parameter called `fetch` is not the global.
 * @param {import('oxc-parser').Program} program
 */
function declaredNames(program) {
  /** @type {Set<string>} */
  const names = new Set();
  const add = (/** @type {unknown} */ node) => {
    const id = /** @type {Pattern | null | undefined} */ (node);
    if (id?.type === 'Identifier' && id.name !== undefined) names.add(id.name);
    if (id?.type === 'AssignmentPattern') add(id.left);
    if (id?.type === 'RestElement') add(id.argument);
    for (const { type, value, argument } of id?.properties ?? []) add(type === 'RestElement' ? argument : value);
    for (const element of id?.elements ?? []) add(element);
  };
  const parameters = (/** @type {{ params: readonly unknown[] }} */ node) => node.params.forEach(add);
  new Visitor({
    VariableDeclarator: (node) => add(node.id),
    FunctionDeclaration: (node) => (add(node.id), parameters(node)),
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    TSFunctionType: parameters,
    TSMethodSignature: parameters,
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
