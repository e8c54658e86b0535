/**
 * What the embedded API server costs: starting, writing, reading and watching beside the real kube-apiserver with etcd in the same run, by the same client
 * over TLS; in process, what a create and an object cost when many are stored; what long lists cost, and what data on disk costs.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { divided } from '../scripts/bench/report.mjs';
import { restartWithMany, startDurable } from './apiserver/durable.mjs';
import { writesBesideLists } from './apiserver/lists.mjs';
import { measures, Place, takeRounds } from './apiserver/measures.mjs';
import { residentMegabytes, startOurs, startReal } from './apiserver/subjects.mjs';

/** @typedef {import('../scripts/bench/report.mjs').Measurement} Measurement */
/** @typedef {import('./apiserver/subjects.mjs').Subject} Subject */

const run = promisify(execFile);
const starts = 5;
const sections = ['start', 'stored', 'creates', 'reads', 'applies', 'watch', 'lists', 'durable'];

/**
 * Runs every section, or those that REEVE_BENCH_SECTIONS names, with commas.
 * @param {{ log: (line: string) => void }} options
 */
export default async function benchmark({ log }) {
  const wanted = wantedSections();
  const parts = [
    wanted.includes('start') ? await started(log) : nothing,
    wanted.includes('stored') ? await stored(log) : nothing,
    await compared(wanted, log),
    wanted.includes('lists') ? await lists(log) : nothing,
    wanted.includes('durable') ? await durable(log) : nothing,
  ];
  return {
    name: 'apiserver',
    measurements: parts.flatMap(({ measurements }) => measurements),
    ...divided(
      parts.flatMap(({ bars }) => bars),
      'there is no real server here: npm run cluster:real builds one',
    ),
  };
}

/** @typedef {import('../scripts/bench/report.mjs').Bar} Bar */
/** @typedef {{ measurements: Measurement[], bars: Bar[] }} Part */

/** @type {Part} */
const nothing = { measurements: [], bars: [] };

