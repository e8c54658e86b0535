/**
 * The tests as `npm test` runs them, with the defect that REEVE_MUTANT names. A test that waits for what never comes is given less time.
 */
import { fileURLToPath } from 'node:url';
import base from '../../vitest.config.ts';
import { readMutants } from './mutant-list.mjs';
import { putIn } from './put-in.mjs';

const mutant = readMutants().find(({ id }) => id === process.env['REEVE_MUTANT']);

export default {
  ...base,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: mutant ? [putIn(mutant)] : [],
  test: { ...base.test, testTimeout: 20_000, hookTimeout: 20_000 },
};
