import { expect, test } from 'vitest';
import { createCli } from '@reeve/cli';
import type { CommandDeclaration } from '@reeve/cli';
import { Pod } from '@reeve/kinds/core/v1';
import { defineController } from '@reeve/runtime';
import type { Plugin } from '@reeve/scaffold';
import { TestProject } from './scaffold/project.ts';
import { testTerminal } from './test-terminal.ts';

const deploy = (says: string, more: Partial<CommandDeclaration> = {}): CommandDeclaration => ({
  name: 'deploy',
  group: 'Ship and run',
  summary: 'roll out',
  flags: [{ syntax: '--to <stage>', summary: 'where' }],
  load: () =>
    Promise.resolve({
      run: (context) => Promise.resolve(context.print(`${says} to ${context.flags.text('to') ?? ''}`)),
    }),
  ...more,
});

const boards: Plugin = {
  name: 'boards',
  protocol: 1,
  setup(host) {
    host.command({ name: 'boards', summary: 'show boards', run: ({ print }) => Promise.resolve(print('no boards')) });
  },
};

test('an own command line has its name, version, commands and plugins, and leaves the process alone · PL-17', async () => {
  const before = {
    exitCode: process.exitCode,
    argv: [...process.argv],
    cwd: process.cwd(),
    env: { ...process.env },
    listeners: process.listenerCount('SIGINT'),
  };
  const cli = createCli({
    name: 'acme',
    version: '2.1.0',
    description: 'Operators of Acme.',
    commands: [deploy('rolled out')],
    plugins: [boards],
  });
  const run = async (...words: string[]): Promise<{ code: number; out: string; err: string }> => {
    const terminal = testTerminal();
    return { code: await cli.run(words, { terminal }), ...terminal.printed };
  };
  expect(await run('deploy', '--to', 'production')).toEqual({ code: 0, out: 'rolled out to production\n', err: '' });
  expect(await run('boards')).toEqual({ code: 0, out: 'no boards\n', err: '' });
  expect(await run('--version')).toMatchObject({ code: 0, out: '2.1.0\n' });
  const { out } = await run('--help');
  expect(out).toMatch(/^Usage: acme \[options\] \[command\]\n\nOperators of Acme\./);
  expect(out).toMatch(/ {2}deploy .*roll out/);
  expect(await run('deplyo')).toEqual({
    code: 2,
    out: '',
    err: 'error: there is no command deplyo: did you mean deploy? [REEVE_USAGE]\n  next: acme deploy --help\n',
  });
  expect((await run('version')).err).toContain('start a cluster here: acme server');
  expect((await run('completion', 'bash')).out).toContain('complete -o filenames -F _acme acme');
  expect(cli.commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['deploy', 'boards', 'get']));
  expect({
    exitCode: process.exitCode,
    argv: [...process.argv],
    cwd: process.cwd(),
    env: { ...process.env },
    listeners: process.listenerCount('SIGINT'),
  }).toEqual(before);
});

test('two command lines run at the same time, and neither sees the other · PL-18', async () => {
  const started: string[] = [];
  let both = (): void => undefined;
  const together = new Promise<void>((resolve) => (both = resolve));
  const made = ['acme', 'umbrella'].map((name) =>
    createCli({
      name,
      version: '1.0.0',
      commands: [
        deploy(name, {
          load: () =>
            Promise.resolve({
              run: async ({ cli, commands, print }) => {
                started.push(cli.name);
                if (started.length === 2) both();
                await together;
                print(`${cli.name} ${commands.filter((one) => one.name === 'deploy').length}`);
              },
            }),
        }),
      ],
      omit: name === 'acme' ? ['server'] : [],
    }),
  );
  const printed = await Promise.all(
    made.map(async (cli) => {
      const terminal = testTerminal();
      await cli.run(['deploy'], { terminal });
      return terminal.printed.out;
    }),
  );
  expect(printed).toEqual(['acme 1\n', 'umbrella 1\n']);
  expect(made.map(({ commands }) => commands.some(({ name }) => name === 'server'))).toEqual([false, true]);
});

