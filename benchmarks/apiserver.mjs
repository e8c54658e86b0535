/**
 * What the embedded API server costs: starting, writing, reading and watching beside the real kube-apiserver with etcd in the same run, by the same client
 * over TLS; and, in process, what a create and an object cost when many are stored.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { appliesPerSecond, strategicPatchesPerSecond } from './apiserver/applies.mjs';
import {
  createNamespace,
  createsPerSecond,
  getsPerSecond,
  listTime,
  patchesPerSecond,
  watchEventsPerSecond,
} from './apiserver/loads.mjs';
import { residentMegabytes, startOurs, startReal } from './apiserver/subjects.mjs';

/** @typedef {import('../scripts/bench/report.mjs').Measurement} Measurement */
/** @typedef {import('./apiserver/subjects.mjs').Subject} Subject */

const run = promisify(execFile);
const starts = 5;
const rounds = 3;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  log('starting in process and as a command');
  const inProcess = await bestStart();
  const command = await bestCommand();
  log('1,000 and 100,000 objects in process');
  /** @type {{ atFew: number, atMany: number, heldBytes: number, jsonBytes: number }} */
  const stored = await child('stored.mjs', ['--expose-gc']);
  log('our server');
  const folder = newFolder();
  const ours = await measure(await startOurs(await clientIdentity(), folder, folder), 5);
  rmSync(folder, { recursive: true });
  const server = await startReal();
  log(server ? 'the real server' : 'no real server here: ours alone');
  const real = server && (await measure(server, 1));
  return {
    name: 'apiserver',
    measurements: [
      { name: 'in process: ready', value: inProcess.startMs, unit: 'ms' },
      { name: 'in process: resident', value: inProcess.megabytes, unit: 'MB' },
      { name: 'in process: create with 1,000 stored', value: stored.atFew, unit: 'µs CPU' },
      { name: 'in process: create with 100,000 stored', value: stored.atMany, unit: 'µs CPU' },
      { name: 'in process: held per object', value: stored.heldBytes / 100_000, unit: 'bytes' },
      { name: 'in process: JSON per object', value: stored.jsonBytes / 100_000, unit: 'bytes' },
      { name: 'ours: ready as a command, certificates given', value: command.given, unit: 'ms' },
      { name: 'ours: ready as a command, certificates kept', value: command.fresh, unit: 'ms' },
      { name: 'ours: ready as a command, certificates made', value: command.first, unit: 'ms' },
      ...rowsOf('ours', ours),
      ...(real ? rowsOf('real', real) : []),
    ],
    bars: [
      atMost('ready in process, ms', inProcess.startMs, 50),
      atMost('ready as a command, ms', Math.max(command.given, command.fresh), 400),
      atMost('idle, MB resident', ours.idle, 120),
      atMost('create with 100,000 stored, against 1,000', stored.atMany / stored.atFew, 1.3),
      atMost('memory of objects, against their JSON', stored.heldBytes / stored.jsonBytes, 2.5),
      ...(real
        ? [
            atLeast('creates at 32 in flight, against the real server', ours.creates32 / real.creates32, 3),
            atLeast('server-side applies, against the real server', ours.applies / real.applies, 3),
            atLeast('strategic patches, against the real server', ours.strategic / real.strategic, 3),
            atLeast('watch events, against the real server', ours.events / real.events, 5),
          ]
        : []),
    ],
  };
}

/**
 * Puts one server through every load. A server that is faster by a `factor` gets more to do, so that each figure is about seconds, not moments.
 * @param {Subject} subject
 * @param {number} factor
 */
async function measure(subject, factor) {
  const { access } = subject;
  const place = places(access);
  try {
    const idle = residentMegabytes(subject);
    await createsPerSecond(access, { namespace: await place(), count: 1500 * factor, inFlight: 32 }); // warms up
    const creates1 = await createsPerSecond(access, { namespace: await place(), count: 200 * factor, inFlight: 1 });
    const creates32 = await best(async () =>
      createsPerSecond(access, { namespace: await place(), count: 700 * factor, inFlight: 32 }),
    );
    const namespace = await place();
    await createsPerSecond(access, { namespace, count: 3000, inFlight: 32 });
    const reads = { namespace, inFlight: 32, objects: 3000 };
    const gets = await best(() => getsPerSecond(access, { ...reads, count: 1000 * factor }));
    const patches = await best(() => patchesPerSecond(access, { ...reads, count: 500 * factor }));
    const written = { namespace: await place(), count: 400 * factor, inFlight: 32, objects: 200 };
    const applies = await appliesPerSecond(access, written);
    const strategic = await best(() => strategicPatchesPerSecond(access, written));
    const list3 = await listTime(access, namespace);
    const events = await best(async () =>
      watchEventsPerSecond(access, { namespace: await place(), watchers: 50, creates: 600 * factor }),
    );
    await createsPerSecond(access, { namespace, from: 3000, count: 17_000, inFlight: 32 });
    const list20 = await listTime(access, namespace);
    const loaded = residentMegabytes(subject);
    return {
      readyMs: subject.readyMs,
      idle,
      loaded,
      creates1,
      creates32,
      gets,
      patches,
      applies,
      strategic,
      list3,
      list20,
      events,
    };
  } finally {
    await subject.stop();
  }
}

