import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';

test('the executable of reeve is in the repository, so that npm links it before anything is built', () => {
  const { bin } = JSON.parse(readFileSync(`${root}/packages/reeve/package.json`, 'utf8')) as { bin: { reeve: string } };
  const listed = execFileSync('git', ['ls-files', '--stage', `packages/reeve/${bin.reeve}`], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(listed).toMatch(/^100755 /);
});
