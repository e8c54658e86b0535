import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFiles } from '@reeve/cli';
import { newProject, TestProject } from './project.ts';

test('init in an empty folder makes four files, and asks nobody anything · PK-1', async () => {
  using project = new TestProject();
  const { code, out, err } = await project.reeve(['init']);
  expect({ code, out }).toEqual({ code: 0, out: '+ package.json\n+ tsconfig.json\n+ reeve.json\n+ .gitignore\n' });
  expect(Object.keys(project.files())).toEqual(['.gitignore', 'package.json', 'reeve.json', 'tsconfig.json']);
  expect(JSON.parse(project.read('reeve.json'))).toMatchObject({
    version: 1,
    domain: 'example.com',
    programs: ['src/*.ts'],
  });
  expect(err).toContain('npm install');
});

test('a second init names what is in the way, exits with 1 and changes no byte · PK-4', async () => {
  using project = await newProject();
  const before = project.files();
  const { code, err } = await project.reeve(['init', '--name', 'shops', '--domain', 'other.example']);
  expect(code).toBe(1);
  expect(err).toContain('tsconfig.json, reeve.json are in the way: nothing was written [REEVE_IN_THE_WAY]');
  expect(project.files()).toEqual(before);
});

test('--force replaces what the command makes, and leaves every other file alone · PK-5', async () => {
  using project = await newProject();
  project.write('tsconfig.json', '{}').write('src/own.ts', 'export {};\n').write('README.md', 'mine');
  expect((await project.reeve(['init', '--force', '--name', 'shops', '--domain', 'other.example'])).code).toBe(0);
  expect(project.read('tsconfig.json')).toContain('reeve/tsconfig');
  expect(project.read('reeve.json')).toContain('other.example');
  expect([project.read('src/own.ts'), project.read('README.md')]).toEqual(['export {};\n', 'mine']);
});

test('in a folder that has some of the files, what is missing is added and nothing is overwritten', async () => {
  using project = new TestProject();
  const manifest = '{\n\t"name": "old",\n\t"scripts": { "test": "jest" },\n\t"dependencies": { "zod": "^4.1.0" }\n}';
  project
    .write('package.json', manifest)
    .write('.gitignore', 'dist\nnode_modules')
    .write('tsconfig.json', '{ "files": [] }');
  const { code, out } = await project.reeve(['init', '--name', 'shops']);
  expect({ code, out }).toEqual({
    code: 0,
    out: '~ package.json\n! tsconfig.json (kept as it is)\n+ reeve.json\n~ .gitignore\n',
  });
  expect(project.read('tsconfig.json')).toBe('{ "files": [] }');
  expect(project.read('.gitignore')).toBe('dist\nnode_modules\n.reeve/\n');
  const text = project.read('package.json');
  expect(JSON.parse(text)).toMatchObject({
    name: 'old',
    type: 'module',
    scripts: { test: 'jest', dev: 'reeve dev --sample' },
    dependencies: { zod: '^4.1.0', reeve: '^0.0.0' },
  });
  expect(text.startsWith('{\n\t"name": "old",\n\t"scripts": { "test": "jest", "dev": "reeve dev --sample"')).toBe(true);
  expect(text.endsWith('}')).toBe(true);
});

test('a package of CommonJS is refused with the place, and nothing is written', async () => {
  using project = new TestProject();
  project.write('package.json', '{ "type": "commonjs" }');
  const { code, err } = await project.reeve(['init']);
  expect(code).toBe(1);
  expect(err).toContain('package.json: type is "commonjs", and programs are ECMAScript modules');
  expect(Object.keys(project.files())).toEqual(['package.json']);
});

test.each([['init'], ['init', '--force', '--domain', 'other.example']])(
  '--dry-run of %s %s lists files and changes nothing, and the real run does that list · PK-6 init',
  async (...words) => {
    using project = words.length > 1 ? await newProject() : new TestProject();
    project.write('tsconfig.json', '{}');
    const before = project.files();
    const dry = await project.reeve([...words, '--name', 'shops', '--dry-run', '-o', 'json']);
    expect(dry.code).toBe(0);
    expect(project.files()).toEqual(before);
    const real = await project.reeve([...words, '--name', 'shops', '-o', 'json']);
    expect(JSON.parse(real.out)).toEqual({ ...(JSON.parse(dry.out) as object), dryRun: false });
    const { files } = JSON.parse(dry.out) as { files: { path: string; state: string }[] };
    const after = project.files();
    expect(
      Object.keys(after)
        .filter((path) => after[path] !== before[path])
        .toSorted(),
    ).toEqual(
      files
        .filter(({ state }) => state === 'new' || state === 'changed')
        .map(({ path }) => path)
        .toSorted(),
    );
  },
);

test('--dry-run reads like a diff', async () => {
  using project = new TestProject();
  project.write('.gitignore', 'dist\n').write('tsconfig.json', '{}');
  const { out } = await project.reeve(['init', '--name', 'shops', '--dry-run']);
  expect(out).toBe(
    '+ package.json (20 lines)\n! tsconfig.json (exists, kept)\n+ reeve.json (10 lines)\n~ .gitignore\n    + node_modules/\n    + .reeve/\n2 new, 1 changed, 1 kept\n',
  );
});

test('a disk that is full half-way leaves every file as it was, and the message names the one · PK-8', async () => {
  using project = new TestProject();
  project.write('.gitignore', 'dist\n');
  const before = project.files();
  let writes = 0;
  const files = {
    ...nodeFiles,
    write: async (path: string, text: string) => {
      writes += 1;
      if (writes === 3) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      await nodeFiles.write(path, text);
    },
  };
  const { code, err } = await project.reeve(['init', '--name', 'shops'], { files });
  expect(code).toBe(1);
  expect(err).toContain('reeve.json cannot be written, and nothing else was changed [REEVE_PROJECT_WRITE]');
  expect(err).toContain('why:  ENOSPC');
  expect(project.files()).toEqual(before);
});

test('a file that a link leads out of the folder is refused, and nothing is written', async () => {
  using outside = new TestProject();
  using project = await newProject();
  symlinkSync(outside.path, project.file('src'));
  const { code, err } = await project.reeve(['create', 'api', '--kind', 'Shop']);
  expect(code).toBe(1);
  expect(err).toContain('"src/shop.ts" follows a link to ');
  expect(outside.files()).toEqual({});
});

const wrongNames: readonly [string[], string, string][] = [
  [['--name', '../evil'], 'a lowercase RFC 1123 label', 'next: write --name evil'],
  [['--name', 'Shop Operator'], 'a lowercase RFC 1123 label', 'next: write --name shop-operator'],
  [['--domain', 'localhost'], 'has no dot', 'next: write --domain localhost.example.com'],
];

test.each(wrongNames)(
  'init %j is refused with what to write, and leaves the folder empty',
  async (words, problem, next) => {
    using project = new TestProject();
    const { code, err } = await project.reeve(['init', ...words]);
    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err).toContain(next);
    expect(project.files()).toEqual({});
  },
);

test('at a terminal the questions are asked, each with what it is by default', async () => {
  using project = new TestProject();
  const { code } = await project.reeve(['init', '--domain', 'shops.example'], { isTty: true, stdin: 'my-shops\n' });
  expect(code).toBe(0);
  expect(JSON.parse(project.read('reeve.json'))).toMatchObject({ name: 'my-shops', domain: 'shops.example' });
});
