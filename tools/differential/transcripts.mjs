/**
 * The recorded answers, one file per section of the specification, one line per answer.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {import('./read-answer.mjs').Answer} Answer
 * @typedef {{ requests: string, answers: Answer[] }} Transcript `requests` tells whether the probe was changed since.
 * @typedef {Record<string, Transcript>} Transcripts By the title of the probe, without ids.
 */

/** Where they are kept. */
export const folder = new URL('../../packages/apiserver/test/differential/transcripts/', import.meta.url);

/**
 * @param {string} section
 * @returns {Transcripts}
 */
export function readTranscripts(section) {
  return JSON.parse(readFileSync(new URL(`${section}.json`, folder), 'utf8'));
}

/**
 * @param {string} section
 * @param {Transcripts} transcripts
 */
export function writeTranscripts(section, transcripts) {
  const probes = Object.entries(transcripts).map(([title, { requests, answers }]) => {
    const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`).join(',\n');
    return `${JSON.stringify(title)}: {\n  "requests": "${requests}",\n  "answers": [\n${lines}\n  ]}`;
  });
  writeFileSync(new URL(`${section}.json`, folder), `{\n${probes.join(',\n')}\n}\n`);
}

/**
 * The words of a title without the ids.
 * @param {Pick<import('./probe.mjs').Probe, 'title'>} probe
 */
export function nameOf({ title }) {
  return title.split(' · ')[0] ?? title;
}

/**
 * A fingerprint of what a probe asks.
 * @param {import('./probe.mjs').Probe} probe
 */
export function requestsOf({ steps, fresh }) {
  return createHash('sha256').update(JSON.stringify({ steps, fresh })).digest('hex').slice(0, 12);
}
