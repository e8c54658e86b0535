/**
 * The machine that this process runs on, as configurations see it; an edge: the one place of the client that reads and writes files.
 */
import { chmod, mkdir, mkdtemp, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { ConfigEnvironment, ConfigFiles } from './config-environment.ts';

/** Variables, home and files of this process. */
export const nodeEnvironment = (): ConfigEnvironment => ({
  variables: process.env,
  home: process.env['HOME'] || homedir(),
  pathDelimiter: delimiter,
  files: nodeFiles,
});

const ownerOnly = 0o600;

const nodeFiles: ConfigFiles = {
  read: (path) => unlessMissing(readFile(path, 'utf8')),

  async replace(path, text) {
    const target = (await unlessMissing(realpath(path))) ?? path; // a link stays a link
    await mkdir(dirname(target), { recursive: true });
    const mode = (await unlessMissing(stat(target)))?.mode ?? ownerOnly;
    const folder = await mkdtemp(`${target}.`); // of a name that nobody can guess, and for us alone: no link can be put in the way
    try {
      const draft = join(folder, 'draft');
      await writeFile(draft, text, { mode: ownerOnly, flag: 'wx' });
      await chmod(draft, mode & 0o777);
      await rename(draft, target);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },

  async createLock(path) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await (await open(path, 'wx', ownerOnly)).close();
      return true;
    } catch (error) {
      if (hasErrno(error, 'EEXIST')) return false;
      throw error;
    }
  },

  remove: (path) => rm(path, { force: true }),
};

const unlessMissing = async <T>(found: Promise<T>): Promise<T | undefined> => {
  try {
    return await found;
  } catch (error) {
    if (hasErrno(error, 'ENOENT') || hasErrno(error, 'ENOTDIR')) return undefined;
    throw error;
  }
};

const hasErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
