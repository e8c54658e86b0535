/**
 * The programs of a page of documentation, written to files that a test can import. They are under the root, so that they find the packages as our tests do.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { docModules } from '../check/doc-blocks.mjs';
import { root, scratch } from '../setup/paths.mjs';

/** Writes the programs of a page such as `docs/tutorial.md`, and gives their folder and their files. */
export function writeDocPrograms(page: string): { readonly folder: string; readonly files: readonly string[] } {
  const folder = `${scratch}/docs-run/${page.replaceAll('/', '-')}`;
  rmSync(folder, { recursive: true, force: true });
  const modules = docModules(readFileSync(`${root}/${page}`, 'utf8'));
  for (const { file, code } of modules) {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    writeFileSync(`${folder}/${file}`, code);
  }
  return { folder, files: modules.map(({ file }) => file) };
}
