import { describe, expect, test } from 'vitest';
import { newProject } from './project.ts';

test('create api records the resource in the file as it is written, and touches no program · PK-9', async () => {
  using project = await newProject();
  const text =
    '{\n\t"name": "shops",\n\t"version": 1,\n\t"programs": ["src/*.ts", "more/**/*.ts"],\n\t"domain": "example.com"\n}';
  project.write('reeve.json', text).write('src/own.ts', 'export const own = 1;\n');
  await project.done(['create', 'api', '--kind', 'Shop', '--group', 'web', '--version', 'v1']);
  const after = project.read('reeve.json');
  expect(after.startsWith(text.slice(0, -2))).toBe(true);
  expect(after.endsWith('\n}')).toBe(true);
  expect(Object.keys(JSON.parse(after) as object)).toEqual([
    'name',
    'version',
    'programs',
    'domain',
    'resources',
    'generated',
  ]);
  expect(JSON.parse(after)).toMatchObject({
    resources: [
      {
        group: 'web.example.com',
        version: 'v1',
        kind: 'Shop',
        scope: 'Namespaced',
        file: 'src/shop.ts',
        controller: true,
      },
    ],
  });
  expect(project.read('src/own.ts')).toBe('export const own = 1;\n');
});

const refused: readonly [string[], string, string][] = [
  [['--kind', 'Shop'], 'the project has Shop of example.com already', 'it is in src/shop.ts'],
  [['--kind', 'shopping-cart'], 'is no kind', 'write --kind ShoppingCart'],
  [['--kind', '../Evil'], 'is no kind', 'write --kind Evil'],
  [['--kind', 'Date'], 'has a meaning in JavaScript', 'write --kind MyDate'],
  [['--kind', 'ConfigMap'], 'has a meaning in JavaScript or in the file', 'write --kind MyConfigMap'],
  [['--kind', 'ShopList'], 'is what a list of kinds is called', 'write --kind Shop'],
  [['--kind', 'Mall', '--version', '1'], 'is no version', 'write --version v1'],
  [['--kind', 'Mall', '--group', 'Web Shop'], 'a lowercase RFC 1123 subdomain', 'write --group web-shop.example.com'],
  [['--kind', 'Mall', '--group', 'apps.k8s.io'], 'belongs to Kubernetes', 'write --group example.com'],
  [['--kind', 'Mall', '--plural', 'Malls!'], 'must be a DNS-1035 label', 'write --plural malls'],
];

test.each(refused)('create api %j ends with 2 and says what to write · PK-10', async (words, problem, next) => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  const before = project.files();
  const { code, err } = await project.reeve(['create', 'api', ...words]);
  expect(err).toContain(problem);
  expect(err).toContain(next);
  expect(code).toBe(2);
  expect(project.files()).toEqual(before);
});

test('when one of the files is in the way none is written, and --force writes them all · PK-7', async () => {
  using project = await newProject();
  project.write('src/shop.test.ts', 'mine\n');
  const before = project.files();
  const { code, err } = await project.reeve(['create', 'api', '--kind', 'Shop']);
  expect(code).toBe(1);
  expect(err).toContain('src/shop.test.ts is in the way: nothing was written [REEVE_IN_THE_WAY]');
  expect(project.files()).toEqual(before);
  await project.done(['create', 'api', '--kind', 'Shop', '--force']);
  expect(project.read('src/shop.test.ts')).not.toBe('mine\n');
});

describe('without a terminal', () => {
  test('a missing answer ends with 2 and names its flag, and -o json prints one document · PK-14', async () => {
    using project = await newProject();
    const missing = await project.reeve(['create', 'api', '-o', 'json']);
    expect({ code: missing.code, out: missing.out }).toEqual({ code: 2, out: '' });
    expect(missing.err).toContain('--kind is missing, and nobody is there to be asked [REEVE_ANSWER]');
    const done = await project.reeve(['create', 'api', '--kind', 'Shop', '-o', 'json']);
    expect(JSON.parse(done.out)).toEqual({
      dryRun: false,
      files: [
        { path: 'src/shop.ts', state: 'new' },
        { path: 'src/shop.test.ts', state: 'new' },
        { path: 'reeve.json', state: 'changed' },
      ],
      notes: [],
    });
  });

  test('CI counts as no terminal', async () => {
    using project = await newProject();
    const { code } = await project.reeve(['create', 'api'], {
      isTty: true,
      stdin: 'Shop\n',
      variables: { CI: 'true' },
    });
    expect(code).toBe(2);
  });
});

test.each([
  ['api', '--kind', 'Mall'],
  ['controller', '--for', 'apps/v1/Deployment'],
  ['test', '--kind', 'Shop'],
  ['plugin', 'boards'],
])('--dry-run of create %s %s %s changes nothing, and the real run does its list · PK-6 create', async (...words) => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  const before = project.files();
  const dry = await project.done(['create', ...words.filter((word) => word !== undefined), '--dry-run', '-o', 'json']);
  expect(project.files()).toEqual(before);
  const real = await project.done(['create', ...words.filter((word) => word !== undefined), '-o', 'json']);
  expect(JSON.parse(real.out)).toEqual({ ...(JSON.parse(dry.out) as object), dryRun: false });
  const after = project.files();
  const { files } = JSON.parse(dry.out) as { files: { path: string; state: string }[] };
  expect(
    Object.keys(after)
      .filter((path) => after[path] !== before[path])
      .toSorted(),
  ).toEqual(files.map(({ path }) => path).toSorted());
});

