/**
 * What a review costs the webhook server, beside a bare server of `node:https` that parses and answers: CPU time per review, and the slowest of a hundred at 2,000 reviews per second. Both run in
 * processes of their own, one after the other, in turns.
 */
import { fork } from 'node:child_process';
import { Agent, request as send } from 'node:https';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('webhook/subject.mjs', import.meta.url));
const reviews = 8000;

/** A review of a Pod of usual size. */
const body = JSON.stringify({
  kind: 'AdmissionReview',
  apiVersion: 'admission.k8s.io/v1',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    name: 'web-0',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:authenticated'] },
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-0', namespace: 'default', labels: { app: 'web' } },
      spec: {
        containers: Array.from({ length: 4 }, (_, index) => ({
          name: `c${index}`,
          image: 'registry.example.com/web:1.0',
          env: Array.from({ length: 10 }, (_unused, at) => ({
            name: `VARIABLE_${at}`,
            value: `value of variable ${at}`,
          })),
          resources: { requests: { cpu: '100m', memory: '128Mi' } },
        })),
      },
    },
  },
});

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  /** @type {Record<string, { cpuUs: number, p99Ms: number }[]>} */
  const runs = { bare: [], ours: [] };
  for (let turn = 0; turn < 3; turn++)
    for (const subject of ['bare', 'ours']) {
      log(subject);
      runs[subject]?.push(await measured(subject));
    }
  const best = (/** @type {string} */ subject, /** @type {'cpuUs' | 'p99Ms'} */ what) =>
    Math.min(...(runs[subject] ?? []).map((run) => run[what]));
  const cpuRatio = best('ours', 'cpuUs') / best('bare', 'cpuUs');
  const slower = best('ours', 'p99Ms') - best('bare', 'p99Ms');
  return {
    name: 'webhook',
    measurements: ['bare', 'ours'].flatMap((subject) => [
      { name: `${subject}: CPU per review`, value: best(subject, 'cpuUs'), unit: 'µs CPU' },
      { name: `${subject}: p99 at 2,000 reviews/s`, value: best(subject, 'p99Ms'), unit: 'ms' },
    ]),
    bars: [
      { name: 'CPU per review, against the bare server', value: cpuRatio, limit: 1.3, held: cpuRatio <= 1.3 },
      { name: 'ms of p99 at 2,000 reviews/s, above the bare server', value: slower, limit: 2, held: slower <= 2 },
    ],
  };
}

/** @param {string} subject */
async function measured(subject) {
  const child = fork(script, [subject]);
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
  try {
    const { port } = await message(child);
    for (let index = 0; index < 1000; index++) await review(port, agent); // until it is compiled
    const before = await cpuOf(child);
    await load(port, agent, reviews);
    const cpuUs = (((await cpuOf(child)) - before) * 1000) / reviews;
    return { cpuUs, p99Ms: await slowest(port, agent) };
  } finally {
    agent.destroy();
    child.kill();
  }
}

/** Sixteen at a time. @param {number} port @param {Agent} agent @param {number} count */
async function load(port, agent, count) {
  let left = count;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) await review(port, agent);
    }),
  );
}

/** The slowest of a hundred while 2,000 are sent each second. @param {number} port @param {Agent} agent */
async function slowest(port, agent) {
  /** @type {number[]} */
  const times = [];
  /** @type {Promise<void>[]} */
  const sent = [];
  const start = performance.now();
  for (let index = 0; index < 4000; index++) {
    while (performance.now() - start < index / 2) await new Promise((resolve) => setImmediate(resolve));
    const began = performance.now();
    sent.push(review(port, agent).then(() => void times.push(performance.now() - began)));
  }
  await Promise.all(sent);
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

/** @param {number} port @param {Agent} agent @returns {Promise<void>} */
const review = (port, agent) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = send(
      { host: '127.0.0.1', port, path: '/validate?timeout=10s', method: 'POST', agent, headers },
      (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      },
    );
    request.once('error', reject);
    request.end(body);
  });

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<any>} */
const message = (child) => new Promise((resolve) => child.once('message', resolve));

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
async function cpuOf(child) {
  const answer = message(child);
  child.send('cpu');
  return (await answer).cpuMs;
}
