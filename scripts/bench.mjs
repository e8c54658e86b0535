/**
 * `npm run bench [-- NAME …] [-- --json]`: runs the benchmarks in `benchmarks/`. People get a table on stderr; `--json` prints one
 * document on stdout with every measurement and a bar per stated target. A missed bar is reported, never an error: timings do
 * not fail a build.
 */
import './setup/node-version.mjs';
import { readdirSync } from 'node:fs';
import { ensureReady } from './setup/ensure-ready.mjs';
import { root } from './setup/paths.mjs';
import { document, printTable } from './bench/report.mjs';

const known = readdirSync(`${root}/benchmarks`)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .toSorted();
const words = process.argv.slice(2);
const asJson = words.includes('--json');
const names = words.filter((word) => word !== '--json');
const unknown = names.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`bench: there is no benchmark ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}

await ensureReady();
const reports = [];
for (const name of names.length > 0 ? names : known) {
  console.error(`bench: ${name} …`);
  const { default: benchmark } = await import(`${root}/benchmarks/${name}.mjs`);
  const report = await benchmark({ log: (/** @type {string} */ line) => console.error(`  ${line}`) });
  printTable(report);
  reports.push(report);
}
if (asJson) console.log(JSON.stringify(document(reports), undefined, 2));
