/**
 * Files of this machine, as entries to copy to a container. An edge: it reads files.
 */
import type { Stats } from 'node:fs';
import { constants, lstat, open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TarHeader } from 'modern-tar';
import { CopyError } from './copy-error.ts';

/** An entry of an archive. A file has content. */
export interface LocalEntry {
  readonly header: TarHeader;
  readonly content?: AsyncIterable<Uint8Array>;
}

/** Rejects when there is nothing at the path. */
export async function checkExists(path: string): Promise<void> {
  await lstat(path).catch((cause: unknown) => {
    throw new CopyError(`cannot read "${path}" of this machine: ${String(cause)}`, { cause });
  });
}

/** A file, a link, or a folder and all that is in it, under a name. Links stay links. */
export async function* localEntries(path: string, name: string): AsyncGenerator<LocalEntry, void, void> {
  const stats = await lstat(path);
  if (stats.isDirectory()) {
    yield { header: { ...common(stats), name: `${name}/`, type: 'directory', size: 0 } };
    for (const child of await readdir(path)) yield* localEntries(join(path, child), `${name}/${child}`);
  } else if (stats.isSymbolicLink()) {
    yield { header: { ...common(stats), name, type: 'symlink', size: 0, linkname: await readlink(path) } };
  } else if (stats.isFile()) {
    yield* fileEntry(path, name);
  } else {
    throw new CopyError(`"${path}" of this machine is a device, a pipe or a socket, which are not copied`);
  }
}

/** As many bytes as it has now: a file that grows meanwhile is copied up to there. */
async function* fileEntry(path: string, name: string): AsyncGenerator<LocalEntry, void, void> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const stats = await file.stat();
  const content: AsyncIterable<Uint8Array> =
    stats.size === 0 ? nothing() : file.createReadStream({ end: stats.size - 1, autoClose: false });
  yield { header: { ...common(stats), name, type: 'file', size: stats.size }, content };
}

const common = ({ mode, mtime }: Stats) => ({ mode: mode & 0o777, mtime });

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}
