import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { Folder } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';

async function image(folder: Folder, args: readonly string[], variables: Record<string, string> = {}) {
  const terminal = testTerminal({ folder: folder.path, variables });
  const code = await runCli(['image', ...args], { terminal });
  return { code, ...terminal.printed };
}

describe('reeve image without --oci and --push', () => {
  test('writes a Dockerfile that runs as a numeric user, starts without a shell, and only copies in its last stage · PK-20', async () => {
    using folder = new Folder();
    writeFileSync(folder.file('website.ts'), 'export default {};\n');
    expect(
      await image(folder, ['website.ts', '--base', 'registry.example.com/node:24', '--node', '/usr/bin/node']),
    ).toMatchObject({
      code: 0,
      err: expect.stringContaining('docker build -t IMAGE .') as string,
    });
    const text = readFileSync(folder.file('Dockerfile'), 'utf8');
    const last = text.slice(text.lastIndexOf('FROM '));
    expect(last).toMatch(/^FROM registry\.example\.com\/node:24$/m);
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last).toMatch(
      /^ENTRYPOINT \["\/usr\/bin\/node","\/app\/node_modules\/reeve\/dist\/bundle\/bin\/reeve.js"\]$/m,
    );
    expect(last).toMatch(/^CMD \["run","website.ts"\]$/m);
    expect(last).not.toMatch(/^RUN/m);
    expect(readFileSync(folder.file('.dockerignore'), 'utf8')).toContain('**/node_modules\n');
  });

  test('leaves a changed file alone unless it is forced, and names it', async () => {
    using folder = new Folder();
    writeFileSync(folder.file('Dockerfile'), 'FROM mine\n');
    expect(await image(folder, ['--user', '1000'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Dockerfile') as string,
    });
    expect(readFileSync(folder.file('Dockerfile'), 'utf8')).toBe('FROM mine\n');
    expect(existsSync(folder.file('.dockerignore'))).toBe(false);
    await image(folder, ['--user', '1000', '--force']);
    expect(readFileSync(folder.file('Dockerfile'), 'utf8')).toContain('USER 1000:1000');
  });

  test('is as reeve.json says, lists with --dry-run, and replaces what it wrote and nobody changed', async () => {
    using folder = new Folder();
    const project = {
      version: 1,
      name: 'web',
      domain: 'example.com',
      programs: ['*.ts'],
      image: { base: 'registry.example.com/node:22', node: '/node', user: 7 },
    };
    writeFileSync(folder.file('reeve.json'), JSON.stringify(project));
    const dry = await image(folder, ['--dry-run']);
    expect(dry.err).toBe('');
    expect(dry.out).toMatch(/^\+ Dockerfile \(\d+ lines\)$/m);
    expect(existsSync(folder.file('Dockerfile'))).toBe(false);
    await image(folder, []);
    const text = readFileSync(folder.file('Dockerfile'), 'utf8');
    expect(text).toMatch(/FROM registry\.example\.com\/node:22\n.*USER 7:7\nENTRYPOINT \["\/node",/s);
    expect((await image(folder, ['--user', '8'])).code).toBe(0);
    expect(readFileSync(folder.file('Dockerfile'), 'utf8')).toContain('USER 8:8');
  });

  test('prints with --print, and writes nothing', async () => {
    using folder = new Folder();
    expect((await image(folder, ['--print'])).out).toMatch(/^FROM node:24-slim AS dependencies\n/);
    expect(() => readFileSync(folder.file('Dockerfile'))).toThrow('ENOENT');
  });
});

describe('wrong use ends with 2 and the flag', () => {
  const cases: Record<string, { args: string[]; variables?: Record<string, string>; says: string }> = {
    'no base': { args: ['--oci', 'image'], says: '--base HOST/NAME:TAG' },
    'root as the user': { args: ['--user', '0', '--print'], says: '--user 0 is not a number from 1' },
    'a label without a value': {
      args: ['--oci', 'image', '--base', 'oci:x', '--label', 'team'],
      says: '--label team is no NAME=VALUE',
    },
    'a time that is no number': {
      args: ['--oci', 'image', '--base', 'oci:x'],
      variables: { SOURCE_DATE_EPOCH: 'now' },
      says: 'SOURCE_DATE_EPOCH=now is no number of seconds',
    },
  };
  for (const [name, { args, variables = {}, says }] of Object.entries(cases))
    test(name, async () => {
      using folder = new Folder();
      const { code, err } = await image(folder, args, variables);
      expect(err).toContain(says);
      expect(code).toBe(2);
    });

  test('a reference to push to is read before anything is built, and the next step is said', async () => {
    using folder = new Folder();
    const { code, err } = await image(folder, ['--base', 'oci:x', '--push', 'website:1']);
    expect(code).toBe(1);
    expect(err).toContain('"website:1" is no reference to an image');
    expect(err).toContain('next: write registry.example.com/team/name:tag');
  });

  test('a program outside of the folder is refused', async () => {
    using folder = new Folder();
    using other = new Folder();
    writeFileSync(other.file('website.ts'), 'export default {};\n');
    const { code, err } = await image(folder, [other.file('website.ts'), '--print']);
    expect(code).toBe(2);
    expect(err).toContain(`is not in ${folder.path}, which the image is made of`);
  });
});
