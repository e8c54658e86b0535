/**
 * As many mutated requests as a week of tests sends, in one go: a failure prints the request, and its number and the seed send it again.
 */
import { expect, test } from 'vitest';
import { fuzz } from '../../../tools/fuzz-apiserver/fuzz.mjs';

test('fifty thousand mutated requests blame no answer on the server and leave it healthy', async () => {
  const { findings, isHealthy } = await fuzz({ count: 50_000, seed: 1 });
  expect(findings).toEqual([]);
  expect(isHealthy).toBe(true);
});
