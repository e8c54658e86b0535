/**
 * The check that every program in the documentation compiles, as strictly as our own code. Blocks become modules under `.reeve/docs`, and one run of the compiler looks at all
 * of them; what it finds is told by page and line.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root as ownRoot } from '../setup/paths.mjs';
import { capture } from '../setup/run.mjs';
import { docModules } from './doc-blocks.mjs';
import { repositoryFiles } from './source-files.mjs';

const isPage = /^(?:README|docs\/[^/]+|packages\/[^/]+\/README|examples\/[^/]+\/README)\.md$/;

const settings = {
  extends: `${ownRoot}/tsconfig.base.json`,
  compilerOptions: {
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    noPropertyAccessFromIndexSignature: false,
    typeRoots: [`${ownRoot}/node_modules/@types`],
  },
  include: ['**/*.ts'],
};

/**
 * What the compiler says of the documentation's programs. They import the packages as they were built last.
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function docProblems(root) {
  const folder = `${root}/.reeve/docs`;
  const places = writeModules(root, folder);
  if (places.size === 0) return [];
  const { code, output } = await capture(`${ownRoot}/node_modules/.bin/tsc`, ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (code === 0) return [];
  const told = output
    .trim()
    .replaceAll(/^(\S+\.ts)\((\d+),(\d+)\)/gm, (found, file, line, column) =>
      places.has(file)
        ? `${places.get(file)?.page}:${(places.get(file)?.line ?? 0) + Number(line) - 1}:${column}`
        : found,
    );
  return [...new Set(told.split(/\n(?! )/))];
}

/**
 * Writes the modules of all pages, and says where each comes from.
 * @param {string} root
 * @param {string} folder
 */
function writeModules(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings));
  /** @type {Map<string, { page: string, line: number }>} */
  const places = new Map();
  for (const page of repositoryFiles(root).filter((file) => isPage.test(file))) {
    for (const { file, code, line } of docModules(readFileSync(`${root}/${page}`, 'utf8'))) {
      const path = `${page.replace(/\.md$/, '')}/${file}`;
      mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
      writeFileSync(`${folder}/${path}`, code);
      places.set(path, { page, line });
    }
  }
  return places;
}
