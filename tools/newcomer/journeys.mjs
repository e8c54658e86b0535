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
  {
    name: 'backup',
    what: 'a Backup operator over a virtual day: a schedule, Jobs, a volume, a service over HTTP, a finalizer (examples/backup)',
    files: () => example('backup', ['backup.ts', 'catalogue.ts'], 'backup.test.ts'),
    script: 'backup.test.ts',
    prints: [
      '✓ backup.test.ts > a Backup runs each hour of a day, enters each run once in the catalogue, and keeps the last three Jobs',
      '✓ backup.test.ts > a catalogue that is away is asked again until it is back, and the run is entered then',
      '✓ backup.test.ts > a Backup that is deleted goes when the catalogue has removed it',
      '✓ backup.test.ts > a Backup with a schedule that is none is refused',
    ],
  },
  {
    name: 'secret-copier',
    what: 'an operator that copies Secrets into the namespaces of a selector (examples/secret-copier)',
    files: () => example('secret-copier', ['secret-copier.ts'], 'secret-copier.test.ts'),
    script: 'secret-copier.test.ts',
    prints: [
      '✓ secret-copier.test.ts > a Secret is copied into the half of 1,000 namespaces that its selector names, and the copies go with it',
      '✓ secret-copier.test.ts > copies follow the labels of namespaces, come back, and leave a Secret of the same name alone',
    ],
  },
];

/**
 * The sources of an example and its test, in one folder, as a newcomer would have them.
 * @param {string} name
 * @param {readonly string[]} sources
 * @param {string} test
 */
function example(name, sources, test) {
  const read = (/** @type {string} */ path) => readFileSync(`${root}/examples/${name}/${path}`, 'utf8');
  const files = Object.fromEntries(sources.map((file) => [file, read(`src/${file}`)]));
  return { ...files, [test]: read(`test/${test}`).replaceAll("'../src/", "'./") };
}

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
