/**
 * Plugins of a project: packages of a few lines, installed in its own node_modules.
 */
import { expect, test } from 'vitest';
import { generated, matchesGlob } from '@reeve/scaffold';
import { TestProject } from './project.ts';

/** A project that has packages installed, and names some of them as plugins. */
async function withPlugins(
  packages: Readonly<Record<string, Package>>,
  named = Object.keys(packages),
): Promise<TestProject> {
  const project = new TestProject();
  await project.done(['init', '--yes', '--name', 'shops']);
  for (const [name, { code, reeve = { plugin: 1 } }] of Object.entries(packages)) {
    project.write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', reeve }),
    );
    project.write(`node_modules/${name}/index.js`, code);
  }
  const file = JSON.parse(project.read('reeve.json')) as object;
  project.write(
    'reeve.json',
    JSON.stringify({ ...file, plugins: named.map((name) => ({ package: name })) }, undefined, 2),
  );
  return project;
}

interface Package {
  readonly code: string;
  readonly reeve?: object;
}

/** A plugin with one generator. */
const generator = (name: string, body: string, { for: command = 'edit', flags = '[]' } = {}): Package => ({
  code: `export default () => ({ name: '${name}', protocol: 1, setup(host) {
    host.generator({ for: '${command}', flags: ${flags}, ${body} });
  } });`,
  reeve: { plugin: 1, generators: [{ for: command, flags: JSON.parse(flags) as unknown }] },
});

const broken: Package = {
  code: "throw new Error('was imported');",
  reeve: {
    plugin: 1,
    commands: [{ name: 'boards', summary: 'show boards', flags: [{ syntax: '--wide', summary: 'all of them' }] }],
    generators: [{ for: 'edit', flags: [{ syntax: '--board <name>', summary: 'the name of the board' }] }],
  },
};

test('a plugin that the project does not name is imported by no command · PL-1', async () => {
  using project = await withPlugins({ boards: broken }, []);
  for (const words of [
    ['--help'],
    ['create', 'api', '--kind', 'Shop'],
    ['edit', '--domain', 'shops.example'],
    ['completion', 'bash'],
    ['doctor'],
  ])
    expect((await project.reeve(words)).err).not.toContain('was imported');
  expect((await project.reeve(['boards'])).err).toContain('there is no command boards');
});

test('help and completion show what plugins add, and import none of them and start no process · PL-2', async () => {
  using project = await withPlugins({ boards: broken });
  const file = JSON.parse(project.read('reeve.json')) as { plugins: object[] };
  project.write('reeve.json', JSON.stringify({ ...file, plugins: [...file.plugins, { external: 'sample/v1' }] }));
  project.write('plugins/sample/v1/sample', '#!/bin/sh\ntouch started\n');
  const { chmodSync } = await import('node:fs');
  chmodSync(project.file('plugins/sample/v1/sample'), 0o755);
  const variables = { EXTERNAL_PLUGINS_PATH: project.file('plugins') };
  const shown = async (words: readonly string[]): Promise<string> => {
    const { code, out } = await project.reeve(words, { variables });
    expect(code).toBe(0);
    return out;
  };
  expect(await shown(['--help'])).toMatch(/Plugins:\n +boards /);
  expect(await shown(['boards', '--help'])).toContain('--wide');
  expect(await shown(['edit', '--help'])).toContain('--board <name>');
  const completion = await shown(['completion', 'bash']);
  expect(completion).toContain('"boards") words="--wide --help"');
  expect(completion).toContain('--board');
  expect(project.files()).not.toHaveProperty('started');
  expect((await project.reeve(['boards'])).err).toContain(
    'the plugin boards cannot be loaded: was imported [REEVE_PLUGIN]',
  );
});

test('a plugin that is not installed is one error with the command that installs it, and other commands work · PL-3', async () => {
  using project = await withPlugins({}, ['reeve-plugin-boards']);
  for (const words of [['edit'], ['create', 'api', '--kind', 'Shop'], ['boards']]) {
    const { code, err } = await project.reeve(words);
    expect(code).toBe(1);
    expect(err).toBe(
      'error: the plugin reeve-plugin-boards is named in reeve.json and not installed [REEVE_PLUGIN]\n  next: npm install --save-dev reeve-plugin-boards\n',
    );
  }
  for (const words of [['--help'], ['version', '--client'], ['completion', 'fish'], ['cel', '1 + 1']])
    expect((await project.reeve(words)).code).toBe(0);
});

test('plugins run in the order of the file, and each sees what those before it wrote · PL-4', async () => {
  using project = await withPlugins(
    {
      second: generator(
        'second',
        "async generate(tree) { tree.write('b.txt', (await tree.read('a.txt')) + ' second'); }",
      ),
      first: generator('first', "generate(tree) { tree.write('a.txt', 'first'); }"),
    },
    ['first', 'second'],
  );
  await project.done(['edit']);
  expect(project.read('b.txt')).toBe('first second');
});

