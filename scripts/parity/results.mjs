/**
 * The tests of the last runs, read from the reports of vitest's JSON reporter: `unit.json`, and `real.json` where a real cluster ran.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Problem } from './problem.mjs';
import { parseTitle } from './title.mjs';

/**
 * @typedef {'passed' | 'failed' | 'skipped'} Outcome
 * @typedef {object} Test
 * @property {string} file relative to the root, with forward slashes
 * @property {string[]} groups the titles of the describe blocks around it, outermost first
 * @property {string} title as in the source, with the ids
 * @property {string} name groups and title in one line, without the ids
 * @property {import('./title.mjs').QuotedId[]} ids
 * @property {Outcome} outcome
 *
 * @typedef {{ tests: Test[], hasRealSuite: boolean }} Results
 */

const folder = '.reeve/results';

/**
 * A test that is in both reports, or several times in one, appears once: failed if it failed anywhere, else passed if it passed
 * anywhere. A real report in which nothing ran counts as absent.
 * @param {string} root
 * @returns {Results}
 */
export function readResults(root) {
  if (!existsSync(join(root, folder, 'unit.json'))) {
    throw new Problem(
      `${folder}/unit.json is not there: run npm test first, and npm run test:real where a real cluster can run`,
    );
  }
  const real = existsSync(join(root, folder, 'real.json')) ? readReport(root, 'real.json', 'npm run test:real') : [];
  const tests = merge([...readReport(root, 'unit.json', 'npm test'), ...real]);
  return { tests, hasRealSuite: real.some(({ outcome }) => outcome !== 'skipped') };
}

/**
 * @param {string} root
 * @param {string} name
 * @param {string} command what writes this report
 * @returns {Test[]}
 */
function readReport(root, name, command) {
  const files = parse(join(root, folder, name))?.testResults;
  if (!Array.isArray(files)) throw new Problem(`${folder}/${name} is no report of vitest: run ${command} again`);
  return files.flatMap((file) => {
    const path = relative(root, file.name);
    if (path.startsWith('..') || isAbsolute(path))
      throw new Problem(`${folder}/${name} is about ${file.name}, outside ${root}: run ${command} here`);
    return file.assertionResults.map((/** @type {Assertion} */ test) => readTest(path.split(sep).join('/'), test));
  });
}

/** @param {string} path */
function parse(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @typedef {{ ancestorTitles: string[], title: string, status: string }} Assertion
 *
 * @param {string} file
 * @param {Assertion} assertion
 * @returns {Test}
 */
function readTest(file, { ancestorTitles, title, status }) {
  const groups = ancestorTitles.filter((group) => group !== '');
  const { text, ids } = parseTitle(title);
  const name = [...groups, text].join(' › ').replace(/\s+/g, ' ');
  return { file, groups, title, name, ids, outcome: status === 'passed' || status === 'failed' ? status : 'skipped' };
}

/** @param {Test[]} tests */
function merge(tests) {
  const strength = { failed: 2, passed: 1, skipped: 0 };
  /** @type {Map<string, Test>} */
  const merged = new Map();
  for (const test of tests) {
    const key = JSON.stringify([test.file, test.groups, test.title]);
    const other = merged.get(key);
    if (!other || strength[test.outcome] > strength[other.outcome]) merged.set(key, test);
  }
  return [...merged.values()];
}
