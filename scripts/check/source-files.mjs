/**
 * The files that the checks look at: those git tracks and those it would track, under any root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/**
 * Files of the repository, relative to its root, sorted; ignored ones are left out.
 * @param {string} root
 * @returns {string[]}
 */
export function repositoryFiles(root) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(`${root}/${file}`)).toSorted();
}

/**
 * Names of the folders in `packages/` that hold a package.
 * @param {string} root
 * @returns {string[]}
 */
export function packageNames(root) {
  if (!existsSync(`${root}/packages`)) return [];
  return readdirSync(`${root}/packages`)
    .filter((name) => existsSync(`${root}/packages/${name}/package.json`))
    .toSorted();
}

/**
 * TypeScript files in one folder of a package, relative to the root.
 * @param {readonly string[]} files
 * @param {string} name
 * @param {'src' | 'test' | 'test-real'} folder
 */
export function typescriptIn(files, name, folder) {
  return files.filter((file) => file.startsWith(`packages/${name}/${folder}/`) && /\.tsx?$/.test(file));
}
