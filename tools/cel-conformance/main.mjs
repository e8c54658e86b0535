/**
 * Prints how many cases of each section passed, failed and are excluded; with the name of a section also what failed there.
 */
import { runConformance } from './run-cases.mjs';

const wanted = process.argv.slice(2);
const sections = runConformance();
const width = Math.max(...sections.map(({ name }) => name.length));
for (const { name, passed, failures, excluded } of sections) {
  console.log(
    `${name.padEnd(width)}  passed ${pad(passed)}  failed ${pad(failures.length)}  excluded ${pad(excluded.length)}`,
  );
  for (const { title, expression, problem } of failures) console.log(`    ${title}: ${expression}\n        ${problem}`);
  if (wanted.includes(name)) for (const { title, reason } of excluded) console.log(`    excluded ${title}: ${reason}`);
}
const sum = (/** @type {(section: (typeof sections)[number]) => number} */ count) =>
  sections.reduce((all, section) => all + count(section), 0);
const failed = sum(({ failures }) => failures.length);
console.log(
  `${'all'.padEnd(width)}  passed ${pad(sum(({ passed }) => passed))}  failed ${pad(failed)}  excluded ${pad(sum(({ excluded }) => excluded.length))}`,
);
/** @type {Map<string, number>} */
const reasons = new Map();
for (const { excluded } of sections) {
  for (const { reason } of excluded) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
console.log('\nexcluded, by reason:');
for (const [reason, count] of reasons) console.log(`${pad(count)}  ${reason}`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {number} count */
function pad(count) {
  return String(count).padStart(4);
}