/** The best of some rounds: noise of the machine only ever takes away. @param {() => Promise<number>} round */
async function best(round) {
  let rate = 0;
  for (let turn = 0; turn < rounds; turn += 1) rate = Math.max(rate, await round());
  return rate;
}

/** Makes a new namespace at each call, and returns its name. @param {import('./apiserver/connection.mjs').Access} access */
function places(access) {
  let made = 0;
  return async () => {
    const name = `bench-${(made += 1)}`;
    await createNamespace(access, name);
    return name;
  };
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof measure>>} figures
 * @returns {Measurement[]}
 */
function rowsOf(name, figures) {
  /** @type {[string, number, string][]} */
  const rows = [
    ['ready, certificates and store included', figures.readyMs, 'ms'],
    ['idle', figures.idle, 'MB resident'],
    ['loaded', figures.loaded, 'MB resident'],
    ['creates, 1 in flight', figures.creates1, 'per second'],
    ['creates, 32 in flight', figures.creates32, 'per second'],
    ['gets, 32 in flight', figures.gets, 'per second'],
    ['merge patches, 32 in flight', figures.patches, 'per second'],
    ['server-side applies, 32 in flight', figures.applies, 'per second'],
    ['strategic patches, 32 in flight', figures.strategic, 'per second'],
    ['list of 3,000', figures.list3, 'ms'],
    ['list of 20,000', figures.list20, 'ms'],
    ['watch events to 50 watchers', figures.events, 'per second'],
  ];
  return rows.map(([what, value, unit]) => ({ name: `${name}: ${what}`, value, unit }));
}

/** The quickest of some starts in fresh processes: noise of the machine only ever adds. */
async function bestStart() {
  let quickest = { startMs: Infinity, megabytes: Infinity };
  for (let turn = 0; turn < starts; turn += 1) {
    /** @type {typeof quickest} */
    const figures = await child('start.mjs', []);
    if (figures.startMs < quickest.startMs) quickest = figures;
  }
  return quickest;
}

/**
 * The quickest of some starts of the command: with certificates that are there already, as envtest brings them; in a new folder, with the certificates that
 * the first start kept; and that first start, which made them.
 */
async function bestCommand() {
  const client = await clientIdentity();
  const kept = newFolder();
  const given = newFolder();
  const startIn = async (/** @type {string} */ folder) => {
    const subject = await startOurs(client, folder, kept);
    await subject.stop();
    return subject.readyMs;
  };
  const first = await startIn(given);
  const quickest = { first, given: Infinity, fresh: Infinity };
  for (let turn = 0; turn < starts; turn += 1) {
    const folder = newFolder();
    quickest.given = Math.min(quickest.given, await startIn(given));
    quickest.fresh = Math.min(quickest.fresh, await startIn(folder));
    rmSync(folder, { recursive: true });
  }
  for (const folder of [kept, given]) rmSync(folder, { recursive: true });
  return quickest;
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'reeve-bench-'));

/** An authority and a certificate of an administrator, as a server makes them for itself. */
async function clientIdentity() {
  const server = await ApiServer.start({ port: 0 });
  const { clusters, users } = JSON.parse(server.kubeconfig());
  await server.stop();
  const text = (/** @type {string} */ data) => Buffer.from(data, 'base64').toString();
  return {
    ca: text(clusters[0].cluster['certificate-authority-data']),
    cert: text(users[0].user['client-certificate-data']),
    key: text(users[0].user['client-key-data']),
  };
}

/**
 * Runs one of the scripts beside this file in a fresh process and returns the figures it prints.
 * @param {string} script
 * @param {readonly string[]} flags
 * @returns {Promise<any>} what the script says it prints
 */
async function child(script, flags) {
  const file = fileURLToPath(new URL(`apiserver/${script}`, import.meta.url));
  const { stdout } = await run(process.execPath, [...flags, file]);
  return JSON.parse(stdout);
}

/** @param {string} name @param {number} value @param {number} limit */
const atMost = (name, value, limit) => ({ name, value, limit, held: value <= limit });

/** @param {string} name @param {number} value @param {number} limit */
const atLeast = (name, value, limit) => ({ name, value, limit, held: value >= limit, atLeast: true });
