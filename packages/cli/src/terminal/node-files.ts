/**
 * The files of this machine; an edge.
 */
import { watch } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Files } from './files.ts';

/** Files, and files that must not be there yet. */
export const nodeFiles: Files & { create(path: string): Promise<boolean> } = {
  read: (path) => unlessMissing(readFile(path, 'utf8')),

  async list(path) {
    const entries = await unlessMissing(readdir(path, { withFileTypes: true }));
    return entries
      ?.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  },

  async write(path, text, { isPrivate = false, isProgram = false } = {}) {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx', mode: isPrivate ? 0o600 : 0o666 }); // wx does not follow a link
    if (isProgram) await chmod(draft, 0o755);
    await rename(draft, path);
  },

  async makePrivate(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    if (!found.isDirectory()) throw new Error(`${folder} is a link: remove it`);
    if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  },

  remove: (path) => rm(path, { force: true, recursive: true }),

  real: (path) => unlessMissing(realpath(path)),

  async link(path, target) {
    if ((await unlessMissing(readlink(path).catch(unlessOther))) === target) return;
    await symlink(target, `${path}.${process.pid}`);
    await rename(`${path}.${process.pid}`, path);
  },

  watch(folder, changed, signal) {
    watch(folder, { signal, persistent: false }, (_, name) => changed(name ?? undefined)).on('error', () =>
      changed(undefined),
    );
  },

  async create(path) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await (await open(path, 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if (hasErrno(error, ['EEXIST'])) return false;
      throw error;
    }
  },
};

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (hasErrno(error, ['ENOENT', 'ENOTDIR'])) return undefined;
    throw error;
  }
}

/** What is there and no link counts as another link. */
function unlessOther(error: unknown): undefined {
  if (!hasErrno(error, ['EINVAL', 'ENOENT'])) throw error;
}

const hasErrno = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
