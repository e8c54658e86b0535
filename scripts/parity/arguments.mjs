/**
 * The command line of `npm run parity`, read once into an order that says what to do.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root as repository } from '../setup/paths.mjs';
import { Problem } from './problem.mjs';

/**
 * @typedef {{ mode: 'help' } | { mode: 'write' | 'check' | 'json', root: string } | ShowOrder} Order
 * @typedef {{ mode: 'show', root: string, wanted: string }} ShowOrder
 */

export const help = `Usage: npm run parity [-- OPTION]

Tells which behaviours of docs/behaviours.json are held by a test that ran and passed, from the
results that npm test and npm run test:real leave in .reeve/results. A test quotes behaviours at the
end of its own title: 'a key waits at most once · WQ-5', 'one run at a time · WQ-6, CR-34'. An id
with parts in docs/behaviours.json may be held part by part: '… · CR-52 mapper'.

  (no option)   write docs/parity.md and print the counts of each family
  --json        print the counts as JSON, from the results alone; write nothing
  --check       fail with a difference when docs/parity.md is not what the results give
  --show ID     print a behaviour, or a whole family, with the source of its tests
  --root DIR    work on this folder instead of the repository
  --help        print this text

Where the real suite did not run, the page keeps what it already says about tests in test-real folders.
Exit codes: 0 done, 1 something to put right in tests, results or page, 2 a wrong command line.`;

const options = /** @type {const} */ ({
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  show: { type: 'string' },
  root: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
});

/**
 * @param {string[]} args
 * @returns {Order}
 */
export function parseArguments(args) {
  const { json, check, show, root = repository, help: isHelp } = valuesOf(args);
  const modes = [json && '--json', check && '--check', show !== undefined && '--show'].filter(Boolean);
  if (isHelp) return { mode: 'help' };
  if (modes.length > 1) throw usage(`${modes.join(' and ')} exclude each other`);
  if (show !== undefined) return { mode: 'show', wanted: show, root: resolve(root) };
  return { mode: json ? 'json' : check ? 'check' : 'write', root: resolve(root) };
}

/** @param {string[]} args */
function valuesOf(args) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} message */
function usage(message) {
  return new Problem(`${message}\nnpm run parity -- --help lists what there is`, 2);
}
