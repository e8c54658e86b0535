/**
 * `npm run mutants [-- PACKAGE|ID … --sample 20 --seed 1 --limit 120 --jobs 2]`: puts one defect at a time into the core and runs the tests that should notice it. The
 * defects are listed in `tools/mutants/PACKAGE.json`. A defect is put in when the module is loaded, so no file changes.
 *
 * Ends with 1 when a defect survives, and with 2 when the list is stale or the tests fail without a defect.
 */
import { parseArgs } from 'node:util';
import { drawSample, readMutants, staleProblems } from './mutant-list.mjs';
import { runBaseline, runMutant } from './run-mutant.mjs';

/** @typedef {import('./mutant-list.mjs').Mutant} Mutant */
/** @typedef {import('./run-mutant.mjs').Verdict} Verdict */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '120' },
    jobs: { type: 'string', default: '2' },
  },
});

const all = readMutants();
const stale = staleProblems(all);
if (stale.length > 0) end(2, stale.join('\n'));
const named =
  positionals.length === 0 ? all : all.filter((mutant) => positionals.some((word) => isNamed(mutant, word)));
if (named.length === 0) end(2, `mutants: no defect is named ${positionals.join(', ')}`);
const chosen = values.sample === undefined ? named : drawSample(named, Number(values.sample), Number(values.seed));

const files = [...new Set(chosen.flatMap(({ tests }) => tests))].toSorted();
console.log(`mutants: ${chosen.length} of ${all.length} defects; first ${files.length} test files without a defect`);
const failing = await runBaseline(files);
if (failing !== undefined) end(2, `mutants: the tests fail without a defect:\n${failing}`);

/** @type {{ mutant: Mutant, verdict: Verdict }[]} */
const results = [];
const waiting = [...chosen];
await Promise.all(Array.from({ length: Math.min(2, Math.max(1, Number(values.jobs))) }, work));

const survivors = results.filter(({ verdict }) => verdict === 'survived' || verdict === 'not loaded');
for (const { mutant, verdict } of survivors) {
  console.log(`\n${mutant.id}: ${verdict}: ${mutant.defect}`);
  console.log(`  ${mutant.file}:${mutant.line}`);
  console.log(`${prefixed('-', mutant.find)}\n${prefixed('+', mutant.replace)}`);
  console.log(`  tests: ${mutant.tests.join(' ')}`);
}
const count = (/** @type {Verdict} */ wanted) => results.filter(({ verdict }) => verdict === wanted).length;
console.log(
  `\nmutants: ${count('killed')} killed, ${count('over the limit')} ended by a limit of time, ${survivors.length} survived`,
);
process.exit(survivors.length > 0 ? 1 : 0);

/** Takes one defect after the other. */
async function work() {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const started = performance.now();
    const verdict = await runMutant(mutant, Number(values.limit));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${mutant.id.padEnd(44)} ${verdict.padEnd(15)} ${seconds.padStart(6)} s`);
    results.push({ mutant, verdict });
  }
}

/**
 * @param {Mutant} mutant
 * @param {string} word an id or the name of a package
 */
function isNamed(mutant, word) {
  return mutant.id === word || mutant.package === word;
}

/**
 * @param {string} sign
 * @param {string} text
 */
function prefixed(sign, text) {
  return text.replace(/^/gm, `  ${sign} `);
}

/**
 * @param {number} code
 * @param {string} text
 * @returns {never}
 */
function end(code, text) {
  console.error(text);
  process.exit(code);
}