test('when the second of three generators throws, nothing is on disk and the plugin is named · PL-5', async () => {
  using project = await withPlugins({
    one: generator('one', "generate(tree) { tree.write('one.txt', '1'); }"),
    two: generator('two', "async generate() { throw new Error('the disk is wet'); }"),
    three: generator('three', "generate(tree) { tree.write('three.txt', '3'); }"),
  });
  const before = project.files();
  const { code, err } = await project.reeve(['edit', '--domain', 'shops.example']);
  expect(code).toBe(1);
  expect(err).toContain('the plugin two failed, and nothing was written: the disk is wet [REEVE_PLUGIN]');
  expect(project.files()).toEqual(before);
});

test('a flag of equal type is shared by two plugins, and another type is an error that names both · PL-6', async () => {
  const flag = (syntax: string): string => JSON.stringify([{ syntax, summary: 'the name' }]);
  const writes = (name: string): string =>
    `generate(tree, { flags }) { tree.write('${name}.txt', flags.text('board') ?? ''); }`;
  using project = await withPlugins({
    one: generator('one', writes('one'), { flags: flag('--board <name>') }),
    two: generator('two', writes('two'), { flags: flag('-b, --board <text>') }),
  });
  await project.done(['edit', '--board', 'sales']);
  expect([project.read('one.txt'), project.read('two.txt')]).toEqual(['sales', 'sales']);

  using other = await withPlugins({
    one: generator('one', writes('one'), { flags: flag('--board <name>') }),
    two: generator('two', writes('two'), { flags: flag('--board') }),
  });
  const { code, err } = await other.reeve(['edit', '--board', 'sales']);
  expect(code).toBe(1);
  expect(err).toContain('the plugin two has the flag --board as a switch, and one has it as a text');
});

test('different texts for one path are an error that names both plugins, unless the second read the file · PL-7', async () => {
  const first = generator('first', "generate(tree) { tree.write('a.txt', 'first'); }");
  using project = await withPlugins({
    first,
    second: generator('second', "generate(tree) { tree.write('a.txt', 'second'); }"),
  });
  const { code, err } = await project.reeve(['edit']);
  expect(code).toBe(1);
  expect(err).toContain('the plugin second writes another text to a.txt than first, and has not read the file');
  expect(project.files()).not.toHaveProperty(['a.txt']);

  using reading = await withPlugins({
    first,
    second: generator(
      'second',
      "async generate(tree) { tree.write('a.txt', (await tree.read('a.txt')) + ' second'); }",
    ),
  });
  await reading.done(['edit']);
  expect(reading.read('a.txt')).toBe('first second');
});

test.each([
  ['its package.json', { plugin: 2 }],
  ['its code', { plugin: 1 }],
])('another protocol in %s is refused, and setup is not called · PL-8', async (_, reeve) => {
  const code = "export default () => ({ name: 'boards', protocol: 2, setup() { throw new Error('was set up'); } });";
  using project = await withPlugins({ boards: { code, reeve } });
  const { code: exit, err } = await project.reeve(['edit']);
  expect(exit).toBe(1);
  expect(err).toContain('the plugin boards speaks protocol 2, and this reeve speaks 1');
  expect(err).not.toContain('was set up');
});

test('a generator may refuse before anything is made, leave, and look at what was written', async () => {
  using project = await withPlugins({
    leaving: generator(
      'leaving',
      "generate(tree, { skip }) { tree.write('never.txt', ''); skip('there is nothing to do'); }",
    ),
    after: generator(
      'after',
      "generate(tree) { tree.write('a.txt', 'a'); }, after({ note }) { note('a.txt is there'); }",
    ),
  });
  expect((await project.done(['edit'])).err).toBe('a.txt is there\nleaving: there is nothing to do\n');
  expect(project.files()).not.toHaveProperty(['never.txt']);

  using refusing = await withPlugins({
    refusing: generator(
      'refusing',
      "plan() { throw new Error('not on a Friday'); }, generate(tree) { tree.write('b.txt', ''); }",
    ),
  });
  expect((await refusing.reeve(['edit'])).err).toContain(
    'the plugin refusing refused, and nothing was written: not on a Friday',
  );
});

const hostile: readonly [string, string][] = [
  ['../evil.txt', 'leaves the project'],
  ['/tmp/evil.txt', 'is absolute'],
  ['.git/hooks/post-commit', 'lies in .git'],
  ['node_modules/reeve/index.js', 'lies in node_modules'],
];

