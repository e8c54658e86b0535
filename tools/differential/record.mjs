/**
 * `node tools/differential/record.mjs [section…]`: runs the probes against a real API server, which it starts, and writes down what it answered.
 * Recording twice gives the same files.
 */
import { mkdirSync } from 'node:fs';
import { interruption } from '../real-cluster/interruption.mjs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { library } from '../../packages/apiserver/test/differential/probe-library.mjs';
import { httpsTransport } from './https-transport.mjs';
import { normalise } from './normalise.mjs';
import { runProbe } from './run-probe.mjs';
import { newRunId } from './symbols.mjs';
import { folder, nameOf, requestsOf, writeTranscripts } from './transcripts.mjs';

const atOnce = 6;
const deadlineMs = 20_000;
const slowMs = 5_000;

const started = performance.now();
const only = process.argv.slice(2);
const sections = Object.entries(library).filter(([name]) => only.length === 0 || only.includes(name));
const probes = sections.flatMap(([, own]) => own);
refuseTwins(probes.map(nameOf));

const signal = interruption();
const cluster = await startRealCluster({ signal });
const transport = httpsTransport(cluster);
/** @type {Map<import('./probe.mjs').Probe, import('./transcripts.mjs').Transcript>} */
const recorded = new Map();
const queue = probes.filter(({ fresh }) => !fresh);
try {
  for (const probe of probes.filter(({ fresh }) => fresh)) await record(probe);
  await Promise.all(Array.from({ length: atOnce }, worker));
} finally {
  transport.close();
  await cluster.stop();
}

mkdirSync(folder, { recursive: true });
for (const [name, own] of sections) {
  const transcripts = own.flatMap((probe) => {
    const transcript = recorded.get(probe);
    return transcript ? [[nameOf(probe), transcript]] : [];
  });
  writeTranscripts(name, Object.fromEntries(transcripts));
}
console.error(`recorded ${recorded.size} probes in ${Math.round((performance.now() - started) / 1000)} s`);

async function worker() {
  for (let probe = queue.shift(); probe; probe = queue.shift()) {
    signal.throwIfAborted();
    await record(probe);
  }
}

/** @param {import('./probe.mjs').Probe} probe */
async function record(probe) {
  const id = newRunId();
  const begun = performance.now();
  const raw = await runProbe(probe, { transport, id, deadlineMs }).catch((cause) => {
    throw new Error(`the probe '${probe.title}' did not go through`, { cause });
  });
  const answers = normalise(raw, { id });
  const tookMs = performance.now() - begun;
  if (tookMs > slowMs) console.error(`${Math.round(tookMs)} ms: ${probe.title}`);
  recorded.set(probe, { requests: requestsOf(probe), answers });
}

/** @param {readonly string[]} names */
function refuseTwins(names) {
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) throw new Error(`two probes are called '${twin}': a transcript is found by its name`);
}
