/**
 * The tests of docs/tutorial.md are our own: they run here as the page has them, on the operator of the page.
 */
import { describe, expect, test } from 'vitest';
import { writeDocPrograms } from './doc-page.ts';

const { folder, files } = writeDocPrograms('docs/tutorial.md');
const tests = files.filter((file) => file.endsWith('website.test.ts'));

test('the tutorial has one file of tests, for its second state', () => {
  expect(tests).toEqual(['2/website.test.ts']);
});

describe('the tutorial', { timeout: 60_000 }, async () => {
  for (const file of tests) await import(`${folder}/${file}`);
});