const wrongFiles: readonly [string, string, string][] = [
  ['{ "name": "shops", "doma', 'reeve.json is no JSON', 'correct reeve.json, or take it back from version control'],
  ['{ "name": "shops" }', 'reeve.json: domain is missing', ''],
  [
    '{ "name": "shops", "domain": "example.com", "program": [] }',
    'reeve.json: program is not known',
    'did you mean programs?',
  ],
  [
    '{ "name": "shops", "domain": "example.com", "resources": [{ "group": "a.b", "version": "v1", "kind": "A", "file": 1 }] }',
    'reeve.json: resources[0].file must be a text',
    '',
  ],
  [
    '{ "name": "shops", "domain": "example.com", "plugins": [{}] }',
    'reeve.json: plugins[0] must have either package or external',
    '',
  ],
];

test.each(wrongFiles)('reeve.json %s is an error with its place · PK-17', async (text, problem, next) => {
  using project = await newProject();
  project.write('reeve.json', text);
  const before = project.files();
  const { code, err } = await project.reeve(['create', 'api', '--kind', 'Shop']);
  expect(code).toBe(1);
  expect(err).toContain(problem);
  expect(err).toContain(next);
  expect(project.files()).toEqual(before);
});

test('a reeve.json of an earlier version works as it is, and only edit writes it anew; a later one is refused with what to install · PK-16', async () => {
  using project = await newProject();
  project.write('reeve.json', '{ "name": "shops", "domain": "example.com" }');
  await project.done(['create', 'api', '--kind', 'Shop']);
  expect(JSON.parse(project.read('reeve.json'))).not.toHaveProperty('version');
  await project.done(['edit']);
  expect(JSON.parse(project.read('reeve.json'))).toHaveProperty('version', 1);
  project.write('reeve.json', '{ "version": 2, "name": "shops", "domain": "example.com" }');
  const { code, err } = await project.reeve(['edit']);
  expect(code).toBe(1);
  expect(err).toContain('version is 2, and this reeve reads up to 1');
  expect(err).toContain('npm install reeve@latest');
});

test('a file that a generator made is replaced by it as long as nobody changed it, and kept and named after that · PK-18', async () => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop', '--no-controller']);
  await project.done(['create', 'test', '--name', 'more']);
  const path = 'src/shop.more.test.ts';
  const made = project.read(path);
  const record = JSON.parse(project.read('reeve.json')) as { generated: Record<string, { text?: string }> };
  expect(record.generated).toHaveProperty([path]);

  const older = made.replace('is refused', 'was refused');
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(older).digest('hex');
  project
    .write(path, older)
    .write('reeve.json', project.read('reeve.json').replace(createHash('sha256').update(made).digest('hex'), hash));
  await project.done(['create', 'test', '--name', 'more']);
  expect(project.read(path)).toBe(made);

  project.write(path, `${made}// mine\n`);
  const { code, err } = await project.reeve(['create', 'test', '--name', 'more']);
  expect(code).toBe(1);
  expect(err).toContain(`${path} is in the way`);
  expect(project.read(path)).toBe(`${made}// mine\n`);
});

test('a kind that is none is answered with the one that was meant', async () => {
  using project = await newProject();
  const { code, err } = await project.reeve(['create', 'controller', '--for', 'apps/v1/Deploymnt']);
  expect(code).toBe(2);
  expect(err).toContain('did you mean apps/v1/Deployment?');
});

test('outside of a project, create says how to make one', async () => {
  using project = await newProject();
  project.write('reeve.json', '');
  const { err } = await project.reeve(['create', 'wibble']);
  expect(err).toContain('there is no command create wibble');
});

test('create webhook makes a file that the programs of the project have, and the second kind of webhook needs no --force · PK-13', async () => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  await project.done(['create', 'webhook', '--kind', 'Shop', '--defaulting']);
  const first = project.read('src/shop.defaulting.ts');
  await project.done(['create', 'webhook', '--kind', 'Shop', '--validation']);
  expect(project.read('src/shop.defaulting.ts')).toBe(first);
  const out = project.executable(['render']);
  expect(out).toContain('kind: MutatingWebhookConfiguration');
  expect(out).toContain('kind: ValidatingWebhookConfiguration');
});

test.each([
  [['--kind', 'Shop'], '--defaulting, --validation or both are missing'],
  [['--kind', 'Mall', '--defaulting'], 'the project has Shop'],
  [['--kind', 'Shop', '--for', 'v1/Pod', '--defaulting'], 'and not both'],
  [['--for', 'v1/Nothing', '--defaulting'], 'there is no such built-in kind'],
])('create webhook %j ends with 2 and writes nothing', async (words, problem) => {
  using project = await newProject();
  await project.done(['create', 'api', '--kind', 'Shop']);
  const before = project.files();
  const { code, err } = await project.reeve(['create', 'webhook', ...words]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) as string });
  expect(project.files()).toEqual(before);
});
