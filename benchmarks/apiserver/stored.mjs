/**
 * A process that fills a server in memory and prints what a create costs with few and with many objects stored, and what the objects hold in memory.
 * Run with `--expose-gc`.
 */
import { ApiServer } from '@reeve/apiserver';

const few = 1000;
const many = 100_000;
const rounds = 15;
const perRound = 1000;
const path = '/api/v1/namespaces/default/configmaps';
const filling = 'x'.repeat(700);

const server = await ApiServer.start();
const { transport } = server;
let next = 0;

await fill(few);
await cpuPerCreate(); // warms up
const atFew = await cpuPerCreate();
server.reset();
server.compact();
const before = held();
const jsonBytes = await fill(many);
const after = held();
const atMany = await cpuPerCreate();
console.log(JSON.stringify({ atFew, atMany, heldBytes: after - before, jsonBytes }));
await server.stop();

/** Microseconds of CPU per create, best of some rounds; what a round made is taken away again. */
async function cpuPerCreate() {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const snapshot = server.snapshot();
    const started = process.cpuUsage();
    await fill(perRound);
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / perRound);
    server.restore(snapshot);
  }
  return best;
}

/** Creates so many objects, and returns the bytes of their JSON. @param {number} count */
async function fill(count) {
  let bytes = 0;
  for (let made = 0; made < count; made += 1) bytes += await create(`bench-${(next += 1)}`);
  return bytes;
}

/** @param {string} name */
async function create(name) {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { filling },
  };
  const body = Buffer.from(JSON.stringify(object));
  const headers = { 'content-type': 'application/json' };
  const answer = await transport.request({ method: 'POST', path, headers, body });
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.length;
  if (answer.status !== 201) throw new Error(`create of ${name}: ${answer.status}`);
  return bytes;
}

/** What the process holds after collecting garbage. */
function held() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external; // external counts array buffers
}
