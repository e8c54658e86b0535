/**
 * Copying files to and from a container: through the embedded server, with the real `tar` of this machine as the one of the container.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer, type PodRuntime } from '@reeve/apiserver';
import { Client, connect, mergePatch } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { packTar, type TarEntry } from 'modern-tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPeer } from './peer.ts';

type Exec = PodRuntime['exec'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reeve-copy-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...parts: string[]): string => join(folder, ...parts);

/** Runs the command on this machine. */
const runHere: Exec = async (_pod, { command }, { stdin, stdout, stderr, signal }) => {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { signal, env: { ...process.env, LC_ALL: 'C' } });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdout.on('data', (bytes: Uint8Array) => stdout(bytes));
  child.stderr.on('data', (bytes: Uint8Array) => stderr(bytes));
  const closed = once(child, 'close');
  void (async () => {
    for await (const bytes of stdin) child.stdin.write(bytes);
    child.stdin.end();
  })();
  const [exitCode] = (await closed) as [number | null];
  return exitCode ?? 137;
};

/** A container whose tar prints this archive. */
const prints =
  (...entries: TarEntry[]): Exec =>
  async (_pod, _command, { stdout }) => {
    stdout(await packTar(entries));
    return 0;
  };

async function startContainer(exec: Exec = runHere) {
  const podRuntime: PodRuntime = {
    logs: () => {
      throw new Error('no log');
    },
    attach: () => Promise.reject(new Error('not attached')),
    exec,
  };
  const server = await ApiServer.start({ port: 0, isPlain: true, podRuntime });
  const cluster = connect({ server: server.url });
  const client = Client.of(cluster).inNamespace('default');
  await client.create(Pod, {
    metadata: { name: 'web' },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'main:1' }] },
  });
  const containerStatuses = [
    {
      name: 'main',
      image: 'main:1',
      imageID: '',
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    },
  ];
  await client.subresource(Pod, 'status').patch('web', mergePatch({ status: { containerStatuses } }));
  return {
    client,
    async [Symbol.asyncDispose]() {
      await cluster.close();
      await server.stop();
    },
  };
}

/** Every file below a folder: its path, and its mode with its content or where it leads. */
async function treeOf(root: string): Promise<Record<string, unknown>> {
  const tree: Record<string, unknown> = {};
  for (const name of (await readdir(root, { recursive: true })).toSorted()) {
    const stats = await lstat(join(root, name));
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isDirectory()) tree[name] = { mode };
    else if (stats.isSymbolicLink()) tree[name] = { link: await readlink(join(root, name)) };
    else tree[name] = { mode, content: (await readFile(join(root, name))).toString('base64') };
  }
  return tree;
}

const file = (name: string, body: string): TarEntry => ({ header: { name, type: 'file', size: body.length }, body });
const link = (name: string, linkname: string): TarEntry => ({ header: { name, type: 'symlink', size: 0, linkname } });
const directory = (name: string): TarEntry => ({ header: { name, type: 'directory', size: 0 } });