test.each(hostile)('a generator that writes %s is refused, and nothing is written', async (path, problem) => {
  using project = await withPlugins({
    bad: generator('bad', `generate(tree) { tree.write('ok.txt', ''); tree.write('${path}', ''); }`),
  });
  const before = project.files();
  const { code, err } = await project.reeve(['edit']);
  expect(code).toBe(1);
  expect(err).toContain(`bad names the path "${path}", which ${problem}`);
  expect(project.files()).toEqual(before);
});

test('edit --set changes one option of one plugin, and runs its generator with it · PK-15', async () => {
  const code = `export default ({ folder = 'boards' }) => ({ name: 'boards', protocol: 1, setup(host) {
    host.generator({ for: 'edit', generate(tree) { tree.write(folder + '/all.json', '{}'); } });
  } });`;
  using project = await withPlugins({
    boards: { code },
    other: { code: "export default { name: 'other', protocol: 1, setup() {} };" },
  });
  await project.done(['edit', '--set', 'boards.folder=dashboards']);
  expect(JSON.parse(project.read('reeve.json'))).toMatchObject({
    plugins: [{ package: 'boards', options: { folder: 'dashboards' } }, { package: 'other' }],
  });
  expect(project.read('dashboards/all.json')).toBe('{}');
  const { code: exit, err } = await project.reeve(['edit', '--set', 'board.folder=x']);
  expect(exit).toBe(2);
  expect(err).toContain('did you mean boards?');
});

test.each(['edit'])('--dry-run of %s changes nothing, and the real run does its list · PK-6 edit', async (command) => {
  using project = await withPlugins({ one: generator('one', "generate(tree) { tree.write('one.txt', '1'); }") });
  const before = project.files();
  const dry = await project.done([command, '--domain', 'shops.example', '--dry-run', '-o', 'json']);
  expect(project.files()).toEqual(before);
  const real = await project.done([command, '--domain', 'shops.example', '-o', 'json']);
  expect(JSON.parse(real.out)).toEqual({ ...(JSON.parse(dry.out) as object), dryRun: false });
  expect(JSON.parse(dry.out)).toMatchObject({
    files: [
      { path: 'reeve.json', state: 'changed' },
      { path: 'one.txt', state: 'new' },
    ],
  });
  expect(project.read('one.txt')).toBe('1');
});

test('a plugin of the project is added, used and taken out again', async () => {
  using project = await withPlugins({ one: generator('one', "generate(tree) { tree.write('one.txt', '1'); }") }, []);
  await project.done(['edit', '--add-plugin', 'one']);
  expect(project.read('one.txt')).toBe('1');
  await project.done(['edit', '--remove-plugin', 'one']);
  expect(JSON.parse(project.read('reeve.json'))).toMatchObject({ plugins: [] });
});

test('a new project gets a plugin and its files at once', async () => {
  using project = new TestProject();
  const { code, reeve } = generator('watches', "generate(tree) { tree.write('watches.yaml', '[]\\n'); }", {
    for: 'init',
  });
  project.write(
    'node_modules/watches/package.json',
    JSON.stringify({ name: 'watches', type: 'module', exports: { '.': { import: './index.js' } }, reeve }),
  );
  project.write('node_modules/watches/index.js', code);
  await project.done(['init', '--name', 'shops', '--plugins', 'watches']);
  expect(project.read('watches.yaml')).toBe('[]\n');
  expect(JSON.parse(project.read('reeve.json'))).toMatchObject({ plugins: [{ package: 'watches' }] });
});

test.each([
  ['is no plugin', 'export default 1;', 'exports no plugin as default'],
  [
    'throws when it is set up',
    "export default { name: 'bad', protocol: 1, setup() { throw new Error('no'); } };",
    'cannot be set up: no',
  ],
  ['is no JavaScript', 'export default {', 'cannot be loaded'],
])('a package that %s is named, and nothing is written', async (_, code, problem) => {
  using project = await withPlugins({ bad: { code } });
  const before = project.files();
  const { code: exit, err } = await project.reeve(['create', 'api', '--kind', 'Shop']);
  expect(exit).toBe(1);
  expect(err).toContain(`the plugin bad ${problem}`);
  expect(project.files()).toEqual(before);
});

test('files in memory are enough to test a plugin', async () => {
  const plugin = {
    name: 'one',
    protocol: 1,
    setup: (host: Parameters<Parameters<typeof generated>[0]['setup']>[0]) =>
      host.generator({ for: 'edit', generate: (tree) => tree.write('one.txt', '1') }),
  };
  expect(await generated(plugin, 'edit', {})).toEqual({ 'one.txt': '1' });
  expect(matchesGlob('watches.yaml', 'watches.*')).toBe(true);
});
