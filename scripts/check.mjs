/**
 * `npm run check [-- STEP …]`: format, lint, layers, effects, text, build, docs, dead code. Prints what is wrong and where; exits 1 on any problem.
 */
import './setup/node-version.mjs';
import { ensureInstalled } from './setup/ensure-ready.mjs';
import { root } from './setup/paths.mjs';

await ensureInstalled();
const { architectureProblems } = await import('./check/architecture.mjs');
const { docLinkProblems } = await import('./check/doc-links.mjs');
const { docProblems } = await import('./check/docs.mjs');
const { effectProblems, testTimeProblems } = await import('./check/effects.mjs');
const { layerProblems } = await import('./check/layers.mjs');
const { probeTitleProblems } = await import('./check/probe-titles.mjs');
const { configuredRegistries, textProblems } = await import('./check/tracked-text.mjs');
const { buildProblems, deadCodeProblems, formatProblems, lintProblems } = await import('./check/tools.mjs');

/** @type {Record<string, (root: string) => string[] | Promise<string[]>>} */
const steps = {
  format: formatProblems,
  lint: lintProblems,
  layers: layerProblems,
  effects: (folder) => [...effectProblems(folder), ...testTimeProblems(folder)],
  text: async (folder) => [...textProblems(folder, await configuredRegistries()), ...probeTitleProblems(folder)],
  build: buildProblems,
  docs: async (folder) => [...architectureProblems(folder), ...docLinkProblems(folder), ...(await docProblems(folder))],
  'dead-code': deadCodeProblems,
};
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`check: there is no step ${unknown.join(', ')}; there are: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

let failed = 0;
for (const [name, problemsOf] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const problems = await problemsOf(root);
  console.log(`check: ${name.padEnd(9)} ${problems.length === 0 ? 'ok' : 'FAILED'}`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '  '));
  if (problems.length > 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
