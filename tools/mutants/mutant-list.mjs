/**
 * The committed list of defects: one JSON file per package. Each defect replaces one text that occurs exactly once in its file.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Mutant
 * @property {string} id unique, begins with the name of its package
 * @property {string} package the name of the list's file
 * @property {string} defect what goes wrong, as a sentence
 * @property {string} file relative to the root
 * @property {number} line where the replaced text begins; 0 when it is not there
 * @property {string} find the text to replace
 * @property {string} replace
 * @property {readonly string[]} tests test files that should notice, relative to the root
 */

const ownRoot = fileURLToPath(new URL('../..', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * All defects, in the order of the lists.
 * @param {{ root?: string, lists?: string }} [places] other folders, for tests
 * @returns {Mutant[]}
 */
export function readMutants({ root = ownRoot, lists = folder } = {}) {
  return readdirSync(lists)
    .filter((name) => name.endsWith('.json') && name !== 'tsconfig.json')
    .toSorted()
    .flatMap((name) =>
      JSON.parse(readFileSync(`${lists}/${name}`, 'utf8')).map((/** @type {Mutant} */ entry) => ({
        ...entry,
        package: name.slice(0, -'.json'.length),
        line: lineOf(`${root}/${entry.file}`, entry.find),
      })),
    );
}

/**
 * Entries that no longer fit the sources: a text that is not there exactly once, a test file that is gone, an id that is there twice.
 * @param {readonly Mutant[]} mutants
 * @param {string} [root]
 * @returns {string[]}
 */
export function staleProblems(mutants, root = ownRoot) {
  const ids = mutants.map(({ id }) => id);
  return mutants.flatMap(({ id, package: list, file, find, replace, tests }, index) => {
    const where = `tools/mutants/${list}.json: ${id}`;
    const times = existsSync(`${root}/${file}`)
      ? occurrences(readFileSync(`${root}/${file}`, 'utf8'), find)
      : undefined;
    return [
      ...(ids.indexOf(id) === index ? [] : [`${where}: this id is there twice`]),
      ...(id.startsWith(`${list}-`) ? [] : [`${where}: the id does not begin with ${list}-`]),
      ...(times === undefined ? [`${where}: there is no file ${file}`] : []),
      ...(times === undefined || times === 1
        ? []
        : [`${where}: the text occurs ${times} times in ${file}, not once: choose it again\n  ${find}`]),
      ...(find === replace ? [`${where}: the replacement is the text itself`] : []),
      ...(tests.length > 0 ? [] : [`${where}: names no test`]),
      ...tests.filter((test) => !existsSync(`${root}/${test}`)).map((test) => `${where}: there is no test ${test}`),
    ];
  });
}

/**
 * Some of the defects; the same seed draws the same ones.
 * @param {readonly Mutant[]} mutants
 * @param {number} size
 * @param {number} seed
 */
export function drawSample(mutants, size, seed) {
  const left = [...mutants];
  let state = seed >>> 0;
  const drawn = [];
  while (drawn.length < size && left.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return drawn;
}

/**
 * @param {string} file
 * @param {string} find
 */
function lineOf(file, find) {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const start = source.indexOf(find);
  return start === -1 ? 0 : source.slice(0, start).split('\n').length;
}

/**
 * @param {string} text
 * @param {string} part
 */
function occurrences(text, part) {
  return part === '' ? 0 : text.split(part).length - 1;
}
