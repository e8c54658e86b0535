import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeAssets } from '../assets/write-assets.mjs';

test('the folder has both servers as programs that answer for themselves', { timeout: 30_000 }, async () => {
  const { folder } = await writeAssets(process.env, temporaryFolder());

  for (const program of ['etcd', 'kube-apiserver']) {
    const { status, stdout } = spawnSync(join(folder, program), ['--help'], { encoding: 'utf8' });
    expect({ program, status }).toEqual({ program, status: 0 });
    expect(stdout).toContain(`${program} [flags]`);
  }
});

test('what is right is left alone, because a suite may be starting it', async () => {
  const { folder } = await writeAssets(process.env, temporaryFolder());
  const before = statSync(join(folder, 'etcd')).ino;

  await writeAssets(process.env, folder);
  expect(statSync(join(folder, 'etcd')).ino).toBe(before);

  writeFileSync(join(folder, 'etcd'), 'something else');
  await writeAssets(process.env, folder);
  expect(statSync(join(folder, 'etcd')).mode & 0o777).toBe(0o755);
  expect(spawnSync(join(folder, 'etcd'), ['--help']).status).toBe(0);
});

test('kubectl is the one on the PATH when none was built, and absent when there is none', async () => {
  const empty = temporaryFolder();
  const env = { XDG_CACHE_HOME: empty, PATH: empty };

  const { folder, kubectl } = await writeAssets(env, temporaryFolder());
  expect(kubectl).toBeUndefined();
  expect(existsSync(join(folder, 'kubectl'))).toBe(false);

  writeFileSync(join(empty, 'kubectl'), '');
  await writeAssets(env, folder);
  expect(readlinkSync(join(folder, 'kubectl'))).toBe(join(empty, 'kubectl'));

  rmSync(join(empty, 'kubectl'));
  await writeAssets(env, folder);
  expect(existsSync(join(folder, 'kubectl'))).toBe(false);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
