/**
 * Runs a probe against a server and compares what it answers with what a real server answered.
 */
import { differences } from './difference.mjs';
import { normalise } from './normalise.mjs';
import { runProbe } from './run-probe.mjs';
import { nameOf, requestsOf } from './transcripts.mjs';

/**
 * @typedef {{ step: number, request: string, found: import('./difference.mjs').Difference[] }} StepDifference Steps count from 1.
 */

/**
 * The steps whose answers differ.
 * @param {import('./probe.mjs').Probe} probe
 * @param {import('./transcripts.mjs').Transcripts} transcripts
 * @param {import('./run-probe.mjs').Settings} settings
 * @returns {Promise<StepDifference[]>}
 */
export async function replay(probe, transcripts, settings) {
  const transcript = transcripts[nameOf(probe)];
  if (transcript?.requests !== requestsOf(probe))
    throw new Error('the probe was changed after it was recorded: run node tools/differential/record.mjs');
  const answers = normalise(await runProbe(probe, settings), settings);
  return answers.flatMap((answer, index) => {
    const found = differences(transcript.answers[index], answer);
    return found.length > 0 ? [{ step: index + 1, request: describeStep(probe.steps[index]), found }] : [];
  });
}

/** @param {import('./probe.mjs').Step | undefined} step */
function describeStep({ kind, method = '', path = '', as = '', note } = { kind: 'request' }) {
  return kind === 'request'
    ? `${method} ${path}${note === undefined ? '' : ` (${note})`}`
    : kind === 'watch'
      ? `watch ${path}`
      : `${kind} of watch ${as}`;
}
