/**
 * Runs the same random sequence against two servers at once and compares what they answer. A sequence on which they differ is made as short as it goes.
 */
import { describe, differences } from './difference.mjs';
import { normalise } from './normalise.mjs';
import { randomSequence } from './random-sequence.mjs';
import { runProbe } from './run-probe.mjs';
import { shrink } from './shrink.mjs';
import { newRunId } from './symbols.mjs';

/**
 * @typedef {import('./https-transport.mjs').Transport} Transport
 * @typedef {import('./random-sequence.mjs').Sequence} Sequence
 *
 * @typedef {object} Servers
 * @property {Transport} real
 * @property {() => Promise<{ transport: Transport, stop(): Promise<void> }>} startOurs A fresh one for every run.
 */

const deadlineMs = 20_000;

/**
 * Undefined when the servers agree, otherwise a report: the seed, the shortest sequence that still differs, and how.
 * @param {Servers} servers
 * @param {{ seed: number, steps: number, attempts?: number, make?: (seed: number, steps: number) => Sequence }} options
 */
export async function compareLive(servers, { seed, steps, attempts = 40, make = randomSequence }) {
  const sequence = make(seed, steps);
  const first = await differencesOn(servers, sequence);
  if (first.length === 0) return undefined;
  const fails = async (/** @type {readonly import('./probe.mjs').Step[]} */ shorter) =>
    (await differencesOn(servers, { ...sequence, steps: [...shorter] })).length > 0;
  const shortest = { ...sequence, steps: [...(await shrink(sequence.steps, fails, attempts))] };
  const left = await differencesOn(servers, shortest);
  return [`seed ${seed}, ${steps} steps: the servers differ`, ...requestsOf(shortest), ...left].join('\n');
}

/**
 * Undefined when the servers agree on every step of a probe, otherwise what they differ in.
 * @param {Servers} servers
 * @param {import('./probe.mjs').Probe} probe
 */
export async function compareProbe(servers, { title, steps }) {
  const found = await differencesOn(servers, { opening: [], steps, closing: [] });
  return found.length === 0 ? undefined : [`${title}: the servers differ`, ...found].join('\n');
}

/**
 * One text for each step on which the servers differ.
 * @param {Servers} servers
 * @param {Sequence} sequence
 */
async function differencesOn({ real, startOurs }, { opening, steps, closing }) {
  const probe = { title: 'a random sequence', steps: [...opening, ...steps, ...closing] };
  const ours = await startOurs();
  try {
    const [expected, actual] = await Promise.all([answersOf(probe, real), answersOf(probe, ours.transport)]);
    return expected.flatMap((answer, index) => {
      const found = differences(answer, actual[index]);
      const { note = '' } = probe.steps[index] ?? {};
      return found.length > 0 ? [`step ${index + 1}: real is expected, ours is got (${note})\n${describe(found)}`] : [];
    });
  } finally {
    await ours.stop();
  }
}

/**
 * @param {import('./probe.mjs').Probe} probe
 * @param {Transport} transport
 */
async function answersOf(probe, transport) {
  const id = newRunId();
  return normalise(await runProbe(probe, { transport, id, deadlineMs }), { id });
}

/** @param {Sequence} sequence */
function requestsOf({ opening, steps }) {
  return steps.map(({ method, path, headers, body }, index) =>
    [`${opening.length + index + 1}.`, method, path, JSON.stringify(headers ?? {}), JSON.stringify(body ?? '')].join(
      ' ',
    ),
  );
}
