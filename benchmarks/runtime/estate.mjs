/**
 * Many primaries with three children each: how long an operator takes to make them all, with how many requests, and what it does when it starts again on a cluster where all is made.
 * Server and operator are processes of their own; the server counts requests.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './subjects.mjs';

/**
 * @typedef {{ primaries: number, seconds: number, cpuSeconds: number, rss: number, runs: number, writes: number, reads: number }} Life one life of the operator
 * @typedef {{ first: Life, again: Life }} Estate
 */

/**
 * @param {{ primaries: number, log: (line: string) => void }} options
 * @returns {Promise<Estate>}
 */
export async function measureEstate({ primaries, log }) {
  log(`estate: a server with ${primaries} primaries`);
  const server = fork(script('estate-server'), [String(primaries)]);
  const [{ kubeconfig }] = await once(server, 'message');
  log('estate: the operator makes their children');
  const first = await live(server, kubeconfig, primaries);
  log(`estate: ${first.seconds.toFixed(1)} s; the operator starts again`);
  const again = await live(server, kubeconfig, primaries);
  server.kill();
  return { first, again };
}

/** One life of the operator. @param {import('node:child_process').ChildProcess} server @param {string} kubeconfig @param {number} primaries */
async function live(server, kubeconfig, primaries) {
  const before = await counted(server);
  const operator = fork(script('estate-operator'), [String(primaries)], { execArgv: ['--expose-gc', ...nodeFlags] });
  operator.send({ kubeconfig });
  const [report] = await once(operator, 'message');
  operator.kill();
  const after = await counted(server);
  return { primaries, ...report, writes: after.writes - before.writes, reads: after.reads - before.reads };
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<{ writes: number, reads: number }>} */
async function counted(server) {
  server.send('count');
  const [counts] = await once(server, 'message');
  return counts;
}

/** @param {string} name */
const script = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
