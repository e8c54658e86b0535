/**
 * What else newcomers write: each journey is compiled with the tsconfig that reeve ships, run with the JavaScript that comes of it, and compared with what it must print.
 */
import { readFileSync } from 'node:fs';
import { docModules } from '../../scripts/check/doc-blocks.mjs';
import { root } from '../../scripts/setup/paths.mjs';

/**
 * @typedef {object} Journey
 * @property {string} name the folder
 * @property {string} what
 * @property {() => Record<string, string>} files by name
 * @property {string} script what is run, as JavaScript; a `.test.ts` file by vitest
 * @property {readonly string[]} prints the lines that it must print
 */

/** @type {readonly Journey[]} */
export const journeys = [
  {
    name: 'client-script',
    what: 'a script: lists, an informer, a log, a command (docs/coming-from-client-node.md)',
    files: () => ({ 'list.ts': docProgram('docs/coming-from-client-node.md', 'list.ts') }),
    script: 'list.js',
    prints: [
      'a page of 2 pods\na page of 1 pods\n',
      'the informer holds events: true\n',
      'the log has lines: true\n',
      'hi, exit code 3\n',
    ],
  },
];

/**
 * A named program of a page.
 * @param {string} page
 * @param {string} name
 */
function docProgram(page, name) {
  const found = docModules(readFileSync(`${root}/${page}`, 'utf8')).find(({ file }) => file.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`${page} has no block named ${name}`);
  return `${found.code.trim()}\n`;
}
