/**
 * Where things are in the repository, for the scripts.
 */
import { fileURLToPath } from 'node:url';

/** The root of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Scratch space of the scripts, ignored by git. */
export const scratch = `${root}/.reeve`;

/** Where a test run leaves its results, for `npm run parity` and the closing line of `.ci/run`. */
export const results = `${scratch}/results`;
