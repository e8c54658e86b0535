/**
 * Sends mutated requests to a server in memory and tells what went wrong: answers that are the server's fault, and errors that are bugs. Time runs a thousand
 * times faster, so that what waits for seconds waits for moments.
 */
import { inspect } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { nodeHost, SeededRandom, settle } from '@reeve/machinery';
import { mutate } from './mutate-request.mjs';
import { isRealFault } from './real-faults.mjs';
import { seedRequests } from './seed-requests.mjs';

/** @typedef {import('./seed-requests.mjs').FuzzRequest} FuzzRequest */
/** @typedef {{ number: number, request: string, problem: string }} Finding */
/** @typedef {{ findings: Finding[], statuses: Map<number, number>, isHealthy: boolean }} Report */

const workers = 16;
/** A server is as it was after so many requests, so that what was created does not pile up. */
const resetEvery = 500;
const watchPieces = 3;
const hurry = 1000;
const lateMs = 10_000;

/**
 * @param {{ count: number, seed: number, onProgress?: (done: number) => void }} options
 * @returns {Promise<Report>}
 */
export async function fuzz({ count, seed, onProgress }) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {string[]} */
  const bugs = [];
  const statuses = new Map();
  const server = await ApiServer.start({ host: hurriedHost(), onBug: (error) => bugs.push(inspect(error)) });
  const seeds = seedRequests();
  const furnished = await furnish(server, seeds);
  let next = 0;
  const work = async () => {
    for (let number = next++; number < count; number = next++) {
      if (number % resetEvery === 0) server.restore(furnished);
      const random = new SeededRandom(`${seed}/${number}`);
      const request = mutate(/** @type {FuzzRequest} */ (seeds[random.integer(seeds.length)]), random);
      const { status, problem } = await send(server, request);
      await settle(); // in memory nothing else lets timers have their turn
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const said = bugs.pop() ?? problem;
      if (said !== undefined) findings.push({ number, request: printed(request), problem: said });
      onProgress?.(number);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const healthy = await isHealthy(server);
  await server.stop();
  return { findings, statuses, isHealthy: healthy };
}

/**
 * Sends what creates something as it is, so that mutated requests find objects; returns the server's state.
 * @param {ApiServer} server
 * @param {readonly FuzzRequest[]} seeds
 */
async function furnish(server, seeds) {
  for (const request of seeds) if (request.method === 'POST') await send(server, request);
  return server.snapshot();
}

/**
 * @param {ApiServer} server
 * @param {FuzzRequest} request
 * @returns {Promise<{ status: number, problem?: string }>}
 */
async function send(server, request) {
  try {
    const abort = AbortSignal.timeout(lateMs);
    const { status, headers, body } = await server.transport.request({ ...request, signal: abort });
    let text = '';
    let pieces = 0;
    const isWatch = /[?&]watch=|\/watch\//.test(request.path);
    if (!(isWatch && status === 200))
      for await (const piece of body) {
        text += Buffer.from(piece).toString('latin1');
        if ((pieces += 1) >= watchPieces && isWatch) break;
      }
    else await body[Symbol.asyncIterator]().return?.(undefined);
    if (status < 500 || status === 504 || isRealFault(text)) return { status };
    return { status, problem: `${status} ${JSON.stringify(headers['content-type'])} ${text.slice(0, 300)}` };
  } catch (error) {
    return { status: 0, problem: `no answer: ${inspect(error)}` };
  }
}

/** Whether a server still does what it is there for. @param {ApiServer} server */
async function isHealthy(server) {
  server.reset();
  const path = '/api/v1/namespaces/default/configmaps';
  const headers = { 'content-type': 'application/json' };
  const body = Buffer.from('{"metadata":{"name":"after"}}');
  const created = await server.transport.request({ method: 'POST', path, headers, body });
  const read = await server.transport.request({ method: 'GET', path: `${path}/after` });
  const ready = await server.transport.request({ method: 'GET', path: '/readyz' });
  return created.status === 201 && read.status === 200 && ready.status === 200;
}

/** @param {FuzzRequest} request */
const printed = ({ method, path, headers, body }) =>
  `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(Buffer.from(body).toString('latin1')).slice(0, 600)}`;

/** A host whose timers are short. @returns {import('@reeve/machinery').Host} */
function hurriedHost() {
  const host = nodeHost();
  const { clock, random, effects } = host;
  return {
    random,
    effects,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() * hurry,
      setTimer: (delayMs, callback, options) => clock.setTimer(delayMs / hurry, callback, options),
    },
    uuid: () => host.uuid(),
    sleep: (ms, signal) => host.sleep(ms / hurry, signal),
    yield: () => host.yield(),
    startSlice: () => host.startSlice(),
  };
}
