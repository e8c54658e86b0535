/**
 * The tests in the README and in the tutorial are our own: they run here as the pages have them, on the operators of the pages.
 */
import { describe, expect, test } from 'vitest';
import { writeDocPrograms } from './doc-page.ts';

const pages: Readonly<Record<string, string>> = {
  'README.md': '1/website.test.ts',
  'docs/tutorial.md': '2/website.test.ts',
};

for (const [page, tests] of Object.entries(pages))
  describe(page, { timeout: 60_000 }, async () => {
    const { folder, files } = writeDocPrograms(page);

    test('has one file of tests', () => {
      expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([tests]);
    });

    await import(`${folder}/${tests}`);
  });
