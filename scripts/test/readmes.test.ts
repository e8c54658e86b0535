/**
 * The programs in the READMEs of packages that stand by themselves are run. Those of `@reeve/client` have a test of their own.
 */
import { describe, expect, test } from 'vitest';
import { writeDocPrograms } from './doc-page.ts';

const programs: Readonly<Record<string, number>> = { cel: 1, define: 1, kinds: 3, patterns: 4, reeve: 1, workloads: 1 };

for (const [name, count] of Object.entries(programs))
  describe(`packages/${name}/README.md`, () => {
    const { folder, files } = writeDocPrograms(`packages/${name}/README.md`);

    test(`has ${count === 1 ? 'a program' : `${count} programs`}`, () => {
      expect(files).toHaveLength(count);
    });

    for (const file of files)
      test(`${file} runs`, { timeout: 60_000 }, async () => {
        await expect(import(`${folder}/${file}`)).resolves.toBeTypeOf('object');
      });
  });
