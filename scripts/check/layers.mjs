/**
 * Imports point towards `machinery`, never away from it. Compares every import and every package.json with `layers.json`, because
 * TypeScript references and npm's hoisting let a wrong import through.
 */
import { existsSync, readFileSync } from 'node:fs';
import { folderCycleProblems } from './folder-cycles.mjs';
import { importsOf, packageOf } from './imports-of.mjs';
import { packageNames, repositoryFiles, typescriptIn } from './source-files.mjs';

const dependencyFields = ['dependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Problems with who imports whom.
 * @param {string} root
 * @returns {string[]}
 */
export function layerProblems(root) {
  const {
    packages: layers,
    computedImports = {},
    folderCycles = {},
  } = JSON.parse(readFileSync(`${root}/layers.json`, 'utf8'));
  const files = repositoryFiles(root);
  const own = packageNames(root).flatMap((name) => {
    if (!(name in layers))
      return [`packages/${name}: layers.json does not know this package: add it with what it may import`];
    const allowed = standsOn(layers, name);
    return [
      ...manifestProblems(root, name, allowed),
      ...sourceProblems(root, name, allowed, typescriptIn(files, name, 'src')),
      ...testProblems(root, name, [...typescriptIn(files, name, 'test'), ...typescriptIn(files, name, 'test-real')]),
      ...referenceProblems(root, name),
    ];
  });
  return [
    ...own,
    ...computedImportProblems(root, files, computedImports),
    ...folderCycleProblems(root, files, folderCycles),
  ];
}

/**
 * A dynamic import of a computed name could lead anywhere, so it is refused outside the files that `layers.json` lists with a reason.
 * @param {string} root
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} reasons
 */
function computedImportProblems(root, files, reasons) {
  const found = packageNames(root)
    .flatMap((name) => typescriptIn(files, name, 'src'))
    .flatMap((file) =>
      importsOf(root, file)
        .filter(({ isComputed }) => isComputed === true)
        .map(({ line }) => ({ file, line })),
    );
  return [
    ...Object.keys(reasons)
      .filter((listed) => !found.some(({ file }) => file === listed))
      .map((listed) => `layers.json: ${listed} needs no place in computedImports`),
    ...found
      .filter(({ file }) => !reasons[file])
      .map(
        ({ file, line }) =>
          `${file}:${line}: imports a computed name: write the name, or list the file with a reason in layers.json`,
      ),
  ];
}

/**
 * The packages that one may import: those listed and what those stand on.
 * @param {Record<string, string[]>} layers
 * @param {string} name
 * @returns {Set<string>}
 */
function standsOn(layers, name) {
  const below = layers[name] ?? [];
  return new Set(below.flatMap((other) => [other, ...standsOn(layers, other)]));
}

/**
 * @param {string} root
 * @param {string} name
 * @param {Set<string>} allowed
 */
function manifestProblems(root, name, allowed) {
  return ownDependencies(root, name)
    .filter((other) => !allowed.has(other))
    .map((other) => `packages/${name}/package.json: ${name} may not depend on ${other} (layers.json)`);
}

/**
 * @param {string} root
 * @param {string} name
 * @param {Set<string>} allowed
 * @param {readonly string[]} files
 */
function sourceProblems(root, name, allowed, files) {
  const declared = declaredDependencies(root, name);
  const imported = new Set();
  const problems = [];
  for (const file of files) {
    for (const { specifier, line } of importsOf(root, file)) {
      const wanted = packageOf(specifier);
      if (wanted === undefined) {
        if (leavesFolder(file, specifier, `packages/${name}/src/`))
          problems.push(`${file}:${line}: imports ${specifier}, outside its own src: import the package by name`);
        continue;
      }
      imported.add(wanted);
      const own = ownName(wanted);
      if (own !== undefined && own !== name && !allowed.has(own))
        problems.push(`${file}:${line}: ${name} may not import ${own} (layers.json)`);
      else if (own === name) problems.push(`${file}:${line}: imports its own package by name: use a relative path`);
      else if (!declared.has(wanted))
        problems.push(`${file}:${line}: ${wanted} is not in the dependencies of packages/${name}/package.json`);
    }
  }
  for (const dependency of declared)
    if (!imported.has(dependency) && !isPassedOn(root, name, dependency))
      problems.push(`packages/${name}/package.json: ${dependency} is declared but never imported`);
  return problems;
}

/**
 * Tests enter by the front door, as users do; they may use packages from above.
 * @param {string} root
 * @param {string} name
 * @param {readonly string[]} files
 */
function testProblems(root, name, files) {
  return files.flatMap((file) =>
    importsOf(root, file)
      .filter(({ specifier }) => leavesFolder(file, specifier, `packages/${name}/src/`, true))
      .map(({ specifier, line }) => `${file}:${line}: imports ${specifier}: a test enters by the package's front door`),
  );
}

/**
 * A TypeScript reference for each package that package.json names, and no other: else builds come in the wrong order.
 * @param {string} root
 * @param {string} name
 */
function referenceProblems(root, name) {
  const path = `packages/${name}/src/tsconfig.json`;
  if (!existsSync(`${root}/${path}`)) return [`${path}: is missing: copy that of another package`];
  const references = JSON.parse(readFileSync(`${root}/${path}`, 'utf8')).references ?? [];
  const referenced = new Set(
    references.map((/** @type {{ path: string }} */ { path: to }) => to.replace(/^\.\.\/\.\.\/([^/]+)\/src$/, '$1')),
  );
  const declared = new Set(ownDependencies(root, name));
  return [
    ...[...declared]
      .filter((other) => !referenced.has(other))
      .map((other) => `${path}: add a reference to ../../${other}/src, which package.json depends on`),
    ...[...referenced]
      .filter((other) => !declared.has(other))
      .map((other) => `${path}: refers to ${other}, which package.json does not depend on`),
  ];
}

/**
 * @param {string} root
 * @param {string} name
 */
function ownDependencies(root, name) {
  return [...declaredDependencies(root, name)].flatMap((dependency) => ownName(dependency) ?? []);
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {Set<string>}
 */
function declaredDependencies(root, name) {
  const manifest = JSON.parse(readFileSync(`${root}/packages/${name}/package.json`, 'utf8'));
  const inlined = Object.keys(manifest.devDependencies ?? {}).filter((one) =>
    (manifest.reeve?.inlined ?? []).some((/** @type {string} */ start) => one.startsWith(start)),
  );
  const bundled = [...(manifest.reeve?.bundled ?? []), ...(manifest.reeve?.required ?? []), ...inlined];
  return new Set([...dependencyFields.flatMap((field) => Object.keys(manifest[field] ?? {})), ...bundled]);
}

/**
 * True of a peer that is there for a package of ours below, which has it as a peer too: whoever installs this one brings it.
 * @param {string} root
 * @param {string} name
 * @param {string} dependency
 */
function isPassedOn(root, name, dependency) {
  const peersOf = (/** @type {string} */ folder) =>
    Object.keys(JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8')).peerDependencies ?? {});
  return (
    peersOf(name).includes(dependency) &&
    ownDependencies(root, name).some((other) => peersOf(other).includes(dependency))
  );
}

/**
 * The folder name of one of our packages, or undefined for somebody else's.
 * @param {string} dependency
 */
function ownName(dependency) {
  return dependency === 'reeve' ? 'reeve' : /^@reeve\/(.+)$/.exec(dependency)?.[1];
}

/**
 * True when a relative import crosses the border of a folder: out of it, or (with `into`) into it.
 * @param {string} file
 * @param {string} specifier
 * @param {string} folder
 * @param {boolean} [into]
 */
function leavesFolder(file, specifier, folder, into = false) {
  if (!specifier.startsWith('.')) return false;
  const target = new URL(specifier, `file:///${file}`).pathname.slice(1);
  return into ? target.startsWith(folder) : !target.startsWith(folder);
}
