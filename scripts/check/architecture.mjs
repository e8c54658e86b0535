/**
 * The check that ARCHITECTURE.md is complete: each package with folders has a section, and the table of the section has one row for each folder of its `src`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { repositoryFiles } from './source-files.mjs';

const page = 'ARCHITECTURE.md';

/**
 * Folders without a row, rows without a folder, and packages without a section.
 * @param {string} root
 * @returns {string[]}
 */
export function architectureProblems(root) {
  if (!existsSync(`${root}/${page}`)) return [`${page} does not exist`];
  const described = describedFolders(readFileSync(`${root}/${page}`, 'utf8'));
  return [...sourceFolders(root)].flatMap(([name, folders]) => {
    const rows = described.get(name);
    if (rows === undefined) return [`${page}: no section "### ${name}" for packages/${name}`];
    const missing = [...folders].filter((folder) => !rows.has(folder));
    const stale = [...rows].filter((folder) => !folders.has(folder));
    return [
      ...missing.map((folder) => `${page}: the section of ${name} has no row for packages/${name}/src/${folder}`),
      ...stale.map((folder) => `${page}: packages/${name}/src/${folder} does not exist; remove its row`),
    ];
  });
}

/**
 * The folders of each package that has some. A package whose folders are all generated, or hold its executable alone, needs no section.
 * @param {string} root
 * @returns {Map<string, Set<string>>}
 */
function sourceFolders(root) {
  /** @type {Map<string, Set<string>>} */
  const packages = new Map();
  for (const file of repositoryFiles(root)) {
    const [, name, folder] = /^packages\/([^/]+)\/src\/([^/]+)\/.+\.ts$/.exec(file) ?? [];
    if (name === undefined || folder === undefined || name === 'reeve') continue;
    packages.set(name, (packages.get(name) ?? new Set()).add(folder));
  }
  return packages;
}

/**
 * The folders that the page's tables name first in a row, by the first word of the section's heading.
 * @param {string} text
 * @returns {Map<string, Set<string>>}
 */
function describedFolders(text) {
  /** @type {Map<string, Set<string>>} */
  const sections = new Map();
  for (const section of text.split(/^### /m).slice(1)) {
    const name = /^[\w-]+/.exec(section)?.[0] ?? '';
    const folders = [...section.matchAll(/^\| *`([\w-]+)\/` *\|/gm)].map(([, folder = '']) => folder);
    sections.set(name, new Set(folders));
  }
  return sections;
}
