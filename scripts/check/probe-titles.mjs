/**
 * The check that a probe whose title speaks of a refusal was refused: one of its recorded answers has a status of 400 or more, or is a watch that told an error.
 */
import { readFileSync } from 'node:fs';
import { repositoryFiles } from './source-files.mjs';

/**
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {readonly { type?: string }[]} [events] what a watch told
 */

const isTranscript = /^packages\/apiserver\/test\/differential\/transcripts\/[^/]+\.json$/;
const refusal =
  /\b(?:refus(?:ed|es|al)|rejected|denied|forbidden|unauthorized|gone|cannot|may not|must not|not found|too old|expired|a conflict|invalid)\b/i;

/**
 * Titles that promise a refusal which no answer holds.
 * @param {string} root
 * @returns {string[]}
 */
export function probeTitleProblems(root) {
  return repositoryFiles(root)
    .filter((file) => isTranscript.test(file))
    .flatMap((file) => {
      /** @type {Record<string, { answers: readonly Answer[] }>} */
      const transcripts = JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
      return Object.entries(transcripts)
        .filter(([title, { answers }]) => refusal.test(title) && !answers.some(isRefusal))
        .map(
          ([title]) =>
            `${file}: "${title}" speaks of a refusal, and no answer is one: ask for what is refused, or say in the title what the server does`,
        );
    });
}

/** @param {Answer} answer */
function isRefusal({ status = 0, events = [] }) {
  return status >= 400 || events.some(({ type }) => type === 'ERROR');
}
