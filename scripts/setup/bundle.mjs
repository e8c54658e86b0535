/**
 * Bundles each package's compiled modules: one file for its front door, one per program, and chunks for what is loaded on demand. Opening a hundred small files costs a
 * program a tenth of a second at every start; one file costs a fifth of that. Other packages and dependencies stay imports, but for those that the
 * package says are bundled.
 */
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { root } from './paths.mjs';
import { billOfMaterials, notice, vendor } from './vendor.mjs';

/** The bill of materials of a bundle, by a name that tools look for. */
const bom = 'bom.cdx.json';

/** Bundles the packages whose compiled modules are newer than their bundle. */
export async function bundlePackages() {
  for (const folder of packageFolders()) copyFileSync(`${root}/LICENSE`, `${folder}/LICENSE`); // npm packs it from there
  const stale = packageFolders().filter(isStale);
  if (stale.length === 0) return;
  const { rolldown } = await import('rolldown');
  const inOrder = stale.toSorted((one, other) => Number(inlines(one)) - Number(inlines(other)));
  for (const folder of inOrder) await bundle(rolldown, folder);
}

function packageFolders() {
  return readdirSync(`${root}/packages`)
    .map((name) => `${root}/packages/${name}`)
    .filter((folder) => existsSync(`${folder}/dist/index.js`));
}

/** @param {string} folder */
function isStale(folder) {
  const front = `${folder}/dist/bundle/index.js`;
  const { bundled = [], required = [] } = programsOf(folder);
  if (bundled.length + required.length > 0 && !existsSync(`${folder}/dist/bundle/${bom}`)) return true;
  const from = [folder, ...inlinedBy(folder)];
  return !existsSync(front) || from.some((one) => statSync(front).mtimeMs < compiledAt(one));
}

/** @param {string} folder Whether it takes bundles of others in: those are to be there first. */
const inlines = (folder) => (programsOf(folder).inlined ?? []).length > 0;

/** @param {string} folder The packages of ours whose whole bundles are in its own: it has no dependencies. */
function inlinedBy(folder) {
  if (!(programsOf(folder).inlined ?? []).includes('@reeve/')) return [];
  return ['machinery', 'scaffold'].map((name) => `${root}/packages/${name}`);
}

/** @param {string} folder When the compiler last wrote something. */
const compiledAt = (folder) => statSync(`${folder}/dist/.tsbuildinfo`).mtimeMs;

/**
 * Writes beside the old bundle and then takes its place, so that a program that starts meanwhile finds one or the other.
 * @param {typeof import('rolldown').rolldown} rolldown
 * @param {string} folder
 */
async function bundle(rolldown, folder) {
  const [target, fresh, at] = [`${folder}/dist/bundle`, `${folder}/dist/bundle-${process.pid}`, compiledAt(folder)];
  const { bundled = [], inlined = [], required = [] } = programsOf(folder);
  const { alias, inside } = await vendor(rolldown, folder, bundled);
  const later = await vendor(rolldown, folder, required, 'cjs');
  const build = await rolldown({
    input: entries(folder),
    platform: 'node',
    resolve: { alias },
    treeshake: { moduleSideEffects: [{ test: /dist\/vendor\//, sideEffects: true }] },
    plugins: [requiredPlugin(later.alias)],
    external: (id) =>
      !id.startsWith('.') && !isAbsolute(id) && !(id in alias) && !inlined.some((name) => id.startsWith(name)),
  });
  // Comments are for editors, and those read the declarations.
  const comments = { legal: true, annotation: true, jsdoc: false };
  await build.write({ dir: fresh, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', comments });
  await build.close();
  for (const file of Object.values(later.alias)) copyFileSync(file, `${fresh}/${basename(file)}`);
  const all = [...new Set([...inside, ...later.inside])].toSorted();
  if (all.length > 0) {
    writeFileSync(`${fresh}/THIRD-PARTY.md`, `# Inside this package\n\n${all.map(notice).join('\n')}`);
    writeFileSync(`${fresh}/${bom}`, billOfMaterials(folder, all));
  }
  const seconds = at / 1000;
  utimesSync(`${fresh}/index.js`, seconds, seconds + 0.001);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

/** @param {string} folder The front door, and the programs that the package says it has. */
function entries(folder) {
  const names = ['index', ...(programsOf(folder).programs ?? [])];
  return Object.fromEntries(names.map((name) => [name, `${folder}/dist/${name}.js`]));
}

/**
 * @param {string} folder
 * @returns {{ programs?: string[], bundled?: string[], inlined?: string[], required?: string[] }} What the package says about its bundle: `inlined` are modules of
 * other packages that are small and many, which are files of their own there.
 */
function programsOf(folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).reeve ?? {};
}

/**
 * What is required by name when it is needed is a file beside the bundle.
 * @param {Record<string, string>} alias
 * @returns {import('rolldown').Plugin}
 */
function requiredPlugin(alias) {
  return {
    name: 'required',
    renderChunk(code, { fileName }) {
      const up = fileName.includes('/') ? '../' : './';
      return Object.entries(alias).reduce(
        (text, [name, file]) =>
          text.replaceAll(`(import.meta.url)("${name}")`, `(import.meta.url)("${up}${basename(file)}")`),
        code,
      );
    },
  };
}