function wantedSections() {
  const wanted = process.env['REEVE_BENCH_SECTIONS']?.split(',') ?? sections;
  const unknown = wanted.filter((name) => !sections.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no section ${unknown.join(', ')}; there are: ${sections.join(', ')}`);
  return wanted;
}

/** @param {(line: string) => void} log @returns {Promise<Part>} */
async function started(log) {
  log('starting in process and as a command');
  const inProcess = await bestStart();
  const command = await bestCommand();
  return {
    measurements: [
      { name: 'in process: ready', value: inProcess.startMs, unit: 'ms' },
      { name: 'in process: resident', value: inProcess.megabytes, unit: 'MB' },
      { name: 'ours: ready as a command, certificates given', value: command.given, unit: 'ms' },
      { name: 'ours: ready as a command, certificates kept', value: command.fresh, unit: 'ms' },
      { name: 'ours: ready as a command, certificates made', value: command.first, unit: 'ms' },
    ],
    bars: [
      atMost('ready in process, ms', inProcess.startMs, 50),
      atMost('ready as a command, ms', Math.max(command.given, command.fresh), 400),
    ],
  };
}

/** @param {(line: string) => void} log @returns {Promise<Part>} */
async function stored(log) {
  log('1,000 and 100,000 objects in process');
  /** @type {{ atFew: number, atMany: number, heldBytes: number, jsonBytes: number }} */
  const { atFew, atMany, heldBytes, jsonBytes } = await child('stored.mjs', ['--expose-gc']);
  return {
    measurements: [
      { name: 'in process: create with 1,000 stored', value: atFew, unit: 'µs CPU' },
      { name: 'in process: create with 100,000 stored', value: atMany, unit: 'µs CPU' },
      { name: 'in process: held per object', value: heldBytes / 100_000, unit: 'bytes' },
      { name: 'in process: JSON per object', value: jsonBytes / 100_000, unit: 'bytes' },
    ],
    bars: [
      atMost('create with 100,000 stored, against 1,000', atMany / atFew, 1.3),
      atMost('memory of objects, against their JSON', heldBytes / jsonBytes, 2.5),
    ],
  };
}

/** @param {(line: string) => void} log @returns {Promise<Part>} */
async function lists(log) {
  log('writes while 50 lists of 100,000 objects are read');
  const folder = newFolder();
  const ours = await startOurs(await clientIdentity(), folder, folder);
  const { alone, beside } = await writesBesideLists(ours);
  await ours.stop();
  rmSync(folder, { recursive: true });
  log('a list of 10,000 objects of 100 KB');
  /** @type {{ data: number, before: number, peak: number }} */
  const large = await child('large-list.mjs', []);
  return {
    measurements: [
      { name: 'ours: creates, 32 in flight, alone', value: alone, unit: 'per second' },
      ...beside.map(({ name, rate }) => ({
        name: `ours: the same beside 50 ${name}`,
        value: rate,
        unit: 'per second',
      })),
      { name: 'in process: 10,000 objects of 100 KB', value: large.before / 1e6, unit: 'MB resident' },
      { name: 'in process: the most while they are listed', value: large.peak / 1e6, unit: 'MB resident' },
    ],
    bars: [
      ...beside.map(({ name, rate }) => atMost(`writes beside 50 ${name}, times slower`, alone / rate, 2)),
      atMost('memory while 10,000 objects of 100 KB are listed, against their JSON', large.peak / large.data, 1.2),
    ],
  };
}

/** Durable creates beside the real server, whose etcd syncs as well, and starting again. @param {(line: string) => void} log @returns {Promise<Part>} */
async function durable(log) {
  log('creates that are on the disk, 32 in flight');
  const ours = await startDurable();
  const real = await startReal();
  const places = [new Place(ours, 5), ...(real ? [new Place(real, 1)] : [])];
  const { creates32 } = measures;
  const [own, other] = creates32 === undefined ? [] : await takeRounds(creates32, places);
  await ours.stop();
  await real?.stop();
  log('starting again with 100,000 objects');
  const { restartMs, megabytes } = await restartWithMany();
  return {
    measurements: [
      { name: 'ours on disk: creates, 32 in flight', value: own?.best ?? NaN, unit: 'per second' },
      ...(other ? [{ name: 'real: creates, 32 in flight', value: other.best, unit: 'per second' }] : []),
      { name: 'ours on disk: 100,000 objects', value: megabytes, unit: 'MB' },
      { name: 'ours on disk: ready with 100,000 objects, after a kill', value: restartMs, unit: 'ms' },
    ],
    bars: [
      atLeast('durable creates at 32 in flight, against the real server', (own?.best ?? NaN) / (other?.best ?? NaN), 3),
      atMost('ready with 100,000 objects on disk, ms', restartMs, 2000),
    ],
  };
}

/** Bars against the real server, by measure: what tests of an operator need. */
const leasts = /** @type {const} */ ([
  ['creates32', 'creates at 32 in flight, against the real server', 3],
  ['applies', 'server-side applies, against the real server', 3],
  ['strategic', 'strategic patches, against the real server', 3],
  ['events', 'watch events, against the real server', 4],
]);

/**
 * Puts our server and the real one through every load of the wanted sections, in turns.
 * @param {readonly string[]} wanted
 * @param {(line: string) => void} log
 * @returns {Promise<Part>}
 */
async function compared(wanted, log) {
  const taken = Object.entries(measures).filter(([, { section }]) => wanted.includes(section));
  if (taken.length === 0) return nothing;
  const folder = newFolder();
  const ours = await startOurs(await clientIdentity(), folder, folder);
  const idle = residentMegabytes(ours);
  const real = await startReal();
  if (!real) log('no real server here: ours alone');
  const idleReal = real && residentMegabytes(real);
  try {
    const places = [new Place(ours, 5), ...(real ? [new Place(real, 1)] : [])];
    /** @type {Map<string, import('./apiserver/measures.mjs').Figure[]>} */
    const figures = new Map();
    for (const [key, measure] of taken) {
      log(measure.name);
      figures.set(key, await takeRounds(measure, places));
    }
    return {
      measurements: [
        ...memoryRows('ours', ours, idle),
        ...rowsOf('ours', figures, 0),
        ...(real ? [...memoryRows('real', real, idleReal ?? 0), ...rowsOf('real', figures, 1)] : []),
      ],
      bars: [
        atMost('idle, MB resident', idle, 120),
        ...leasts.flatMap(([key, name, limit]) => {
          if (!taken.some(([measured]) => measured === key)) return [];
          const [own, other] = figures.get(key) ?? [];
          return [atLeast(name, (own?.best ?? NaN) / (other?.best ?? NaN), limit)];
        }),
      ],
    };
  } finally {
    await ours.stop();
    await real?.stop();
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} name @param {Subject} subject @param {number} idle @returns {Measurement[]} */
const memoryRows = (name, subject, idle) => [
  { name: `${name}: ready, certificates and store included`, value: subject.readyMs, unit: 'ms' },
  { name: `${name}: idle`, value: idle, unit: 'MB resident' },
  { name: `${name}: loaded`, value: residentMegabytes(subject), unit: 'MB resident' },
];

/**
 * @param {string} name
 * @param {ReadonlyMap<string, readonly import('./apiserver/measures.mjs').Figure[]>} figures
 * @param {number} index
 * @returns {Measurement[]}
 */
function rowsOf(name, figures, index) {
  return [...figures].flatMap(([key, all]) => {
    const [measure, figure] = [measures[key], all[index]];
    if (!measure || !figure) return [];
    const row = { name: `${name}: ${measure.name}`, value: figure.best, unit: measure.unit };
    return measure.count ? [row, { name: `${row.name}, each`, value: figure.cpu, unit: 'µs CPU' }] : [row];
  });
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