test('a built-in name needs replaces: true, and omit takes a command out of help, completion and use · PL-19', async () => {
  const own = deploy('mine', { name: 'render' });
  expect(() => createCli({ name: 'acme', version: '1', commands: [own] })).toThrow(
    'acme: the command render has the name of a built-in one: give it another, or say replaces: true',
  );
  expect(() => createCli({ name: 'acme', version: '1', omit: ['rendr'] })).toThrow(
    'there is no built-in command rendr to omit',
  );
  const cli = createCli({ name: 'acme', version: '1', commands: [{ ...own, replaces: true }], omit: ['cel', 'dev'] });
  const run = async (...words: string[]): Promise<string> => {
    const terminal = testTerminal();
    await cli.run(words, { terminal });
    return terminal.printed.out + terminal.printed.err;
  };
  expect(await run('render', '--to', 'x')).toBe('mine to x\n');
  expect(await run('--help')).not.toMatch(/^ {2}(cel|dev) /m);
  expect(await run('completion', 'bash')).not.toContain('"cel"');
  expect(await run('cel', '1')).toContain('there is no command cel');
});

/** Runs words in a folder with a plugin of a few lines. */
async function withPlugin(
  words: readonly string[],
  setup: Plugin['setup'],
  files: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string; files: Record<string, string> }> {
  using project = new TestProject();
  await project.done(['init', '--yes', '--name', 'shops']);
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  const terminal = project.terminal();
  const cli = createCli({ name: 'acme', version: '1', plugins: [{ name: 'small', protocol: 1, setup }], programs: [] });
  return { code: await cli.run(words, { terminal }), ...terminal.printed, files: project.files() };
}

const controller = defineController({ for: Pod, reconcile: () => Promise.resolve() });

test('a plugin adds a command · PL-9 command', async () => {
  const ran = await withPlugin(['hello', '--name', 'you'], (host) => {
    host.command({
      name: 'hello',
      summary: 'greet',
      flags: [{ syntax: '--name <name>', summary: 'whom' }],
      run: ({ flags, print }) => Promise.resolve(print(`hello ${flags.text('name')}`)),
    });
  });
  expect(ran).toMatchObject({ code: 0, out: 'hello you\n' });
});

test('a plugin adds a generator · PL-9 generator', async () => {
  const ran = await withPlugin(['create', 'api', '--kind', 'Shop'], (host) => {
    host.generator({
      for: 'create api',
      generate: async (tree) => tree.write('docs/shop.md', ((await tree.read('src/shop.ts')) ?? '').slice(0, 6)),
    });
  });
  expect(ran.files['docs/shop.md']).toBe('import');
});

test('a plugin adds a kind of program, and a renderer that changes what is rendered of it · PL-9 program kind, PL-9 renderer', async () => {
  const ran = await withPlugin(
    ['render', 'watches.yaml', '--name', 'shops'],
    (host) => {
      host.programKind({
        files: ['watches.yaml'],
        load: ({ text }) => Promise.resolve({ controllers: [{ ...controller, name: text.trim() }] }),
      });
      host.renderer((objects, { name }) => [
        ...objects.filter(({ kind }) => kind === 'Deployment'),
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-board` } },
      ]);
    },
    { 'watches.yaml': 'pods\n' },
  );
  expect(ran.err).toBe('');
  expect(ran.out).toContain('kind: Deployment');
  expect(ran.out).toContain('name: shops-board');
  expect(ran.out).not.toContain('kind: ServiceAccount\n');
  expect(ran.out).toContain('- watches.yaml');
});

test('a plugin adds a check, and one that fails is a finding · PL-9 check', async () => {
  const ran = await withPlugin(['doctor', '-o', 'json', '--kubeconfig', '/nowhere'], (host) => {
    host.check(({ project }) => [
      { about: 'boards', state: 'doubtful', found: `${project?.name} has none`, next: 'make one' },
    ]);
    host.check(() => {
      throw new Error('it is dark');
    });
  });
  expect(JSON.parse(ran.out)).toEqual(
    expect.arrayContaining([
      { about: 'boards', state: 'doubtful', found: 'shops has none', next: 'make one' },
      expect.objectContaining({ about: 'small', state: 'wrong', found: 'it is dark' }),
    ]),
  );
});

test('programs of the command line are taken by name, and by no name', async () => {
  const programs = [{ name: 'pods', load: () => Promise.resolve({ default: controller }) }];
  const cli = createCli({ name: 'acme', version: '1', programs });
  for (const words of [['render'], ['render', 'pods']]) {
    const terminal = testTerminal();
    expect(await cli.run(words, { terminal })).toBe(0);
    expect(terminal.printed.out).toContain('kind: Deployment');
  }
});
