/**
 * The files of this machine; an edge.
 */
import { watch } from 'node:fs';
import {
  chmod,
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
    const target = (await unlessMissing(realpath(path))) ?? path; // a link stays a link
    await mkdir(dirname(target), { recursive: true });
    const draft = `${target}.${process.pid}.tmp`;
    await writeFile(draft, text, isPrivate ? { mode: 0o600 } : {});
    if (isProgram) await chmod(draft, 0o755);
    await rename(draft, target);
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