describe('copying files', () => {
  test('brings a folder into a container and back as it was: sub-folders, modes, links, large and empty files', async () => {
    await mkdir(at('site', 'Grüße 世界', 'empty folder'), { recursive: true });
    const large = Buffer.alloc(5 * 1024 * 1024, 'reeve');
    await writeFile(at('site', 'large'), large);
    await writeFile(at('site', 'empty'), '');
    await writeFile(at('site', 'Grüße 世界', `${'long '.repeat(40)}name`), 'text');
    await writeFile(at('site', 'run.sh'), '#!/bin/sh');
    await chmod(at('site', 'run.sh'), 0o750);
    await symlink('../large', at('site', 'Grüße 世界', 'link'));
    await chmod(at('site', 'Grüße 世界', 'empty folder'), 0o500);
    await using container = await startContainer();
    await container.client.copyTo(Pod, 'web', { from: at('site'), to: at('inside'), container: 'main' });
    expect(await treeOf(at('inside'))).toEqual(await treeOf(at('site')));
    await container.client.copyFrom(Pod, 'web', { from: at('inside'), to: at('back') });
    expect(await treeOf(at('back'))).toEqual(await treeOf(at('site')));
    expect((await readdir(folder)).toSorted()).toEqual(['back', 'inside', 'site']);
  });

  test('copies one file under another name, over the one that is there', async () => {
    await writeFile(at('-one'), 'new');
    await writeFile(at('there'), 'old');
    await using container = await startContainer();
    await container.client.copyTo(Pod, 'web', { from: at('-one'), to: at('there') });
    expect(await readFile(at('there'), 'utf8')).toBe('new');
    await writeFile(at('back'), 'old');
    await container.client.copyFrom(Pod, 'web', { from: at('-one'), to: at('back') });
    expect(await readFile(at('back'), 'utf8')).toBe('new');
  });

  test('copies a file that has two names in the container as two files', async () => {
    const archive = [
      directory('data'),
      file('data/a', 'text'),
      { header: { name: 'data/b', type: 'link', size: 0, linkname: 'data/a' } },
    ] as const;
    await using container = await startContainer(prints(...archive));
    await container.client.copyFrom(Pod, 'web', { from: '/data', to: at('copy') });
    expect(await readFile(at('copy', 'b'), 'utf8')).toBe('text');
    expect((await stat(at('copy', 'b'))).nlink).toBe(1);
  });

  const outside = (): string => at('outside');
  test.each<[string, () => TarEntry[]]>([
    ['an absolute path', () => [file(at('outside', 'x'), 'bad')]],
    ['a path with ..', () => [directory('data'), file('data/../../outside/x', 'bad')]],
    ['a name beside the copy', () => [file('other', 'bad')]],
    ['an absolute link, and a file through it', () => [link('data/l', outside()), file('data/l/x', 'bad')]],
    ['a link with .., and a file through it', () => [link('data/l', '../outside'), file('data/l/x', 'bad')]],
    ['a link that is the copy itself', () => [link('data', 'outside')]],
    ['a link whose .. stands behind another link', () => [link('data/d/l', '..'), link('data/m', 'd/l/../outside')]],
    [
      'a hard link to a file outside',
      () => [{ header: { name: 'data/h', type: 'link', size: 0, linkname: outside() } }],
    ],
    [
      'a hard link to a file that did not come',
      () => [{ header: { name: 'data/h', type: 'link', size: 0, linkname: 'data/there' } }],
    ],
    ['a device', () => [{ header: { name: 'data/null', type: 'character-device', size: 0 } }]],
    ['a pipe', () => [{ header: { name: 'data/pipe', type: 'fifo', size: 0 } }]],
  ])('refuses an archive of the container with %s, and writes nothing outside', async (_what, entries) => {
    await mkdir(outside());
    await using container = await startContainer(prints(...entries()));
    const copy = container.client.copyFrom(Pod, 'web', { from: '/data', to: at('copy') });
    await expect(copy).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('refused "'),
    });
    expect(await readdir(outside())).toEqual([]);
    expect((await readdir(folder)).filter((name) => name !== 'copy')).toEqual(['outside']);
  });

  test('writes nothing through a link, neither one of the archive nor one that was there', async () => {
    await mkdir(at('outside'));
    await mkdir(at('copy'));
    await symlink(at('outside'), at('copy', 'there'));
    await using container = await startContainer(prints(directory('data'), file('data/there/x', 'bad')));
    const copy = container.client.copyFrom(Pod, 'web', { from: '/data', to: at('copy') });
    await expect(copy).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('no folder'),
    });
    await using twice = await startContainer(prints(link('data/l', 'd'), file('data/l/x', 'text')));
    await expect(twice.client.copyFrom(Pod, 'web', { from: '/data', to: at('second') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
    });
    expect(await readdir(at('outside'))).toEqual([]);
  });

  test('says that a path does not exist, in the container and on this machine', async () => {
    await writeFile(at('file'), 'text');
    await using container = await startContainer();
    const { client } = container;
    await expect(client.copyFrom(Pod, 'web', { from: at('missing'), to: at('copy') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      exitCode: 2,
      message: expect.stringContaining(`missing", or its folder, does not exist in the container`),
    });
    await expect(client.copyTo(Pod, 'web', { from: at('file'), to: at('missing', 'x') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('does not exist in the container'),
    });
    await expect(client.copyTo(Pod, 'web', { from: at('missing'), to: at('x') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('of this machine'),
    });
    await expect(client.copyFrom(Pod, 'web', { from: at('file'), to: at('missing', 'x') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('on this machine'),
    });
    await expect(client.copyFrom(Pod, 'web', { from: '/', to: at('x') })).rejects.toMatchObject({ input: 'from' });
    expect(await readdir(folder)).toEqual(['file']);
  });

  test.each([126, 127])('says that the container has no tar when its exit code is %d', async (exitCode) => {
    await writeFile(at('file'), 'text');
    await using container = await startContainer(() => Promise.resolve(exitCode));
    const failure = { code: 'REEVE_COPY_FAILED', exitCode, message: expect.stringContaining('no tar') };
    const { client } = container;
    await expect(client.copyTo(Pod, 'web', { from: at('file'), to: '/tmp/x' })).rejects.toMatchObject(failure);
    await expect(client.copyFrom(Pod, 'web', { from: '/tmp/x', to: at('copy') })).rejects.toMatchObject(failure);
  });

  test('ends with the reason when it is aborted, and leaves nothing half written', async () => {
    await writeFile(at('file'), Buffer.alloc(16 * 1024 * 1024));
    let onStart = (): void => {};
    await using container = await startContainer(async (_pod, { command }, { stdout, signal }) => {
      if (command[1] === 'cf') stdout((await packTar([file('data', 'x'.repeat(2000))])).subarray(0, 1500));
      onStart();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return 137;
    });
    for (const copy of ['copyTo', 'copyFrom'] as const) {
      const abort = new AbortController();
      const started = new Promise<void>((resolve) => {
        onStart = resolve;
      });
      const options = copy === 'copyTo' ? { from: at('file'), to: '/data' } : { from: '/data', to: at('copy') };
      const copying = container.client[copy](Pod, 'web', { ...options, signal: abort.signal });
      await started;
      abort.abort(new Error('no longer wanted'));
      await expect(copying).rejects.toThrow('no longer wanted');
    }
    expect(await readdir(folder)).toEqual(['file']);
  });

  test('fails when the stream breaks off, and leaves nothing half written', async () => {
    const archive = await packTar([file('data', 'x'.repeat(2000))]);
    await using peer = await startPeer({
      serve: (socket) =>
        socket.send(Buffer.concat([Buffer.of(1), archive.subarray(0, 1500)]), () => socket.terminate()),
    });
    await writeFile(at('file'), 'text');
    const { client } = peer;
    await expect(client.copyFrom(Pod, 'default/web', { from: '/data', to: at('copy') })).rejects.toMatchObject({
      code: 'REEVE_STREAM',
    });
    await expect(client.copyTo(Pod, 'default/web', { from: at('file'), to: '/data' })).rejects.toMatchObject({
      code: 'REEVE_STREAM',
    });
    expect(await readdir(folder)).toEqual(['file']);
  });

  test('does not take an archive that breaks off for a whole one', async () => {
    const archive = await packTar([file('data', 'x'.repeat(2000))]);
    await using container = await startContainer((_pod, _command, { stdout }) => {
      stdout(archive.subarray(0, 1500));
      return Promise.resolve(0);
    });
    await expect(container.client.copyFrom(Pod, 'web', { from: '/data', to: at('copy') })).rejects.toMatchObject({
      code: 'REEVE_COPY_FAILED',
      message: expect.stringContaining('truncated'),
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
