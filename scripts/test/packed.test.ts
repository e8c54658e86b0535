/**
 * What ships is tested: every package is packed as for publishing, the tarballs are installed into an empty folder without a network,
 * and plain Node imports them there.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageNames } from '../check/source-files.mjs';
import { root } from '../setup/paths.mjs';

const names = packageNames(root);
const folder = mkdtempSync(join(tmpdir(), 'reeve-packed-'));
const inFolder: ExecFileSyncOptionsWithStringEncoding = {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
};

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const folders = names.map((name) => `${root}/packages/${name}`);
  const packed: { filename: string }[] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...folders], inFolder),
  );
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', ...packed.map(({ filename }) => `./${filename}`)],
    inFolder,
  );
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const name of names) {
  test(`the packed @reeve/${name} exports under plain Node what the sources export`, async () => {
    const script = `console.log(JSON.stringify(Object.keys(await import('@reeve/${name}')).toSorted()))`;
    const exported: string[] = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], inFolder),
    );
    const source: object = await import(`${root}/packages/${name}/src/index.ts`);
    expect(exported).toEqual(Object.keys(source).toSorted());
  });

  test(`the packed @reeve/${name} carries types and no sources`, () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/@reeve', name, 'package.json'), 'utf8'));
    const types = readFileSync(join(folder, 'node_modules/@reeve', name, manifest.exports['.'].types), 'utf8');
    expect(types).toContain('export');
    expect(() => readFileSync(join(folder, 'node_modules/@reeve', name, 'src/index.ts'))).toThrow('ENOENT');
  });

  test(`@reeve/${name} has nothing for publint to find`, async () => {
    const { messages } = await publint({ pkgDir: `${root}/packages/${name}`, strict: true });
    expect(messages).toEqual([]);
  });
}
