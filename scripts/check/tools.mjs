/**
 * The checks that are other people's programs: formatter, linter, compiler, dead-code finder. Each gives its findings as problems.
 */
import { root as ownRoot } from '../setup/paths.mjs';
import { capture } from '../setup/run.mjs';

const bin = `${ownRoot}/node_modules/.bin`;

/** @param {string} root */
export const formatProblems = (root) => findings(root, `${bin}/oxfmt`, ['--check', '-c', `${ownRoot}/.oxfmtrc.json`]);

/** @param {string} root */
export const lintProblems = (root) =>
  findings(root, `${bin}/oxlint`, ['-c', `${ownRoot}/.oxlintrc.json`, '--deny-warnings']);

/** @param {string} root */
export const buildProblems = (root) => findings(root, `${bin}/tsc`, ['-b', '--pretty', 'false']);

/** @param {string} root */
export const deadCodeProblems = (root) => findings(root, `${bin}/knip`, ['--no-progress']);

/**
 * What a program says when it is not content, as one problem.
 * @param {string} root
 * @param {string} program
 * @param {readonly string[]} args
 */
async function findings(root, program, args) {
  const { code, output } = await capture(program, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  return code === 0 ? [] : [output.trim()];
}
