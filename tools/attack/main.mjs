/**
 * `npm run attack [-- GROUP … --minutes M --seed S --case N --kills N --quick]`: hostile input against the server, the client, the caches, the readers of files and the commands. What is attacked runs in a process of
 * its own, and has to stay alive, below 400 MB, and right. A group has cases that are always the same and cases that it draws from the seed. Without `--minutes` each group runs its quick part.
 *
 * Ends with 1 when a case fails, and prints how to run it again.
 */
import { parseArgs } from 'node:util';
import { SeededRandom } from '@reeve/machinery';
import { group as http } from './http.mjs';
import { group as manifests } from './manifests.mjs';
import { group as plugins } from './plugins.mjs';
import { run as runKills } from './server-kills.mjs';
import { group as peers } from './server-peers.mjs';
import { group as terminal } from './terminal.mjs';
import { group as lists } from './unread-lists.mjs';

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {() => Promise<string | undefined>} run what is wrong, if anything is
 *
 * @typedef {object} Session the part of a group that runs, with the process that it attacks
 * @property {(number: number, random: SeededRandom) => Case} caseOf
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {number} fixed how many cases are the same for every seed; they come first
 * @property {number} quick how many cases the quick part has
 * @property {() => Promise<Session>} start
 */

const usage = 'usage: npm run attack -- [GROUP …] [--minutes M] [--seed S] [--case N] [--kills N] [--quick]';
const { values, positionals } = readArguments();
const seed = Number(values.seed);
const minutes = values.quick ? undefined : values.minutes && Number(values.minutes);

/** @type {readonly Group[]} */
const groups = [http, lists, peers, plugins, manifests, terminal];
const names = [...groups.map(({ name }) => name), 'kills', 'data-kills'];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`attack: there is no group ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(2);
}
const isWanted = (/** @type {string} */ name) => positionals.length === 0 || positionals.includes(name);

let failed = 0;
for (const group of groups) if (isWanted(group.name)) failed += await attack(group);
if (isWanted('kills')) failed += await kills('kills', false);
if (isWanted('data-kills')) failed += await kills('data-kills', true);
process.exit(failed > 0 ? 1 : 0);

/** Ends with the usage where the arguments cannot be read. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string', default: '1' },
        case: { type: 'string' },
        kills: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`attack: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/**
 * Runs the cases of a group, and says how many failed.
 * @param {Group} group
 */
async function attack({ name, quick, start }) {
  const began = performance.now();
  const until = minutes ? began + (minutes * 60_000) / groups.length : Infinity;
  const first = Number(values.case ?? 0);
  const last = values.case !== undefined ? first + 1 : minutes ? Infinity : quick;
  let problems = 0;
  let number = first;
  const session = await start();
  try {
    for (; number < last && performance.now() < until; number += 1) {
      const { name: what, run } = session.caseOf(number, new SeededRandom(`${name} ${seed} ${number}`));
      const problem = await run();
      if (problem === undefined) continue;
      problems += 1;
      console.log(`${name}: case ${number} of seed ${seed}: ${what}\n  ${problem.replaceAll('\n', '\n  ')}`);
      console.log(`  again: npm run attack -- ${name} --seed ${seed} --case ${number}`);
    }
  } finally {
    await session.stop();
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${number - first} cases of seed ${seed} in ${seconds} s, ${problems} failed`);
  return problems;
}

/** Kills a server again and again while it is written to. @param {string} name @param {boolean} onData */
async function kills(name, onData) {
  const count = Number(values.kills ?? (minutes ? Math.ceil(minutes * 6) : 3));
  try {
    const { acknowledged, events, relists } = await runKills({ onData, seed, kills: count });
    console.log(
      `${name}: ${count} kills of seed ${seed} under ${acknowledged} writes, ${events} events and ${relists} relists, 0 failed`,
    );
    return 0;
  } catch (error) {
    console.log(`${String(error)}\n  again: npm run attack -- ${name} --seed ${seed} --kills ${count}`);
    return 1;
  }
}
