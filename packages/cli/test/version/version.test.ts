import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { Folder } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';

const manifest = (name: string): { version: string } =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${name}/package.json`, import.meta.url)), 'utf8'));

test('says the version of reeve, Node and the server', async () => {
  await using server = await ApiServer.start({ port: 0 });
  using folder = new Folder({ kubeconfig: server.kubeconfig() });
  const terminal = testTerminal({ folder: folder.path, variables: { KUBECONFIG: folder.file('kubeconfig') } });
  expect(await runCli(['version'], { terminal })).toBe(0);
  const { version } = manifest('cli');
  expect(terminal.printed.out).toMatch(
    new RegExp(`^reeve ${version}\nnode ${process.versions.node}\nserver v1\\.\\d+`),
  );
});

test('asks no server where none is wanted, and prints JSON or YAML', async () => {
  const terminal = testTerminal();
  expect(await runCli(['version', '--client', '-o', 'json'], { terminal })).toBe(0);
  expect(JSON.parse(terminal.printed.out)).toEqual({ reeve: manifest('cli').version, node: process.versions.node });
  const yaml = testTerminal();
  await runCli(['version', '--client', '-o', 'yaml'], { terminal: yaml });
  expect(yaml.printed.out).toBe(`reeve: ${manifest('cli').version}\nnode: ${process.versions.node}\n`);
});

test('--version is the version alone', async () => {
  const terminal = testTerminal();
  expect(await runCli(['--version'], { terminal })).toBe(0);
  expect(terminal.printed.out).toBe(`${manifest('cli').version}\n`);
});

test('all packages are released as one version', () => {
  const packages = readdirSync(fileURLToPath(new URL('../../..', import.meta.url)));
  expect(new Set(packages.map((name) => manifest(name).version))).toEqual(new Set([manifest('cli').version]));
});
