import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createReeve, reeveVersion } from 'create-reeve';

const root = mkdtempSync(join(tmpdir(), 'create-reeve-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(
  words: readonly string[],
  folder = mkdtempSync(join(root, 'place-')),
): Promise<{ code: number; out: string[]; err: string[]; folder: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await createReeve(words, {
    folder,
    variables: {},
    isTty: false,
    print: (line) => void out.push(line),
    say: (line) => void err.push(line),
  });
  return { code, out, err, folder };
}

test('six files, and what to type next', async () => {
  const { code, out, err, folder } = await run(['my-shops', '--kind', 'Shop']);
  expect(code).toBe(0);
  expect(out).toEqual([
    '+ package.json',
    '+ tsconfig.json',
    '+ reeve.json',
    '+ .gitignore',
    '+ src/shop.ts',
    '+ src/shop.test.ts',
  ]);
  expect(err).toEqual(['\nnext:\n  cd my-shops\n  npm install\n  npm run dev']);
  expect(JSON.parse(readFileSync(join(folder, 'my-shops/reeve.json'), 'utf8'))).toMatchObject({
    name: 'my-shops',
    resources: [{ kind: 'Shop' }],
  });
});

test('--dry-run writes nothing, and --no-api makes no resource', async () => {
  const { out, folder } = await run(['shops', '--dry-run', '--no-api']);
  expect(out.at(-1)).toBe('4 new');
  expect(readdirSync(folder)).toEqual([]);
});

test('what is there is kept, and a project is refused', async () => {
  const { folder } = await run(['.', '--no-api', '--name', 'shops']);
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  const { code, err } = await run(['.', '--name', 'shops'], folder);
  expect(code).toBe(1);
  expect(err[0]).toContain('tsconfig.json, reeve.json are in the way: nothing was written [REEVE_IN_THE_WAY]');
  expect(readFileSync(join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
});

test.each([
  [['shops', '--kind', '../evil'], 'write --kind Evil'],
  [['shops', '--name', '../evil'], 'write --name evil'],
  [['shops', '--frob'], "Unknown option '--frob'"],
  [['one', 'two'], 'two is too much'],
])('%j is refused with 2, and nothing is written', async (words, says) => {
  const { code, err, folder } = await run(words);
  expect(err.join('\n')).toContain(says);
  expect(code).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
});

test('it has the version of the package, no dependencies, and is small when it is packed', () => {
  const place = new URL('..', import.meta.url).pathname;
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    version: string;
    dependencies?: object;
  };
  expect(manifest.version).toBe(reeveVersion);
  expect(manifest.dependencies).toBeUndefined();
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], {
      cwd: place,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string }[];
  expect(statSync(join(root, packed?.filename ?? '')).size).toBeLessThan(100_000);
});
