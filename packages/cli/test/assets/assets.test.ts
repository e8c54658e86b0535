import { execFileSync } from 'node:child_process';
import { mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { Folder } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';

test('prints nothing but a folder with programs that start, and links the kubectl on the PATH', async () => {
  using folder = new Folder();
  const bin = folder.file('it’s a bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'kubectl'), '', { mode: 0o755 });
  const terminal = testTerminal({ folder: folder.path, variables: { PATH: `${bin}:/usr/bin` } });
  expect(await runCli(['assets', '--dir', "a'ssets"], { terminal })).toBe(0);
  const assets = folder.file("a'ssets");
  expect(terminal.printed).toEqual({ out: `${assets}\n`, err: '' });
  expect(readlinkSync(join(assets, 'kubectl'))).toBe(join(bin, 'kubectl'));
  for (const program of ['kube-apiserver', 'etcd']) {
    expect(execFileSync(join(assets, program), ['--help'], { encoding: 'utf8' })).toContain('Usage:');
  }
});

test('leaves what is right alone, and says when there is no kubectl', async () => {
  using folder = new Folder();
  const terminal = testTerminal({ folder: folder.path });
  await runCli(['assets'], { terminal });
  const first = statSync(folder.file('.reeve/assets/etcd'));
  expect(await runCli(['assets'], { terminal })).toBe(0);
  expect(statSync(folder.file('.reeve/assets/etcd')).ino).toBe(first.ino);
  expect(terminal.printed.err).toContain('there is no kubectl on the PATH');
});
